#include "checker/slack/slack.h"

#include <algorithm>

#include <fmt/format.h>

#include "model/text.h"

namespace ringproof::checker::slack {
namespace {

using model::Schedule;

void add_all(std::vector<LineKey>& list, const std::vector<LineKey>& more) {
    for (const LineKey& key : more)
        if (std::find(list.begin(), list.end(), key) == list.end()) list.push_back(key);
}

/// The change of a schedule; none: it cannot be made, or it changes nothing.
using Change = std::function<std::optional<Schedule>(const Schedule&)>;

class Search {
public:
    explicit Search(const Subject& subject) : subject_(subject), keys_(lines_of_all(subject.schedules)) {}

    Slack run() {
        for (const LineKey& key : keys_) {
            LineSlack line;
            line.key = key;
            line.operation = operation_of(key);
            if (key.kind == Kind::wait) look_at_need(line);
            line.shift = shift_of(key);
            found_.lines.push_back(std::move(line));
        }
        look_at_all_together();
        return std::move(found_);
    }

private:
    Trial try_all(const Change& change) {
        for (const Schedule& schedule : subject_.schedules) {
            const std::optional<Schedule> changed = change(schedule);
            if (!changed) continue;
            const Verdict verdict = subject_.ask({*changed, changed->launches, subject_.options});
            if (verdict.outcome == Outcome::proved) {
                if (std::find(found_.engines.begin(), found_.engines.end(), verdict.engine) == found_.engines.end())
                    found_.engines.push_back(verdict.engine);
                continue;
            }
            Trial trial{verdict.outcome, verdict.reason, changed->chips, changed->launches};
            if (verdict.outcome == Outcome::counterexample) trial.code = verdict.counterexamples.front().finding.code;
            return trial;
        }
        return {};
    }

    std::string operation_of(const LineKey& key) const {
        for (const Schedule& schedule : subject_.schedules)
            for (const Line& line : lines_of(schedule))
                if (line.key == key) {
                    const Instance first = line.instances.front();
                    return describe(schedule, schedule.agents[first.agent].steps[first.step].operation);
                }
        return {};
    }

    /// Whether an instance is of another form than at_least with a number to take.
    bool is_unadjusted(const LineKey& key) const {
        using model::Concrete;
        for (const Schedule& schedule : subject_.schedules)
            for (const Line& line : lines_of(schedule)) {
                if (line.key != key) continue;
                for (const Instance& instance : line.instances) {
                    const auto& wait =
                        std::get<model::Wait<Concrete>>(schedule.agents[instance.agent].steps[instance.step].operation);
                    const auto* const until = std::get_if<model::AtLeast<Concrete>>(&wait.until);
                    if (until == nullptr || std::holds_alternative<model::All>(until->take)) return true;
                }
            }
        return false;
    }

    /// All waits on the semaphore, this one first.
    std::vector<LineKey> all_waits(const LineKey& of) const {
        std::vector<LineKey> waits{of};
        for (const LineKey& key : keys_)
            if (key.kind == Kind::wait && key.name == of.name && key != of) waits.push_back(key);
        return waits;
    }

    /// Leaves the lines out at all sizes; the need of the first is the answer.
    void leave_out(LineSlack& line, const std::vector<LineKey>& waits) {
        Takers takers;
        bool adjustable = true;
        for (const Schedule& schedule : subject_.schedules) {
            const auto changed = without(schedule, waits);
            adjustable = adjustable && changed;
            if (!changed) continue;
            takers.next_wait |= changed->takers.next_wait;
            takers.nobody |= changed->takers.nobody;
            takers.end |= changed->takers.end;
            takers.only_at_end &= changed->takers.only_at_end;
        }
        line.takers = takers;
        if (!adjustable) {
            line.need = Need::not_tried;
            return;
        }
        if (takers.only_at_end && takers.end) {
            line.need = Need::at_end;
            return;
        }
        line.trial = try_all([&](const Schedule& schedule) { return changed_by(waits, schedule); });
        line.need = line.trial->outcome == Outcome::proved           ? Need::redundant
                    : line.trial->outcome == Outcome::counterexample ? Need::needed
                                                                     : Need::undecided;
    }

    /// None: the schedule has none of these lines.
    static std::optional<Schedule> changed_by(const std::vector<LineKey>& waits, const Schedule& schedule) {
        const std::vector<Line> lines = lines_of(schedule);
        const bool any = std::any_of(lines.begin(), lines.end(), [&](const Line& line) {
            return std::find(waits.begin(), waits.end(), line.key) != waits.end();
        });
        if (!any) return std::nullopt;
        auto changed = without(schedule, waits);
        if (!changed) return std::nullopt;
        return std::move(changed->schedule);
    }

