#include "checker/command/work_queue.h"

#include <algorithm>
#include <system_error>

namespace ringproof::command {

WorkQueue::WorkQueue(unsigned threads, std::function<void()> changed) : changed_(std::move(changed)) {
    for (unsigned i = 0; i < std::max(threads, 1U); ++i) try {
            threads_.emplace_back([this] { work(); });
        } catch (const std::system_error&) {
            // Fewer threads than asked for do as well, and none at all does not.
            if (threads_.empty()) throw;
            break;
        }
}

WorkQueue::~WorkQueue() {
    {
        const std::lock_guard lock(guard_);
        closing_ = true;
        waiting_.clear();
    }
    more_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void WorkQueue::add(Position position, std::string label, std::function<void()> job) {
    {
        const std::lock_guard lock(guard_);
        if (closing_) return;
        waiting_.emplace(position, Job{std::move(label), std::move(job)});
    }
    more_.notify_one();
}

std::vector<std::string> WorkQueue::running() const {
    const std::lock_guard lock(guard_);
    std::vector<std::string> labels;
    for (const auto& [position, label] : running_) labels.push_back(label);
    return labels;
}

void WorkQueue::work() {
    std::unique_lock lock(guard_);
    while (true) {
        more_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        auto next = waiting_.extract(waiting_.begin());
        const auto place = running_.emplace(next.key(), next.mapped().label).first;
        lock.unlock();
        changed_();
        next.mapped().work();
        lock.lock();
        running_.erase(place);
        lock.unlock();
        changed_();
        lock.lock();
    }
}

}  // namespace ringproof::command
