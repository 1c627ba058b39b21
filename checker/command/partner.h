#pragma once

#include <functional>
#include <string>

#include <sys/types.h>

namespace ringproof::command {

/// Another program that is talked to, line by line, over its standard input and output. Its standard error is this
/// one's. It is ended, with all that it has started, when this goes.
class Partner {
public:
    /// Starts `command` by the shell. What is waited for is given up soon after `stopped` says so. Throws
    /// std::system_error where no process can be made.
    Partner(const std::string& command, std::function<bool()> stopped);
    ~Partner();
    Partner(const Partner&) = delete;
    Partner& operator=(const Partner&) = delete;

    enum class Said { line, ended, late, too_much, stopped, unasked };
    /// What came back, and where it is a line, the line; where it ended, how: `exit status 1`, `signal 11`.
    struct Answer {
        Said said;
        std::string text;
    };
    /// Says one line and waits for one. What had come before is no answer: `unasked`.
    Answer ask(const std::string& line, double seconds);
    /// Says one line and lets it end.
    void bye(const std::string& line, double seconds);

private:
    bool say(const std::string& line, double seconds, Answer& answer);
    Answer ended();
    /// Takes what it has said; false when there is nothing more to come.
    bool listen();

    std::function<bool()> stopped_;
    pid_t id_ = -1;
    int to_ = -1, from_ = -1;
    std::string heard_;
    bool over_ = false;  ///< it has been waited for
};

}  // namespace ringproof::command
