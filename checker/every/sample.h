#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "checker/every/instance.h"
#include "checker/limits.h"
#include "model/cut.h"
#include "model/event_graph.h"

/// What happens on a few small numbers of chips: where proofs for every n are looked for. Nothing is proved by it.
namespace ringproof::checker::every {

using Numbers = std::vector<std::int64_t>;

/// Two instances that belong together, each as a family's number and its numbers (chip, launch, rounds, part).
struct Pair {
    std::int64_t n = 0;
    std::size_t from = 0;
    Numbers from_numbers;
    std::size_t to = 0;
    Numbers to_numbers;

    friend bool operator==(const Pair&, const Pair&) = default;
};

/// Instances by the slot or counter that they touch.
using ByThing = std::map<Numbers, std::vector<Instance>>;
/// Each of the one with each of the other that touches the same.
std::vector<std::vector<Instance>> together(const ByThing& ones, const ByThing& others);

/// One kernel on `n` chips for some launches.
class Sample {
public:
    /// Throws Fault where the kernel has no schedule of this size, Outside where it is too large to look at, GaveUp
    /// when the time is over.
    Sample(const model::Kernel& kernel, const model::Profile& profile, std::int64_t n, std::int32_t launches,
           const Deadline& deadline);
    Sample(const Sample&) = delete;
    Sample& operator=(const Sample&) = delete;

    std::int64_t n() const { return n_; }
    std::int32_t launches() const { return launches_; }
    const Program& program() const { return program_; }
    const Order& order() const { return order_; }
    /// Whether all events happen: only then is there anything below.
    bool complete() const { return complete_; }
    /// Whether it is one of a few chips, the first and the last, of which all are taken as examples.
    bool is_one_of_few(std::int64_t chip) const { return chip <= 1 || chip + 1 >= n_; }
    /// All instances of an operation, without parts.
    const std::vector<Numbers>& instances(std::size_t operation) const { return instances_[operation]; }
    /// All instances of an access, with their parts.
    std::vector<Numbers> instances(const Access& access) const;

    /// Units that are raised, each with the unit of a wait that takes it if everything happens as early as it can.
    std::vector<Pair> matched;
    /// Raises (part 0), each with the first wait on its counter that needs it; and that needs its issue.
    std::vector<Pair> landed, issued;
    /// Reads, each with the write that it sees.
    std::vector<Pair> sources;

private:
    void find_instances();
    void find_matches();
    void find_needs(const Deadline& deadline);
    /// `order`: of all events, in which they can happen.
    void find_sources(const model::Cut& order);

    struct Of {
        std::size_t operation;
        Numbers numbers;
    };
    Of of(model::EventId event) const;
    std::vector<std::int32_t> levels() const;

    std::int64_t n_;
    std::int32_t launches_;
    model::Schedule schedule_;
    Program program_;
    Order order_;
    model::EventGraph graph_;
    model::CutFinder finder_;
    bool complete_ = false;
    std::vector<std::vector<Numbers>> instances_;
    /// By agent of the schedule: its steps in their order.
    std::vector<std::vector<Of>> steps_;
    std::vector<std::vector<std::vector<model::EventId>>>
        events_;  ///< by agent and launch: the first event of each step
};

}  // namespace ringproof::checker::every
