#include "checker/picture/recording.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "checker/picture/units.h"
#include "checker/story/words.h"
#include "model/journey.h"
#include "model/machine.h"
#include "model/text.h"

namespace ringproof::checker::picture {
namespace {

using namespace model;
using C = Concrete;

Kind kind_of(const Schedule& schedule, const Operation& operation) {
    return std::visit(Overloaded{
                          [](const Compute<C>&) { return Kind::work; },
                          [&](const Copy<C>& copy) {
                              return schedule.chip_of(copy.src) == schedule.chip_of(copy.dst) ? Kind::local
                                                                                              : Kind::load;
                          },
                          [](const Reduce<C>&) { return Kind::local; },
                          [](const Write<C>&) { return Kind::local; },
                          [](const Read<C>&) { return Kind::local; },
                          [](const Wait<C>&) { return Kind::wait; },
                          [](const Poll<C>&) { return Kind::wait; },
                          [](const Quiet<C>&) { return Kind::wait; },
                          [](const Barrier<C>&) { return Kind::wait; },
                          [](const auto&) { return Kind::step; },
                      },
                      operation);
}

class Recorder {
public:
    explicit Recorder(Recording& recording)
        : recording_(recording),
          schedule_(*recording.schedule),
          machine_(schedule_, recording.launches),
          arrived_(schedule_.agents.size(), 0) {}

    void run() {
        for (std::size_t i = 0; i < recording_.trace.size(); ++i) {
            const Event& event = recording_.trace[i];
            if (is_environment(event.moment))
                environment(event, i);
            else if (is_asynchronous(event.moment))
                transfer(event, i);
            else
                agent(event, i);
        }
        finish();
    }

private:
    using Key = std::tuple<std::int32_t, std::int32_t, std::int32_t>;  ///< agent, launch, step
    static Key key(const Event& event) { return {event.who, event.launch, event.step}; }
    const Operation& operation(const Event& event) const {
        return schedule_.agents[event.who].steps[event.step].operation;
    }
    double time(std::size_t event) const { return recording_.times[event]; }

    Span span(const Event& event) const {
        const Step& step = schedule_.agents[event.who].steps[event.step];
        Span span;
        span.kind = kind_of(schedule_, step.operation);
        span.chip = schedule_.agents[event.who].chip;
        span.agent = event.who;
        span.launch = event.launch;
        span.step = event.step;
        span.text = describe(schedule_, step.operation);
        span.at = step.at.text();
        return span;
    }

    void environment(const Event& event, std::size_t i) {
        machine_.fire(event);
        Span span;
        span.kind = Kind::chip;
        span.chip = event.who;
        span.launch = event.launch;
        span.first = span.last = i;
        span.begin = span.end = time(i);
        const bool together = event.moment == Moment::enter && schedule_.profile.entry == Entry::barrier;
        span.text = together ? "all chips enter" : fmt::format("{}", word(event.moment));
        recording_.spans.push_back(std::move(span));
        if (event.moment != Moment::enter) return;
        for (std::size_t agent = 0; agent < schedule_.agents.size(); ++agent)
            if (together || schedule_.agents[agent].chip == event.who) arrived_[agent] = time(i);
    }

    void agent(const Event& event, std::size_t i) {
        const Operation& op = operation(event);
        if (event.moment == Moment::wait) wait(std::get<Wait<C>>(op), event, i);
        machine_.fire(event);
        if (const auto* const set = std::get_if<Set<C>>(&op))
            units(set->counter, event.launch).assign(i, machine_.value(set->counter, event.launch));
        if (event.moment == Moment::end || event.moment == Moment::leave) {
            Span& begun = recording_.spans[begun_.at(key(event))];
            begun.last = i;
            begun.end = time(i);
            begun_.erase(key(event));
        } else {
            Span made = span(event);
            made.first = i;
            made.begin = made.kind == Kind::wait ? arrived_[event.who] : time(i);
            made.end = time(i);
            if (event.moment == Moment::start || event.moment == Moment::arrive)
                begun_.emplace(key(event), recording_.spans.size());
            else
                made.last = i;
            if (event.moment == Moment::issue) issue(event, i, made);
            recording_.spans.push_back(std::move(made));
        }
        arrived_[event.who] = time(i);
    }

    void issue(const Event& event, std::size_t i, const Span& span) {
        Flight flight;
        const Operation& op = operation(event);
        const Journey journey = *journey_of(schedule_, op, span.chip);
        flight.kind = std::holds_alternative<Put<C>>(op)   ? Flight::Kind::put
                      : std::holds_alternative<Get<C>>(op) ? Flight::Kind::get
                                                           : Flight::Kind::signal;
        flight.from = journey.from;
        flight.to = journey.to;
        flight.slots = journey.slots;
        flight.agent = event.who;
        flight.launch = event.launch;
        flight.step = event.step;
        flight.issue = i;
        flight.begin_time = time(i);
        flight.text = span.text;
        flight.at = span.at;
        flights_.emplace(key(event), recording_.flights.size());
        recording_.flights.push_back(std::move(flight));
    }

    void transfer(const Event& event, std::size_t i) {
        Flight& flight = recording_.flights[flights_.at(key(event))];
        const std::optional<Counter> counter = raised_by(schedule_, event);
        const std::int64_t before = counter ? machine_.value(*counter, event.launch) : 0;
        if (counter) units(*counter, event.launch);  // remembers the value before its first change
        machine_.fire(event);
        if (counter) raised(*counter, event, i, before);
        switch (event.moment) {
            case Moment::begin:
                flight.begin = i;
                break;
            case Moment::read:
                flight.read = i;
                break;
            case Moment::raise:
                flight.raise = i;
                break;
            case Moment::land:
            case Moment::deliver:
                flight.land = i;
                flight.end_time = time(i);
                break;
            default:
                break;  // credit
        }
    }

