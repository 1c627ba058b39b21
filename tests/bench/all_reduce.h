#pragma once

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "conformance/backend.h"

/// A ring all-reduce (specs/kernels/all_reduce.ring) in float32 on a backend, timed.
namespace ringproof::bench {

inline constexpr std::int32_t chips = 4;
/// A chip has as many slots as there are chips.
inline constexpr std::size_t slot_sizes[] = {1 << 10, 1 << 16, 1 << 20};

/// What is executed: as many launches as this size of a slot is measured with.
class AllReduce {
public:
    explicit AllReduce(std::size_t slot_size);
    const conformance::World& world() const { return world_; }
    int launches() const { return schedule_.launches; }
    /// Of the vector that a chip brings and takes away.
    std::size_t bytes() const { return chips * world_.slot_size; }
    /// Slots that a chip puts to its neighbour in a launch.
    static constexpr int puts() { return 2 * (chips - 1); }

private:
    conformance::Delays delays_;
    model::Schedule schedule_;
    conformance::World world_;
};

using Clock = std::chrono::steady_clock;

/// The middle one of the times between what comes first and second, second and third, and so on, without the first of
/// them, in seconds.
double median(const std::vector<Clock::time_point>& times);

/// The head of the table, and a row: bytes of the vector that are reduced a second, beside those of a reference.
void print_head();
void print_row(const char* backend, const AllReduce& what, double seconds, const char* reference,
               double seconds_of_reference);

/// A chip that executes its program: as the suite does, without looking at what it sees.
template <conformance::Backend B>
class Player {
public:
    Player(B& backend, const AllReduce& what, std::int32_t chip)
        : b_(backend), what_(what), world_(what.world()), chip_(chip) {
        const std::vector<float> numbers(world_.slot_size / sizeof(float), static_cast<float>(chip + 1));
        each_slot([&](model::Place place) { b_.store(place, bytes_of(numbers)); });
    }

    /// All launches. What comes of the first is checked. Returns the times at which launches began.
    std::vector<Clock::time_point> play() {
        std::vector<Clock::time_point> times;
        for (int launch = 0; launch < what_.launches(); ++launch) {
            until([&] { return b_.enter(chip_, launch); });
            times.push_back(Clock::now());
            for (const model::Agent& agent : world_.schedule.agents)
                if (agent.chip == chip_) run(agent, static_cast<std::int32_t>(&agent - world_.schedule.agents.data()));
            if (launch == 0) check();
        }
        until([&] { return b_.idle(chip_); });
        return times;
    }

private:
    using C = model::Concrete;

    template <class Numbers>
    static auto* bytes_of(Numbers& numbers) {
        using Byte = std::conditional_t<std::is_const_v<Numbers>, const std::byte, std::byte>;
        return reinterpret_cast<Byte*>(numbers.data());
    }

    template <class Visit>
    void each_slot(const Visit& visit) {
        for (std::size_t id = 0; id < world_.schedule.buffers.size(); ++id) {
            const model::Buffer& buffer = world_.schedule.buffers[id];
            for (std::int32_t k = 0; buffer.chip == chip_ && k < buffer.size; ++k)
                if (is_output(buffer.role)) visit(model::Place{static_cast<std::int32_t>(id), k});
        }
    }

    template <class Condition>
    void until(const Condition& holds) {
        while (!holds()) {
            if constexpr (requires { b_.progress(chip_); }) b_.progress(chip_);
            std::this_thread::yield();
        }
    }

    void run(const model::Agent& agent, std::int32_t id) {
        for (const model::Step& step : agent.steps)
            std::visit(model::Overloaded{[&](const model::Put<C>& put) { b_.put(id, put); },
                                         [&](const model::Signal<C>& signal) { b_.signal(id, signal); },
                                         [&](const model::Wait<C>& wait) {
                                             const auto& at_least = std::get<model::AtLeast<C>>(wait.until);
                                             until([&] {
                                                 return b_.try_wait(wait.counter, at_least.at_least,
                                                                    std::get<std::int32_t>(at_least.take));
                                             });
                                         },
                                         [&](const model::Copy<C>& copy) {
                                             b_.load(copy.src, bytes_of(one_));
                                             b_.store(copy.dst, bytes_of(one_));
                                         },
                                         [&](const model::Reduce<C>& reduce) {
                                             b_.load(reduce.src, bytes_of(one_));
                                             b_.load(reduce.dst, bytes_of(other_));
                                             for (std::size_t k = 0; k < one_.size(); ++k) one_[k] += other_[k];
                                             b_.store(reduce.dst, bytes_of(one_));
                                         },
                                         [&](const auto&) { std::abort(); }},
                       step.operation);
    }

    void check() {
        each_slot([&](model::Place place) {
            b_.load(place, bytes_of(one_));
            for (const float number : one_)
                if (number != chips * (chips + 1) / 2) {
                    fmt::print(stderr, "chip {}: {} is no sum\n", chip_, number);
                    std::exit(1);
                }
        });
    }

    B& b_;
    const AllReduce& what_;
    const conformance::World& world_;
    std::int32_t chip_;
    std::vector<float> one_ = std::vector<float>(world_.slot_size / sizeof(float)), other_ = one_;
};

}  // namespace ringproof::bench
