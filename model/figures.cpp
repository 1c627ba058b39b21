#include "model/figures.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "model/journey.h"

namespace ringproof::model {
namespace {

struct Stretch {
    double begin, end;
};
using Stretches = std::vector<Stretch>;

/// Ascending, none touching another.
Stretches joined(Stretches stretches) {
    std::sort(stretches.begin(), stretches.end(), [](Stretch a, Stretch b) { return a.begin < b.begin; });
    Stretches out;
    for (const Stretch& stretch : stretches) {
        if (stretch.end <= stretch.begin) continue;
        if (!out.empty() && stretch.begin <= out.back().end)
            out.back().end = std::max(out.back().end, stretch.end);
        else
            out.push_back(stretch);
    }
    return out;
}

double length(const Stretches& stretches) {
    double sum = 0;
    for (const Stretch& stretch : stretches) sum += stretch.end - stretch.begin;
    return sum;
}

/// The length of what two lists of joined stretches share.
double shared(const Stretches& a, const Stretches& b) {
    double sum = 0;
    for (std::size_t i = 0, k = 0; i < a.size() && k < b.size();) {
        sum += std::max(0.0, std::min(a[i].end, b[k].end) - std::max(a[i].begin, b[k].begin));
        a[i].end < b[k].end ? ++i : ++k;
    }
    return sum;
}

}  // namespace

double Figures::overlap() const {
    double moving = 0, overlapped = 0;
    for (const ChipFigures& chip : chips) {
        moving += chip.moving;
        overlapped += chip.overlapped;
    }
    return moving > 0 ? overlapped / moving : 0;
}

double Figures::exposed() const {
    double most = 0;
    for (const ChipFigures& chip : chips) most = std::max(most, chip.exposed());
    return most;
}

Figures figures(const Schedule& schedule, const Timeline& timeline) {
    std::vector<Stretches> busy(schedule.chips), moving(schedule.chips);
    std::map<std::tuple<std::int32_t, std::int32_t, std::int32_t>, double> begun;  // by agent, launch and step
    const auto over = [&](const Event& event, double begin, double end) {
        const std::int32_t own = schedule.agents[event.who].chip;
        const Operation& operation = schedule.agents[event.who].steps[event.step].operation;
        const auto journey = journey_of(schedule, operation, own);
        if (journey && journey->from != journey->to) {
            moving[journey->from].push_back({begin, end});
            moving[journey->to].push_back({begin, end});
        } else if (event.moment == Moment::end) {
            busy[own].push_back({begin, end});
        }
    };
    for (std::size_t i = 0; i < timeline.trace.size(); ++i) {
        const Event& event = timeline.trace[i];
        const std::tuple key{event.who, event.launch, event.step};
        if (event.moment == Moment::issue || event.moment == Moment::start) begun[key] = timeline.times[i];
        if (event.moment != Moment::land && event.moment != Moment::end) continue;
        over(event, begun.at(key), timeline.times[i]);
        begun.erase(key);
    }

    Figures figures;
    figures.makespan = timeline.makespan();
    for (std::int32_t chip = 0; chip < schedule.chips; ++chip) {
        const Stretches work = joined(std::move(busy[chip])), data = joined(std::move(moving[chip]));
        figures.chips.push_back({length(work), length(data), shared(work, data)});
    }
    for (const std::size_t event : timeline.critical()) figures.critical += timeline.causes[event].spent;
    return figures;
}

}  // namespace ringproof::model
