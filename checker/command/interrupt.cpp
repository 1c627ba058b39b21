#include "checker/command/interrupt.h"

#include <cstdlib>
#include <utility>

#include "checker/command/command.h"

namespace ringproof::command {

Interrupt::Interrupt(std::function<void()> interrupted) : interrupted_(std::move(interrupted)) {
    sigemptyset(&watched_);
    for (const int signal : {SIGINT, SIGTERM}) {
        // A shell starts what runs in the background with SIGINT ignored, and means it.
        struct sigaction action {};
        sigaction(signal, nullptr, &action);
        if (action.sa_handler != SIG_IGN) sigaddset(&watched_, signal);
    }
    // Ends the watch; it is sent by nobody else.
    sigaddset(&watched_, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &watched_, &before_);
    watcher_ = std::thread([this] { watch(); });
}

Interrupt::~Interrupt() {
    closing_ = true;
    pthread_kill(watcher_.native_handle(), SIGUSR1);
    watcher_.join();
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void Interrupt::watch() {
    while (true) {
        int signal = 0;
        sigwait(&watched_, &signal);
        if (closing_) return;
        if (signal == SIGUSR1) continue;
        if (happened_.exchange(true)) std::_Exit(interrupted);
        interrupted_();
    }
}

}  // namespace ringproof::command
