#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "conformance/delays.h"
#include "generators/vectors/elements.h"
#include "model/schedule.h"

/// What a backend is: one class that holds the memory and the counters of all chips (or of those of its process) and
/// moves data between them. The suite makes one for each schedule, lets a thread for each chip call it, and destroys
/// it.
///
/// A place is a slot of `world.schedule.buffers[place.buffer]`, which tells its chip, and a counter likewise. Calls for
/// a chip come from the thread of that chip alone; those for different chips come at the same time. No call may block:
/// what is to be waited for is asked again and again. Counters are zero at first; slots hold anything, the suite fills
/// them.
namespace ringproof::conformance {

using model::Counter;
using model::Place;
using Put = model::Put<model::Concrete>;
using Get = model::Get<model::Concrete>;
using Signal = model::Signal<model::Concrete>;

/// What a backend is made for. Outlives it.
struct World {
    const model::Schedule& schedule;     ///< chips, buffers and semaphores; the programs are run by the suite
    const generators::Element& element;  ///< what a slot is made of, and its reductions
    std::size_t slot_size;               ///< bytes of a slot
    const Delays& delays;                ///< backends with threads of their own may pause where it says
};

/// The core, which every backend has. `agent` is an index into `world.schedule.agents`.
template <class B>
concept Backend = std::constructible_from<B, const World&> &&
    requires(B& b, Place place, Counter counter, const std::byte* from, std::byte* to, const Put& put,
             const Signal& signal, std::int32_t agent, std::int64_t number) {
    /// One slot of an own chip := these bytes, and back. Done when it returns.
    b.store(place, from);
    b.load(place, to);
    /// Starts a put: `len` slots from src to dst; raises `send` when src has been read, `recv` when dst
    /// has been written. With `accumulate` (a feature) dst := src + dst, atomically.
    b.put(agent, put);
    /// Starts a signal: the counter, of any chip, rises; or is set, a feature.
    b.signal(agent, signal);
    /// Of an own counter: if it is at_least the first number, takes the second from it.
    { b.try_wait(counter, number, number) } -> std::same_as<bool>;
    { b.value(counter) } -> std::convertible_to<std::int64_t>;
    b.set(counter, number);
};

// What a backend may have besides. It has a feature if it has these members; what it lacks is skipped, and counted.
//
//   void get(agent, const Get&)               remote reads
//   void load_remote(Place, std::byte* to)    one slot of another chip, at once: copies over the link
//   void reduce(Place arriving, Place own, Place result, model::RuleId)   on own slots; without it the suite computes
//   void copy(Place from, Place to)           on own slots; without it: load and store
//   void fence(agent)                         orders the agent's later puts, gets and signals behind its earlier ones
//   bool quiet(agent, model::Until)           whether the agent's earlier transfers have landed, or been read
//   void arrive(agent, Symbol), bool may_leave(agent, Symbol)   barriers of agents
//   bool enter(chip, launch)                  first says that the chip is there, then is asked until it is true: all
//   chips
//                                             are (launches count from 0); in one process the suite does that itself
//                                             where it is missing
//   void progress(chip)                       called now and then by the thread of a chip
//   bool idle(chip)                           whether nothing that the chip has started is in flight; without it: never
//   is bool is_local(chip)                       whether the chip belongs to this process; without it all do
//   std::string exchange(std::string)         what all processes have given to this call, one after the other
//   static constexpr bool accumulates, assigns     puts with accumulate, signals with set
//   static constexpr model::Covers covers     what a raised counter promises of data; without it `own`
//   static std::int32_t most_chips()          that it can be made for

/// A backend without its type: what the suite calls. Members without a counterpart in the backend do nothing.
class AnyBackend {
public:
    AnyBackend() = default;
    AnyBackend(const AnyBackend&) = delete;
    AnyBackend& operator=(const AnyBackend&) = delete;
    virtual ~AnyBackend() = default;

    virtual void store(Place place, const std::byte* from) = 0;
    virtual void load(Place place, std::byte* to) = 0;
    virtual void put(std::int32_t agent, const Put& put) = 0;
    virtual void get(std::int32_t agent, const Get& get) = 0;
    virtual void signal(std::int32_t agent, const Signal& signal) = 0;
    virtual bool try_wait(Counter counter, std::int64_t at_least, std::int64_t take) = 0;
    virtual std::int64_t value(Counter counter) = 0;
    virtual void set(Counter counter, std::int64_t value) = 0;
    virtual void load_remote(Place place, std::byte* to) = 0;
    virtual bool reduce(Place arriving, Place own, Place result, model::RuleId rule) = 0;  ///< false: has none
    virtual bool copy(Place from, Place to) = 0;                                           ///< false: has none
    virtual void fence(std::int32_t agent) = 0;
    virtual bool quiet(std::int32_t agent, model::Until until) = 0;
    virtual void arrive(std::int32_t agent, model::Symbol barrier) = 0;
    virtual bool may_leave(std::int32_t agent, model::Symbol barrier) = 0;
    virtual std::optional<bool> enter(std::int32_t chip, std::int32_t launch) = 0;  ///< none: has none
    virtual void progress(std::int32_t chip) = 0;
    virtual bool idle(std::int32_t chip) = 0;
    virtual bool is_local(std::int32_t chip) = 0;
    virtual std::string exchange(std::string own) = 0;
};

/// A kind of backend.
struct Kind {
    std::string name;
    std::set<std::string_view> features;  ///< generators/vectors/features.h
    std::int32_t most_chips;
    std::unique_ptr<AnyBackend> (*make)(const World& world);
};

/// The kind that has this class, under that name.
template <Backend B>
Kind kind(std::string name);

}  // namespace ringproof::conformance

#include "conformance/adapted.h"  // IWYU pragma: export
