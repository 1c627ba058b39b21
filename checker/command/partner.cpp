#include "checker/command/partner.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "checker/limits.h"
#include "checker/smt/process.h"

namespace ringproof::command {
namespace {

/// A longer line is no answer.
constexpr std::size_t most_line = 64'000'000;

[[noreturn]] void fail(int error) { throw std::system_error(error, std::generic_category()); }

/// Milliseconds to wait at once: not longer than somebody who wants to stop would wait.
int wait_at_once(const checker::Deadline& deadline) {
    return 1 + static_cast<int>(1000 * std::min(deadline.left(), 0.1));
}

}  // namespace

Partner::Partner(const std::string& command, std::function<bool()> stopped) : stopped_(std::move(stopped)) {
    std::array<int, 2> to{}, from{};
    if (pipe2(to.data(), O_CLOEXEC) != 0) fail(errno);
    if (pipe2(from.data(), O_CLOEXEC) != 0) {
        const int error = errno;
        close(to[0]), close(to[1]);
        fail(error);
    }
    to_ = to[1];
    from_ = from[0];
    fcntl(to_, F_SETFL, O_NONBLOCK);
    try {
        id_ = checker::smt::spawn({"/bin/sh", "-c", command}, to[0], from[1], -1);
    } catch (const std::system_error&) {
        for (const int file : {to[0], to[1], from[0], from[1]}) close(file);
        throw;
    }
    close(to[0]);
    close(from[1]);
}

Partner::~Partner() {
    kill(-id_, SIGKILL);
    while (!over_ && waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
    }
    close(to_);
    close(from_);
}

Partner::Answer Partner::ended() {
    int status = 0;
    // What it has started may hold its output open; it itself may have closed it and go on.
    for (int tries = 0; tries < 100 && !over_; ++tries) {
        over_ = waitpid(id_, &status, WNOHANG) == id_;
        if (!over_) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    if (!over_) return {Said::ended, "it closed its output"};
    if (WIFSIGNALED(status)) return {Said::ended, fmt::format("signal {}", WTERMSIG(status))};
    // So a shell says that what it has run was ended by a signal.
    constexpr int by_signal = 128;
    if (WEXITSTATUS(status) > by_signal)
        return {Said::ended, fmt::format("signal {}", WEXITSTATUS(status) - by_signal)};
    return {Said::ended, fmt::format("exit status {}", WEXITSTATUS(status))};
}

bool Partner::say(const std::string& line, double seconds, Answer& answer) {
    const checker::Deadline deadline(seconds);
    const std::string whole = line + "\n";
    for (std::size_t said = 0; said < whole.size();) {
        const ssize_t count = ::write(to_, whole.data() + said, whole.size() - said);
        if (count >= 0) {
            said += static_cast<std::size_t>(count);
        } else if (errno == EAGAIN) {
            if (stopped_() || deadline.over()) {
                answer = {stopped_() ? Said::stopped : Said::late, ""};
                return false;
            }
            pollfd ready{to_, POLLOUT, 0};
            poll(&ready, 1, wait_at_once(deadline));
        } else if (errno != EINTR) {
            answer = ended();
            return false;
        }
    }
    return true;
}

Partner::Answer Partner::ask(const std::string& line, double seconds) {
    const checker::Deadline deadline(seconds);
    Answer answer{Said::ended, ""};
    pollfd early{from_, POLLIN, 0};
    if (poll(&early, 1, 0) > 0 && !listen()) return ended();
    if (!heard_.empty()) {
        constexpr std::size_t most_shown = 200;
        return {Said::unasked, heard_.substr(0, std::min(most_shown, heard_.find('\n')))};
    }
    if (!say(line, seconds, answer)) return answer;
    while (true) {
        if (const std::size_t end = heard_.find('\n'); end != std::string::npos) {
            answer = {Said::line, heard_.substr(0, end)};
            heard_.erase(0, end + 1);
            return answer;
        }
        if (heard_.size() > most_line) return {Said::too_much, ""};
        if (stopped_()) return {Said::stopped, ""};
        if (deadline.over()) return {Said::late, ""};
        pollfd ready{from_, POLLIN, 0};
        poll(&ready, 1, wait_at_once(deadline));
        if (ready.revents == 0) continue;
        if (!listen()) return ended();
    }
}

bool Partner::listen() {
    std::array<char, 65536> bytes{};
    const ssize_t count = read(from_, bytes.data(), bytes.size());
    if (count > 0) heard_.append(bytes.data(), static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && errno == EINTR);
}

void Partner::bye(const std::string& line, double seconds) {
    Answer ignored{Said::ended, ""};
    if (over_ || !say(line, seconds, ignored)) return;
    close(to_);
    to_ = -1;
    const checker::Deadline deadline(seconds);
    while (!over_ && !deadline.over()) {
        over_ = waitpid(id_, nullptr, WNOHANG) == id_;
        if (!over_) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

}  // namespace ringproof::command
