#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "backends/request.h"
#include "conformance/backend.h"

namespace ringproof::backends {

/// Chips are threads of one process, memory is shared, and each chip has an engine, two threads that carry out its
/// transfers, so that they overlap and overtake each other. Data is moved in atomic words: what races in a schedule is
/// no race of this program.
class Threads {
public:
    static constexpr bool accumulates = true, assigns = true;

    explicit Threads(const conformance::World& world);
    virtual ~Threads();
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;

    void store(model::Place place, const std::byte* from);
    void load(model::Place place, std::byte* to) const;
    void load_remote(model::Place place, std::byte* to) const { load(place, to); }
    void put(std::int32_t agent, const conformance::Put& put) { start(request(world_.schedule, agent, put)); }
    void get(std::int32_t agent, const conformance::Get& get) { start(request(world_.schedule, agent, get)); }
    void signal(std::int32_t agent, const conformance::Signal& signal) {
        start(request(world_.schedule, agent, signal));
    }
    virtual bool try_wait(model::Counter counter, std::int64_t at_least, std::int64_t take);
    std::int64_t value(model::Counter counter) const {
        return counters_[index(counter)].load(std::memory_order_acquire);
    }
    virtual void set(model::Counter counter, std::int64_t value) {
        counters_[index(counter)].store(value, std::memory_order_release);
    }
    void fence(std::int32_t agent);
    bool quiet(std::int32_t agent, model::Until until);
    void arrive(std::int32_t agent, model::Symbol barrier);
    bool may_leave(std::int32_t agent, model::Symbol barrier);
    bool enter(std::int32_t chip, std::int32_t launch);
    bool idle(std::int32_t chip);

protected:
    /// A put, get or signal between its start and its end.
    struct Transfer : Request {
        std::int64_t number = 0;  ///< of its agent
        std::int32_t fences = 0;  ///< of its agent, before it
        bool read = false;
    };

    // The steps of a transfer, which broken backends change one by one.
    virtual std::vector<std::byte> read_source(const Transfer& transfer);
    virtual void write_target(const Transfer& transfer, const std::vector<std::byte>& data);
    virtual void raise(model::Counter counter, std::int64_t add) {
        counters_[index(counter)].fetch_add(add, std::memory_order_acq_rel);
    }
    virtual void carry_out(Transfer& transfer);
    /// Whether the transfer has to wait for an earlier one of its agent.
    virtual bool held_back(const Transfer& transfer) const;
    /// Ends the engines; to be called by the destructor of whoever changes a step.
    void stop();

    void mark_read(Transfer& transfer);
    std::size_t index(model::Counter counter) const { return first_counter_[counter.semaphore] + counter.index; }
    std::size_t word(model::Place place) const { return (first_slot_[place.buffer] + place.index) * words_; }
    void start(Request request);

    const conformance::World& world_;
    std::size_t words_;  ///< a slot
    std::vector<std::size_t> first_slot_, first_counter_;
    std::vector<std::atomic<std::uint32_t>> memory_;
    std::vector<std::atomic<std::int64_t>> counters_;

private:
    struct AgentState {
        std::int64_t issued = 0;
        std::int32_t fences = 0;
        std::vector<std::shared_ptr<Transfer>> in_flight;
        std::map<model::Symbol, std::int64_t> arrivals;
    };
    void serve(std::int32_t chip);

    mutable std::mutex mutex_;  ///< of all below
    std::condition_variable changed_;
    bool stopping_ = false;
    std::vector<AgentState> agents_;
    std::vector<std::deque<std::shared_ptr<Transfer>>> queues_;  ///< of each chip
    std::map<model::Symbol, std::vector<std::int32_t>> members_;
    std::vector<std::int32_t> entered_;  ///< launches, of each chip
    std::vector<std::int32_t> at_door_;  ///< chips, of each launch
    std::vector<std::jthread> engines_;
};

}  // namespace ringproof::backends
