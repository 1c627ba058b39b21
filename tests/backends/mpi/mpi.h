#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "backends/mpi/layout.h"
#include "backends/mpi/session.h"
#include "backends/mpi/transfers.h"
#include "conformance/backend.h"

namespace ringproof::backends {

/// Chips are processes: chip c is rank c of the session, and processes beyond the chips only take part in what all do
/// together. Memory and counters are in a window, and only the process that starts something acts: data is put, got or
/// added, this is flushed, and then a counter is raised atomically (one-sided, passive target).
///
/// There is one thread a process, so transfers move when it calls `progress`, and now and then at the beginning of
/// other calls, as if somebody else moved them meanwhile.
///
/// **Races.** Schedules that race are executed with slots of one number (litmus tests). Such slots are only touched by
/// accumulate calls, which are atomic to each other for one number, also by their own chip: what races in a schedule is
/// no race of this program. Larger slots are put and got, and stored and loaded by their own chip directly: there
/// counters order all accesses, a put is complete (flush) before its counter rises, and the owner synchronises its copy
/// (MPI_Win_sync) after reading a counter and before giving a signal, which the unified memory model asks for.
class Mpi {
public:
    static constexpr bool accumulates = true, assigns = true;
    /// It keeps the order that the schedule asks for, and no more.
    static constexpr model::Covers covers = model::Covers::link;
    static std::int32_t most_chips() { return Session::current().size(); }

    explicit Mpi(const conformance::World& world);
    virtual ~Mpi();
    Mpi(const Mpi&) = delete;
    Mpi& operator=(const Mpi&) = delete;

    void store(model::Place place, const std::byte* from);
    void load(model::Place place, std::byte* to);
    void load_remote(model::Place place, std::byte* to);
    void put(std::int32_t agent, const conformance::Put& put) { start(request(world_.schedule, agent, put)); }
    void get(std::int32_t agent, const conformance::Get& get) { start(request(world_.schedule, agent, get)); }
    void signal(std::int32_t agent, const conformance::Signal& signal) {
        start(request(world_.schedule, agent, signal));
    }
    bool try_wait(model::Counter counter, std::int64_t at_least, std::int64_t take);
    std::int64_t value(model::Counter counter);
    void set(model::Counter counter, std::int64_t value);
    void fence(std::int32_t agent) { transfers_.fence(agent); }
    bool quiet(std::int32_t agent, model::Until until) { return transfers_.quiet(agent, until); }
    void arrive(std::int32_t agent, model::Symbol barrier);
    bool may_leave(std::int32_t agent, model::Symbol barrier);
    bool enter(std::int32_t chip, std::int32_t launch);
    void progress(std::int32_t) { move(); }
    bool idle(std::int32_t) { return transfers_.empty(); }
    bool is_local(std::int32_t chip) const { return chip == session_.rank(); }
    std::string exchange(const std::string& own);

protected:
    // The steps of a transfer, which a planted mistake changes.
    virtual void read(Transfer& transfer);
    virtual void begin(Transfer& transfer);
    virtual void land(Transfer& transfer);
    void raise(const Raise& raise);

private:
    void start(Request request);
    void move();
    void move_sometimes();
    void step(Transfer& transfer);
    int count(std::int32_t slots) const;
    /// Of the own memory, at once.
    void write_own(model::Place first, std::int32_t len, const std::byte* from);
    void read_own(model::Place first, std::int32_t len, std::byte* to);

    const conformance::World& world_;
    Session& session_;
    Layout layout_;
    Window& window_;
    MPI_Datatype type_;  ///< of an element
    Window::Grain grain_;
    Transfers transfers_;
    std::map<std::pair<std::int32_t, model::Symbol>, std::int64_t> arrivals_;
    std::int32_t entered_ = 0;  ///< launches
    std::uint64_t moved_ = 0;   ///< times within other calls
};

}  // namespace ringproof::backends
