#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace ringproof::command {

/// Wakes the thread that prints.
class Bell {
public:
    void ring() {
        {
            const std::lock_guard lock(guard_);
            rung_ = true;
        }
        wake_.notify_one();
    }
    /// Returns when it has rung since the last time, or after a second.
    void wait() {
        std::unique_lock lock(guard_);
        wake_.wait_for(lock, std::chrono::seconds(1), [this] { return rung_; });
        rung_ = false;
    }

private:
    std::mutex guard_;
    std::condition_variable wake_;
    bool rung_ = false;
};

}  // namespace ringproof::command
