#include "checker/smt/process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "checker/limits.h"

namespace ringproof::checker::smt {
namespace {

constexpr std::size_t most_output = 64'000'000;

/// A program that runs; it is ended with its group when this goes.
class Child {
public:
    explicit Child(const std::vector<std::string>& arguments) {
        std::array<int, 2> pipe{};
        const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
        if (null < 0 || pipe2(pipe.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category());
        output_ = pipe[0];
        try {
            id_ = spawn(arguments, null, pipe[1], pipe[1]);
        } catch (const std::system_error&) {
            for (const int file : {output_, pipe[1], null}) close(file);
            throw;
        }
        close(pipe[1]);
        close(null);
    }
    ~Child() {
        kill(-id_, SIGKILL);
        while (waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
        }
        close(output_);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    int output() const { return output_; }

private:
    int output_ = -1;
    pid_t id_ = -1;
};

}  // namespace

std::string find_program(const std::string& name) {
    const auto may_run = [](const std::string& file) {
        std::error_code ignored;
        return std::filesystem::is_regular_file(file, ignored) && access(file.c_str(), X_OK) == 0;
    };
    if (name.find('/') != std::string::npos) return may_run(name) ? name : "";
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        std::string file = (std::filesystem::path(folder) / name).string();
        if (!name.empty() && may_run(file)) return file;
    }
    return "";
}

pid_t spawn(const std::vector<std::string>& arguments, int input, int output, int errors) {
    std::vector<char*> words;
    words.reserve(arguments.size() + 1);
    for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    for (const auto& [file, as] : {std::pair{input, STDIN_FILENO}, {output, STDOUT_FILENO}, {errors, STDERR_FILENO}})
        if (file >= 0) posix_spawn_file_actions_adddup2(&files, file, as);
    sigset_t none, ignored;
    sigemptyset(&none);
    sigemptyset(&ignored);
    sigaddset(&ignored, SIGPIPE);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &ignored);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    // Not by fork: Z3 has handlers that run before a fork, and two at a time wait for each other for ever.
    pid_t id = -1;
    const int error = posix_spawn(&id, words.front(), &files, &attributes, words.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    if (error != 0) throw std::system_error(error, std::generic_category());
    return id;
}

Finished run(const std::vector<std::string>& arguments, double seconds) {
    const Deadline deadline(seconds);
    const Child child(arguments);
    Finished finished;
    while (true) {
        if (deadline.over()) {
            finished.timed_out = true;
            return finished;
        }
        pollfd ready{child.output(), POLLIN, 0};
        // Not longer than a second at once, for a deadline may lie beyond what poll counts.
        poll(&ready, 1, 1 + static_cast<int>(1000 * std::min(seconds == 0 ? 1.0 : deadline.left(), 1.0)));
        if (ready.revents == 0) continue;
        std::array<char, 65536> bytes{};
        const ssize_t count = read(child.output(), bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return finished;  // all has been said
        finished.output.append(bytes.data(), static_cast<std::size_t>(count));
        if (finished.output.size() > most_output) {
            finished.too_much = true;
            return finished;
        }
    }
}

}  // namespace ringproof::checker::smt