    void look_at_need(LineSlack& line) {
        line.unadjusted = is_unadjusted(line.key);
        leave_out(line, {line.key});
        if (line.need == Need::redundant) return;
        std::vector<LineKey> waits = all_waits(line.key);
        if (waits.size() == 1) return;
        LineSlack whole = line;
        leave_out(whole, waits);
        if (whole.need != Need::redundant) {
            if (line.need == Need::at_end) line.trial = whole.trial;
            return;
        }
        line = std::move(whole);
        line.others.assign(waits.begin() + 1, waits.end());
    }

    void look_at_all_together() {
        std::vector<std::vector<LineKey>> parts;
        std::vector<LineKey> all;
        for (const LineSlack& line : found_.lines) {
            if (line.key.kind != Kind::wait || line.need != Need::redundant) continue;
            std::vector<LineKey> part{line.key};
            add_all(part, line.others);
            add_all(all, part);
            parts.push_back(std::move(part));
        }
        if (parts.empty()) return;
        if (proved_without(all)) {
            found_.together = all;
            found_.all_together = true;
            return;
        }
        // As many as go in the order of the lines.
        for (const std::vector<LineKey>& part : parts) {
            std::vector<LineKey> more = found_.together;
            add_all(more, part);
            if (more.size() > found_.together.size() && proved_without(more)) found_.together = more;
        }
    }

    bool proved_without(const std::vector<LineKey>& waits) {
        for (const Schedule& schedule : subject_.schedules)
            if (!without(schedule, waits)) return false;
        return try_all([&](const Schedule& schedule) { return changed_by(waits, schedule); }).outcome ==
               Outcome::proved;
    }

    Trial try_moved(const LineKey& key, std::int32_t by) {
        return try_all([&](const Schedule& schedule) -> std::optional<Schedule> {
            Moved changed = moved(schedule, key, by);
            if (changed.furthest == 0) return std::nullopt;
            return std::move(changed.schedule);
        });
    }

    Shift shift_of(const LineKey& key) {
        std::int32_t most = 0;
        for (const Schedule& schedule : subject_.schedules)
            for (const Line& line : lines_of(schedule))
                if (line.key == key)
                    for (const Instance& instance : line.instances)
                        most = std::max(most, room(schedule, key.kind, instance));
        Shift shift;
        std::int32_t refused = most + 1;
        // Upwards in steps that double, then between the last that was proved and the first that was not.
        for (std::int32_t by = 1; shift.by < most; by *= 2) {
            const std::int32_t next = std::min(by, most);
            const Trial trial = try_moved(key, next);
            if (trial.outcome != Outcome::proved) {
                refused = next;
                shift.limit = trial;
                break;
            }
            shift.by = next;
        }
        while (refused - shift.by > 1) {
            const std::int32_t middle = shift.by + (refused - shift.by) / 2;
            const Trial trial = try_moved(key, middle);
            if (trial.outcome == Outcome::proved) {
                shift.by = middle;
            } else {
                refused = middle;
                shift.limit = trial;
            }
        }
        shift.all_the_way = shift.by == most;
        if (shift.by > 0) show(shift, key);
        return shift;
    }

    void show(Shift& shift, const LineKey& key) const {
        for (const Schedule& schedule : subject_.schedules) {
            const Moved changed = moved(schedule, key, shift.by);
            if (changed.furthest < shift.by) continue;
            const auto& steps = schedule.agents[changed.example->agent].steps;
            shift.instance = steps[changed.example->step].at.text();
            shift.beyond = steps[changed.behind->step].at.text();
            shift.operation = describe(schedule, steps[changed.behind->step].operation);
            shift.chips = schedule.chips;
            return;
        }
    }

    const Subject& subject_;
    std::vector<LineKey> keys_;
    Slack found_;
};

}  // namespace

Slack find_slack(const Subject& subject) {
    for (const Schedule& schedule : subject.schedules)
        for (const model::Agent& agent : schedule.agents)
            if (agent.steps.size() > most_steps)
                throw model::Fault(model::Code::too_large,
                                   fmt::format("{} operations in agent '{}' of chip {}: slack is looked for up to {}",
                                               agent.steps.size(), agent.name.text(), agent.chip, most_steps));
    return Search(subject).run();
}

}  // namespace ringproof::checker::slack
