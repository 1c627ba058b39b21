#include "generators/vectors/features.h"

#include <algorithm>
#include <array>
#include <map>

namespace ringproof::generators {
namespace {

using model::Covers;
using C = model::Concrete;

constexpr std::array all{
    Feature{"get", "remote reads"},
    Feature{"load", "copies whose source is on another chip"},
    Feature{"accumulate", "puts that add atomically"},
    Feature{"signal-set", "signals that set a counter"},
    Feature{"set", "set of an own counter between other operations"},
    Feature{"take-all", "waits that empty a counter"},
    Feature{"equals", "waits for an exact value"},
    Feature{"snapshot", "snapshots and waits above them"},
    Feature{"poll", "waits until data has landed in a slot"},
    Feature{"fence", "fences"},
    Feature{"quiet", "waits until the own transfers are done"},
    Feature{"barrier", "barriers of agents within a launch"},
    Feature{"compute", "opaque work on slots, by the formula of the vectors"},
    Feature{"agents", "several agents on a chip"},
    Feature{"covers-channel", "a put or signal lands after earlier ones of its channel to the same chip"},
    Feature{"covers-link", "a put or signal takes effect after all earlier ones to the same chip"},
    Feature{"entry-barrier", "all chips enter a launch together"},
    Feature{"launches", "several launches, one after the other"},
};

/// What one operation needs.
struct Needs {
    const model::Schedule& schedule;
    std::int32_t chip;
    Features& needed;

    void operator()(const model::Put<C>& put) const {
        if (put.accumulate) needed.insert("accumulate");
    }
    void operator()(const model::Get<C>&) const { needed.insert("get"); }
    void operator()(const model::Signal<C>& signal) const {
        if (std::holds_alternative<model::Assign<C>>(signal.effect)) needed.insert("signal-set");
        if (signal.covers == Covers::channel) needed.insert("covers-channel");
        if (signal.covers == Covers::link) needed.insert("covers-link");
    }
    void operator()(const model::Wait<C>& wait) const {
        if (const auto* const until = std::get_if<model::AtLeast<C>>(&wait.until)) {
            if (std::holds_alternative<model::All>(until->take)) needed.insert("take-all");
        } else {
            needed.insert(std::holds_alternative<model::Equals<C>>(wait.until) ? "equals" : "snapshot");
        }
    }
    void operator()(const model::Set<C>&) const { needed.insert("set"); }
    void operator()(const model::Snapshot<C>&) const { needed.insert("snapshot"); }
    void operator()(const model::Copy<C>& copy) const {
        if (schedule.chip_of(copy.src) != chip) needed.insert("load");
    }
    void operator()(const model::Reduce<C>& reduce) const {
        if (schedule.chip_of(reduce.src) != chip) needed.insert("load");
    }
    void operator()(const model::Compute<C>& compute) const {
        needed.insert("compute");
        for (const model::Place place : compute.reads)
            if (schedule.chip_of(place) != chip) needed.insert("load");
    }
    void operator()(const model::Write<C>&) const {}
    void operator()(const model::Read<C>&) const {}
    void operator()(const model::Poll<C>&) const { needed.insert("poll"); }
    void operator()(const model::Fence<C>&) const { needed.insert("fence"); }
    void operator()(const model::Quiet<C>&) const { needed.insert("quiet"); }
    void operator()(const model::Barrier<C>&) const { needed.insert("barrier"); }
};

}  // namespace

std::span<const Feature> features() { return all; }

Features features_of(const model::Schedule& schedule) {
    Features needed;
    std::map<std::int32_t, int> agents;
    for (const model::Agent& agent : schedule.agents) {
        if (++agents[agent.chip] > 1) needed.insert("agents");
        for (const model::Step& step : agent.steps) std::visit(Needs{schedule, agent.chip, needed}, step.operation);
    }
    if (schedule.profile.signal_covers == Covers::channel) needed.insert("covers-channel");
    if (schedule.profile.signal_covers == Covers::link) needed.insert("covers-link");
    if (schedule.launches > 1) needed.insert("launches");
    // Into the first launch nobody goes before all memory has been filled.
    if (schedule.launches > 1 && schedule.profile.entry == model::Entry::barrier) needed.insert("entry-barrier");
    return needed;
}

}  // namespace ringproof::generators
