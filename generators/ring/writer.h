#pragma once

#include <array>
#include <vector>

#include "generators/ring/flow.h"

namespace ringproof::generators {

/// Writes the operations of a plan: what travels is the flow's, how chips wait for each other is decided here.
class Writer {
public:
    /// The plan must outlive it.
    explicit Writer(const RingPlan& plan);
    model::Schedule write();

private:
    using Steps = std::vector<model::Step>;
    enum class Sem { sent, arrived, ready, go, filled, fetched, released, from_left, from_right, bar, heard };
    static constexpr std::int32_t kinds = static_cast<std::int32_t>(Sem::heard) + 1;

    /// A ring as one chip sees it.
    struct View {
        std::int32_t ring, chip, position;
        Steps& sender;
        Steps& receiver;
        bool fused() const { return &sender == &receiver; }
    };

    // writer.cpp: declarations, and what comes before and after the steps.
    void declare_agents();
    View view(std::int32_t ring, std::int32_t chip);
    Steps& program(std::int32_t chip, std::int32_t agent);
    /// Declares the semaphore, on all chips, when it is first asked for.
    model::Counter counter(Sem kind, std::int32_t ring, std::int32_t chip, std::int32_t index = 0);
    std::int32_t size_of(Sem kind) const;
    void gate(std::int32_t chip);
    void snapshots(const View& first);
    void before(const View& view);
    void after(const View& view);
    void finish(std::int32_t chip);
    std::int32_t width() const;

    // writer_steps.cpp: one step of one chip on one ring.
    void step(const View& view, std::int32_t step);
    void send(const View& view, std::int32_t step);
    void put_all(const View& view, std::int32_t step);
    void receive(const View& view, std::int32_t step);
    void fetch(const View& view, std::int32_t step);
    void await_arrival(const View& view, std::int32_t step);
    void poll(const View& view, std::int32_t step, bool rearm);
    void keep(Steps& steps, const View& view, std::int32_t step);
    void give_credit(const View& view, Steps& steps, std::int32_t step);

    const Flow& flow(const View& view) const { return flows_[static_cast<std::size_t>(view.ring)]; }
    bool hit(Fault fault, const View& view, std::int32_t step) const { return hits(plan_, fault, view.chip, step); }
    std::int32_t slots() const;
    bool uses_credits() const;
    bool gives_credit(std::int32_t step) const;
    std::int32_t arrival_index(std::int32_t step) const;
    std::int32_t arrival_units(std::int32_t step) const;
    bool signalled() const;
    bool receiver_keeps(const View& view) const;
    void await(Steps& steps, model::Counter counter, std::int32_t units, std::int32_t take) const;
    void signal(Steps& steps, model::Counter counter, std::int32_t units = 1) const;

    const RingPlan& plan_;
    RingPlan clean_;  ///< without faults
    model::Schedule schedule_;
    std::vector<Flow> flows_;
    std::array<std::array<std::int32_t, RingPlan::most_rings>, kinds> first_{};  ///< semaphore of chip 0, plus 1
    std::int32_t agents_ = 1;                                                    ///< a chip
};

/// The nameless one, or `c`.
model::Symbol channel_of(const RingPlan& plan);

}  // namespace ringproof::generators
