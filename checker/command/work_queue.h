#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace ringproof::command {

/// Jobs for several threads. Of those that wait, the one with the lowest position is next, so that what is to be
/// printed first is worked on first. A job may add others.
class WorkQueue {
public:
    /// File and question of the file.
    using Position = std::pair<std::size_t, std::size_t>;

    /// `changed` is called by the threads, after each job and when one begins.
    WorkQueue(unsigned threads, std::function<void()> changed);
    /// Drops what has not begun and waits for what has.
    ~WorkQueue();
    WorkQueue(const WorkQueue&) = delete;
    WorkQueue& operator=(const WorkQueue&) = delete;

    /// `label` says what the job works on. The job throws nothing. No two jobs have one position.
    void add(Position position, std::string label, std::function<void()> job);
    /// What is being worked on, by position.
    std::vector<std::string> running() const;

private:
    struct Job {
        std::string label;
        std::function<void()> work;
    };

    void work();

    std::function<void()> changed_;
    mutable std::mutex guard_;
    std::condition_variable more_;
    std::map<Position, Job> waiting_;
    std::map<Position, std::string> running_;
    bool closing_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace ringproof::command
