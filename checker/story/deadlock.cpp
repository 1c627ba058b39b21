#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "checker/story/slots.h"
#include "checker/story/stories.h"
#include "checker/story/waits_for.h"
#include "checker/story/words.h"
#include "model/machine.h"

namespace ringproof::checker {
namespace {

using namespace model;

using C = Concrete;

constexpr std::size_t most_groups = 6;   ///< of agents that are blocked alike
constexpr std::size_t most_named = 8;    ///< agents in one list or chain
constexpr std::size_t most_helpers = 3;  ///< operations that could still help one agent

std::string agent_text(const Schedule& schedule, std::int32_t agent) {
    return actor(schedule, Event{Moment::start, agent, 0, 0});
}

/// `chip 0 waits for chip 1, which waits for chip 2`, the middle of long ones left out.
std::string chain_text(const Schedule& schedule, const std::vector<std::int32_t>& agents) {
    std::string text = agent_text(schedule, agents.front());
    for (std::size_t i = 1; i < agents.size(); ++i) {
        if (agents.size() > most_named && i == 3) {
            text += fmt::format(", ... {} more ...", agents.size() - 5);
            i = agents.size() - 3;
            continue;
        }
        text += fmt::format("{} waits for {}", i == 1 ? "" : ", which", agent_text(schedule, agents[i]));
    }
    return text;
}

std::string names_text(const Schedule& schedule, const std::vector<std::int32_t>& agents) {
    std::string text;
    for (std::size_t i = 0; i < std::min(agents.size(), most_named); ++i)
        text += (i == 0 ? "" : ", ") + agent_text(schedule, agents[i]);
    if (agents.size() > most_named) text += fmt::format(" and {} more", agents.size() - most_named);
    return text;
}

/// Of a counter that is also set or emptied: what was lost of it that way, if anything.
std::string lost_text(const Case& told, const Blocked& blocked) {
    const auto sets_it = [&](const Event& event) {
        if (is_environment(event.moment)) return false;
        const auto& operation = operation_of(told.schedule, event);
        const auto* const set = std::get_if<Set<C>>(&operation);
        const auto* const signal = std::get_if<Signal<C>>(&operation);
        return (set != nullptr && set->counter == *blocked.counter) ||
               (signal != nullptr && signal->counter == *blocked.counter &&
                std::holds_alternative<Assign<C>>(signal->effect));
    };
    if (std::none_of(told.counterexample.trace.begin(), told.counterexample.trace.end(), sets_it)) return {};
    Machine machine(told.schedule, told.launches);
    std::string text;
    for (const Event& event : told.counterexample.trace) {
        const bool may_set = sets_it(event);
        const std::int64_t before = machine.value(*blocked.counter, blocked.next.launch);
        machine.fire(event);
        const std::int64_t after = machine.value(*blocked.counter, blocked.next.launch);
        if (may_set && after < before)
            text = fmt::format("; {} has set it from {} to {}", actor_and_line(told.schedule, event, told.several),
                               before, after);
    }
    return text;
}

std::string helpers_text(const Case& told, const WaitsFor& waits, std::size_t which, std::string_view verb) {
    const Blocked& blocked = told.finding().blocked[which];
    // One for each agent: what stands first in its program.
    std::vector<Event> firsts;
    for (const auto& helper : waits.helpers(which))
        if (firsts.empty() || firsts.back().who != helper.operation.who) firsts.push_back(helper.operation);
    if (firsts.empty()) return fmt::format("nobody is left who could {} it", verb);
    std::string text = fmt::format("still to {} it: ", verb);
    for (std::size_t i = 0; i < std::min(firsts.size(), most_helpers); ++i) {
        const Event& event = firsts[i];
        const auto other = std::find_if(told.finding().blocked.begin(), told.finding().blocked.end(),
                                        [&](const Blocked& at) { return at.next.who == event.who; });
        text += fmt::format("{}{} at {}, ", i == 0 ? "" : "; ", actor(told.schedule, event),
                            place_in_text(told.schedule, event));
        if (event.who == blocked.next.who)
            text += "which is itself after this wait";
        else if (other == told.finding().blocked.end())
            text += "in a launch that it cannot enter";
        else
            text += fmt::format("which is itself blocked at {}", place_in_text(told.schedule, other->next));
    }
    if (firsts.size() > most_helpers) text += fmt::format("; and {} more", firsts.size() - most_helpers);
    return text;
}

/// What an agent waits for and who could still help it.
std::string need_text(const Case& told, const WaitsFor& waits, std::size_t which) {
    const Schedule& schedule = told.schedule;
    const Blocked& blocked = told.finding().blocked[which];
    if (blocked.counter) {
        const auto& wait = std::get<Wait<C>>(operation_of(schedule, blocked.next));
        const bool exact = std::holds_alternative<Equals<C>>(wait.until);
        std::string text =
            fmt::format("{} is {} and it needs {}{}; {}", schedule.text(*blocked.counter), blocked.value,
                        exact ? "exactly " : "", blocked.need, helpers_text(told, waits, which, "raise"));
        const std::int64_t more = waits.still_to_come(which);
        if (more > 0 && waits.is_root(which))
            text += fmt::format("; all that is {} unit{}", more, more == 1 ? "" : "s");
        return text + lost_text(told, blocked);
    }
    if (blocked.next.moment == Moment::leave) {
        const auto& never = waits.never(which);
        if (!never.empty())
            return fmt::format("{} never come{} to it", names_text(schedule, never), never.size() == 1 ? "s" : "");
        const auto& absent = waits.absent(which);
        return fmt::format("{} ha{} not come to it", names_text(schedule, absent), absent.size() == 1 ? "s" : "ve");
    }
    if (const auto* const poll = std::get_if<Poll<C>>(&operation_of(schedule, blocked.next)))
        return fmt::format("{} is empty: {}; {}", schedule.text(poll->src),
                           why_empty(schedule, told.counterexample.trace, poll->src, blocked.next.launch, told.several),
                           helpers_text(told, waits, which, "write"));
    return {};
}

/// Agents that are blocked alike: at the same line, for the same of their own counters, with the same numbers.
std::string likeness(const Case& told, const WaitsFor& waits, std::size_t which) {
    const Blocked& blocked = told.finding().blocked[which];
    std::string text = fmt::format("{} {} {}", place_in_text(told.schedule, blocked.next), blocked.next.launch,
                                   static_cast<int>(blocked.next.moment));
    if (blocked.counter)
        text += fmt::format(" {} {} {}", told.schedule.name_of(*blocked.counter), blocked.value, blocked.need);
    for (const auto& helper : waits.helpers(which))
        text += fmt::format(" {} {}", place_in_text(told.schedule, helper.operation), helper.units);
    return text + fmt::format(" {} {}", waits.absent(which).size(), waits.never(which).size());
}

/// The one sentence that says why nothing goes on.
std::optional<Remark> why(const Case& told, const WaitsFor& waits) {
    const auto& blocked = told.finding().blocked;
    Remark remark{{}, {}, 0, false};
    std::vector<std::int32_t> agents;
    std::vector<std::size_t> roots;
    for (std::size_t i = 0; i < blocked.size(); ++i)
        if (waits.is_root(i)) roots.push_back(i);
    if (!roots.empty()) {
        if (roots.size() == blocked.size()) return std::nullopt;  // each says of itself why
        agents = waits.way_to_root();
        std::vector<std::int32_t> names;
        for (const std::size_t root : roots) names.push_back(blocked[root].next.who);
        remark.text = agents.empty() ? "" : chain_text(told.schedule, agents) + "; ";
        const bool one = names.size() == 1;
        remark.text += fmt::format("the root{} {}: nothing that is still to come can help {}", one ? " is" : "s are",
                                   names_text(told.schedule, names), one ? "it" : "any of them");
        agents.insert(agents.end(), names.begin(), names.end());
    } else {
        agents = waits.cycle();
        if (agents.empty()) return std::nullopt;
        std::vector<std::int32_t> closed = agents;
        closed.push_back(agents.front());
        remark.text = agents.size() == 1 ? fmt::format("{} waits for itself: what would help it stands behind the wait",
                                                       agent_text(told.schedule, agents.front()))
                                         : chain_text(told.schedule, closed);
    }
    for (const Blocked& at : blocked)
        if (std::find(agents.begin(), agents.end(), at.next.who) != agents.end()) remark.events.push_back(at.next);
    return remark;
}

}  // namespace

Remarks deadlock_remarks(const Case& told) {
    const Schedule& schedule = told.schedule;
    const auto& blocked = told.finding().blocked;
    const WaitsFor waits(schedule, told.finding(), told.launches);
    Remarks remarks;
    if (auto remark = why(told, waits)) {
        remark->text += ".";
        remarks.push_back(std::move(*remark));
    }
    std::vector<std::vector<std::size_t>> groups;
    std::map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < blocked.size(); ++i) {
        const auto [group, fresh] = known.emplace(likeness(told, waits, i), groups.size());
        if (fresh) groups.emplace_back();
        groups[group->second].push_back(i);
    }
    if (groups.size() > most_groups && !remarks.empty())
        // Those of whom the reason speaks are not left out.
        std::stable_partition(groups.begin(), groups.end(), [&](const std::vector<std::size_t>& group) {
            return std::any_of(group.begin(), group.end(), [&](std::size_t i) {
                const auto& named = remarks.front().events;
                return std::any_of(named.begin(), named.end(),
                                   [&](const Event& event) { return event.who == blocked[i].next.who; });
            });
        });
    std::size_t left_out = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        if (g >= most_groups) {
            left_out += groups[g].size();
            continue;
        }
        const Event& next = blocked[groups[g].front()].next;
        remarks.push_back(
            {fmt::format("{} is blocked at {}{}: {}", actor(schedule, next), place_in_text(schedule, next),
                         in_launch(next, told.several), operation_text(schedule, next)),
             {next},
             0,
             true});
        if (std::string need = need_text(told, waits, groups[g].front()); !need.empty())
            remarks.push_back({std::move(need), {next}, 1, false});
        if (groups[g].size() == 1) continue;
        Remark same{{}, {}, 1, false};
        std::vector<std::int32_t> agents;
        for (std::size_t i = 1; i < groups[g].size(); ++i) {
            agents.push_back(blocked[groups[g][i]].next.who);
            same.events.push_back(blocked[groups[g][i]].next);
        }
        same.text = fmt::format("so {} {}", agents.size() == 1 ? "is" : "are", names_text(schedule, agents));
        if (const auto& counter = blocked[groups[g].front()].counter)
            same.text +=
                fmt::format(", {}by its own {}", agents.size() == 1 ? "" : "each ", schedule.name_of(*counter));
        remarks.push_back(std::move(same));
    }
    if (left_out > 0) remarks.push_back({fmt::format("and {} more", left_out), {}, 0, false});
    return remarks;
}

}  // namespace ringproof::checker
