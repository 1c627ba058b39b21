#include <nlohmann/json.hpp>

#include "checker/command/draw.h"
#include "checker/report.h"
#include "model/text.h"

namespace ringproof::command {
namespace {

using namespace model;
using nlohmann::ordered_json;

ordered_json spent_json(const Spent& spent) {
    return {
        {"latency", spent.latency}, {"bandwidth", spent.bandwidth}, {"sharing", spent.sharing}, {"work", spent.work}};
}

ordered_json bounds_json(const Drawn& drawn) {
    ordered_json list = ordered_json::array();
    for (const Bound& bound : drawn.bounds.list)
        list.push_back({{"what", bound.what}, {"formula", bound.formula}, {"time", bound.time}});
    const double most = drawn.bounds.time();
    return {
        {"list", list},
        {"time", most},
        {"ratio", drawn.timeline.finished && most > 0 ? ordered_json(drawn.figures.makespan / most) : ordered_json()},
        {"unknown", drawn.bounds.unknown.empty() ? ordered_json() : ordered_json(drawn.bounds.unknown)}};
}

ordered_json event_json(const Drawn& drawn, std::size_t i) {
    const Event& event = drawn.timeline.trace[i];
    const Cause& cause = drawn.timeline.causes[i];
    ordered_json object{{"time", drawn.timeline.times[i]},
                        {"moment", word(event.moment)},
                        {"chip", chip_of(*drawn.schedule, event)},
                        {"launch", event.launch}};
    if (!is_environment(event.moment)) {
        const Step& step = drawn.schedule->agents[event.who].steps[event.step];
        object["agent"] = drawn.schedule->agents[event.who].name.text();
        object["step"] = event.step;
        object["at"] = step.at.text();
        object["operation"] = describe(*drawn.schedule, step.operation);
    }
    object["cause"] = cause.event == Cause::none ? ordered_json() : ordered_json(cause.event);
    if (cause.spent.sum() > 0) object["spent"] = spent_json(cause.spent);
    return object;
}

ordered_json run_json(const Drawn& drawn) {
    const Timeline& timeline = drawn.timeline;
    ordered_json findings = ordered_json::array(), chips = ordered_json::array(), events = ordered_json::array();
    for (const Finding& finding : timeline.findings)
        findings.push_back({{"code", number(finding.code)}, {"message", checker::headline(*drawn.schedule, finding)}});
    for (const ChipFigures& chip : drawn.figures.chips)
        chips.push_back({{"busy", chip.busy},
                         {"moving", chip.moving},
                         {"overlapped", chip.overlapped},
                         {"exposed", chip.exposed()}});
    for (std::size_t i = 0; i < timeline.trace.size(); ++i) events.push_back(event_json(drawn, i));
    ordered_json critical = spent_json(drawn.figures.critical);
    critical["events"] = timeline.critical();
    return {
        {"file", drawn.file},
        {"schedule", drawn.schedule->name},
        {"chips", drawn.schedule->chips},
        {"launches", timeline.launches},
        {"profile", drawn.profile},
        {"links", text(timeline.topology)},
        {"costs", {{"alpha", timeline.costs.alpha}, {"beta", timeline.costs.beta}, {"gamma", timeline.costs.gamma}}},
        {"finished", timeline.finished},
        {"findings", findings},
        {"makespan", drawn.figures.makespan},
        {"overlap", drawn.figures.overlap()},
        {"exposed", drawn.figures.exposed()},
        {"by_chip", chips},
        {"bounds", bounds_json(drawn)},
        {"critical_path", critical},
        {"events", events}};
}

}  // namespace

std::string timeline_json(const std::vector<Drawn>& drawn) {
    ordered_json runs = ordered_json::array();
    for (const Drawn& one : drawn) runs.push_back(run_json(one));
    const ordered_json all{{"format", "ringproof.timeline"}, {"version", 1}, {"runs", runs}};
    return all.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace ringproof::command
