#pragma once

#include <atomic>
#include <csignal>
#include <functional>
#include <thread>

namespace ringproof::command {

/// Watches for SIGINT and SIGTERM as long as it lives. They are blocked in all threads that are started meanwhile and
/// awaited in one, so it does not matter what a solver makes of them. To be made before any other thread.
class Interrupt {
public:
    /// `interrupted` is called once, by a thread of its own. A second signal ends the process at once, with status 130.
    explicit Interrupt(std::function<void()> interrupted);
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    bool happened() const { return happened_; }

private:
    void watch();

    std::function<void()> interrupted_;
    sigset_t watched_{}, before_{};
    std::atomic<bool> happened_ = false, closing_ = false;
    std::thread watcher_;
};

}  // namespace ringproof::command
