#pragma once

#include <array>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/program.h"
#include "tests/support/verdicts.h"

namespace ringproof::tests {

/// The program while it runs.
class Running {
public:
    explicit Running(std::vector<std::string> arguments) {
        std::array<int, 2> out{};
        if (pipe(out.data()) != 0) throw std::runtime_error("no pipe");
        arguments.insert(arguments.begin(), program());
        child_ = fork();
        if (child_ == 0) {
            dup2(out[1], STDOUT_FILENO);
            const int errors = open((scratch_ / "errors").c_str(), O_WRONLY | O_CREAT, 0600);
            dup2(errors, STDERR_FILENO);
            close(out[0]);
            close(out[1]);
            std::vector<char*> words;
            for (std::string& argument : arguments) words.push_back(argument.data());
            words.push_back(nullptr);
            execv(words[0], words.data());
            _exit(127);
        }
        close(out[1]);
        out_ = fdopen(out[0], "r");
    }
    ~Running() {
        if (child_ > 0) kill(child_, SIGKILL), waitpid(child_, nullptr, 0);
        fclose(out_);
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    std::string line() {
        std::string text;
        for (int c = 0; (c = fgetc(out_)) != EOF && c != '\n';) text += static_cast<char>(c);
        return text;
    }
    void send(int signal) const { kill(child_, signal); }
    /// The exit status, once it has ended.
    int wait() {
        int status = 0;
        waitpid(child_, &status, 0);
        child_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    std::string errors() const { return text_of(scratch_ / "errors"); }

private:
    Scratch scratch_;
    pid_t child_ = -1;
    FILE* out_ = nullptr;
};

}  // namespace ringproof::tests