    void raised(Counter counter, const Event& event, std::size_t i, std::int64_t before) {
        const std::int64_t after = machine_.value(counter, event.launch);
        const auto* const signal = std::get_if<Signal<C>>(&operation(event));
        if ((signal != nullptr && std::holds_alternative<Assign<C>>(signal->effect)) || after < before)
            units(counter, event.launch).assign(i, after);
        else
            units(counter, event.launch).add(i, after - before);
    }

    void wait(const Wait<C>& wait, const Event& event, std::size_t i) {
        Units& left = units(wait.counter, event.launch);
        const std::int64_t before = machine_.value(wait.counter, event.launch);
        const auto* const at_least = std::get_if<AtLeast<C>>(&wait.until);
        const std::int64_t need = at_least != nullptr ? at_least->at_least : before;
        if (const auto raise = left.reaching(need)) recording_.met.push_back({*raise, i, wait.counter});
        if (at_least != nullptr)
            left.take(std::holds_alternative<All>(at_least->take) ? before : std::get<std::int32_t>(at_least->take));
    }

    /// What is left of the counter, which must not have changed since it was last asked for.
    Units& units(Counter counter, std::int32_t launch) {
        const bool each_launch = schedule_.life_of(counter.semaphore) == Life::launch;
        const std::tuple key{counter, each_launch ? launch : 0};
        const auto found = units_.find(key);
        return found != units_.end() ? found->second
                                     : units_.emplace(key, Units(machine_.value(counter, launch))).first->second;
    }

    void finish() {
        double end = recording_.times.empty() ? 0 : recording_.times.back();
        for (std::size_t agent = 0; agent < schedule_.agents.size(); ++agent) {
            const auto next = machine_.next_of_agent(static_cast<std::int32_t>(agent));
            // Who may go on has only not gone on yet.
            if (!next || begun_.contains(key(*next)) || machine_.enabled(*next)) continue;
            Span open = span(*next);
            if (open.kind != Kind::wait) continue;
            open.begin = arrived_[agent];
            recording_.spans.push_back(std::move(open));
        }
        if (!recording_.timed) {  // the last event takes a step as well, and what is not over goes on behind it
            end = static_cast<double>(recording_.trace.size());
            end += std::max(1.0, std::floor(end / 16));
        }
        for (Span& span : recording_.spans)
            if (!span.last) span.end = end;
        for (Flight& flight : recording_.flights)
            if (!flight.land) flight.end_time = end;
        recording_.end = end;
    }

    Recording& recording_;
    const Schedule& schedule_;
    Machine machine_;
    std::vector<double> arrived_;  ///< by agent: when it came to its next operation
    std::map<Key, std::size_t> begun_, flights_;
    std::map<std::tuple<Counter, std::int32_t>, Units> units_;
};

/// The events of the trace that a finding names.
void mark(const Finding& finding, Recording& recording) {
    const auto add = [&](const Event& event) {
        const auto found = std::find(recording.trace.begin(), recording.trace.end(), event);
        if (found != recording.trace.end())
            recording.clash.push_back(static_cast<std::size_t>(found - recording.trace.begin()));
    };
    add(finding.event);
    if (finding.first) add(finding.first->opened);
    if (finding.second) add(finding.second->opened);
    for (const Blocked& blocked : finding.blocked)
        for (Span& span : recording.spans)
            if (!span.last && span.agent == blocked.next.who && span.launch == blocked.next.launch &&
                span.step == blocked.next.step && !is_environment(blocked.next.moment))
                span.blocked = true;
}

}  // namespace

bool Recording::clashes(std::optional<std::size_t> event) const {
    return event && std::binary_search(clash.begin(), clash.end(), *event);
}

bool Recording::is_critical(std::optional<std::size_t> event) const {
    return event && std::binary_search(critical.begin(), critical.end(), *event);
}

std::string Recording::place(std::int32_t agent, std::int32_t step) const {
    return line_of(*schedule, {Moment::issue, agent, 0, step});
}

std::string Recording::who(std::int32_t chip, std::int32_t agent) const {
    return agent < 0 ? fmt::format("chip {}", chip) : actor(*schedule, {Moment::issue, agent, 0, 0});
}

Recording record(const Schedule& schedule, std::int32_t launches, const Trace& trace, std::vector<double> times,
                 std::span<const Finding> findings) {
    Recording recording;
    recording.schedule = &schedule;
    recording.launches = launches;
    recording.title = fmt::format("{}, {} chip{}", schedule.name, schedule.chips, schedule.chips == 1 ? "" : "s");
    recording.trace = trace;
    recording.timed = !times.empty();
    recording.times = std::move(times);
    for (std::size_t i = recording.times.size(); i < trace.size(); ++i)
        recording.times.push_back(static_cast<double>(i));
    Recorder(recording).run();
    for (const Finding& finding : findings) mark(finding, recording);
    std::sort(recording.clash.begin(), recording.clash.end());
    recording.clash.erase(std::unique(recording.clash.begin(), recording.clash.end()), recording.clash.end());
    return recording;
}

}  // namespace ringproof::checker::picture
