#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace ringproof::command {

/// Shows on a terminal, in one line of standard error, how far the work is; nothing where it is no terminal.
class Progress {
public:
    explicit Progress(bool wanted);
    ~Progress() { clear(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    bool on() const { return on_; }
    void show(std::size_t done, std::size_t files, const std::vector<std::string>& running);
    /// Any text, the time before it.
    void show(const std::string& text);
    /// Takes the line away, for what is printed next.
    void clear();

private:
    double seconds() const;
    void put(std::string line);

    bool on_;
    std::string shown_;
    std::chrono::steady_clock::time_point began_;
};

}  // namespace ringproof::command
