#include "checker/command/progress.h"

#include <cstdio>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace ringproof::command {
namespace {

std::size_t columns() {
    winsize size{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 20) return 80;
    return size.ws_col;
}

}  // namespace

Progress::Progress(bool wanted) : on_(wanted && isatty(STDERR_FILENO)), began_(std::chrono::steady_clock::now()) {}

void Progress::show(std::size_t done, std::size_t files, const std::vector<std::string>& running) {
    if (on_) put(fmt::format("[{}/{} files, {:.0f} s] {}", done, files, seconds(), fmt::join(running, "; ")));
}

void Progress::show(const std::string& text) {
    if (on_) put(fmt::format("[{:.0f} s] {}", seconds(), text));
}

double Progress::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
}

void Progress::put(std::string line) {
    // A line that wraps could not be taken away again.
    if (const std::size_t most = columns() - 1; line.size() > most) line = line.substr(0, most - 3) + "...";
    if (line == shown_) return;
    fmt::print(stderr, "\r\033[K{}", line);
    std::fflush(stderr);
    shown_ = std::move(line);
}

void Progress::clear() {
    if (shown_.empty()) return;
    fmt::print(stderr, "\r\033[K");
    std::fflush(stderr);
    shown_.clear();
}

}  // namespace ringproof::command
