#include "checker/report.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>

#include <fmt/format.h>

#include "model/footprint.h"
#include "model/monotone.h"
#include "model/text.h"

namespace ringproof::checker {
namespace {

using namespace model;

using C = Concrete;

const Step& step_of(const Schedule& schedule, const Event& event) {
    return schedule.agents[event.who].steps[event.step];
}

std::string place_in_text(const Schedule& schedule, const Event& event) {
    const Step& step = step_of(schedule, event);
    return step.at.empty() ? fmt::format("operation {}", event.step) : step.at.text();
}

/// `chip 2`, and the agent where the chip has several; the launch where there are several.
std::string actor(const Schedule& schedule, const Event& event) {
    const std::int32_t chip = chip_of(schedule, event);
    std::string text = fmt::format("chip {}", chip);
    if (is_environment(event.moment)) return text;
    const auto on_chip = std::count_if(schedule.agents.begin(), schedule.agents.end(),
                                       [&](const Agent& agent) { return agent.chip == chip; });
    if (on_chip > 1) text += fmt::format(" {}", schedule.agents[event.who].name.text());
    return text;
}

std::string in_launch(const Event& event, bool several) {
    return several ? fmt::format(", launch {}", event.launch) : std::string();
}

/// The same without the name of the kernel's file (`all_gather.ring:14 s=3`), which a trace need not repeat.
std::string line_of(const Schedule& schedule, const Event& event) {
    const std::string place = place_in_text(schedule, event);
    const std::size_t colon = place.find(':');
    const bool is_line = colon != std::string::npos && colon + 1 < place.size() && std::isdigit(place[colon + 1]) != 0;
    return is_line ? "line " + place.substr(colon + 1) : place;
}

std::string operation_text(const Schedule& schedule, const Event& event) {
    return describe(schedule, step_of(schedule, event).operation);
}

/// What an access is, from its opening to its end, as part of a sentence.
std::string access_text(const Schedule& schedule, const Access& access, bool several) {
    const Event& event = access.opened;
    if (event.moment == Moment::fill)
        return fmt::format("chip {}: its input for launch {} is written", event.who, event.launch);
    if (event.moment == Moment::exit)
        return fmt::format("chip {}: its output of launch {} is read", event.who, event.launch);
    const std::string_view does = access.mode == Mode::read    ? "reads it"
                                  : access.mode == Mode::write ? "writes it"
                                                               : "adds to it";
    return fmt::format("{}, {}{}: {}  ({})", actor(schedule, event), place_in_text(schedule, event),
                       in_launch(event, several), operation_text(schedule, event), does);
}

/// The instant at which an access ends, as part of "nothing makes ... wait for".
std::string end_of(const Schedule& schedule, const Access& access) {
    const Event& event = access.opened;
    if (event.moment == Moment::fill) return fmt::format("chip {} to have entered launch {}", event.who, event.launch);
    if (event.moment == Moment::exit) return fmt::format("the output of chip {} to have been read", event.who);
    const std::string who = fmt::format("{} ({})", actor(schedule, event), place_in_text(schedule, event));
    const bool is_transfer = event.moment == Moment::issue || event.moment == Moment::begin;
    if (is_transfer && access.mode == Mode::read)
        return fmt::format("the source of the transfer of {} to have been read", who);
    if (is_transfer) return fmt::format("the transfer of {} to have landed", who);
    return fmt::format("the operation of {} to have ended", who);
}

std::string start_of(const Schedule& schedule, const Access& access) {
    const Event& event = access.opened;
    if (event.moment == Moment::fill) return fmt::format("the next input of chip {}", event.who);
    if (event.moment == Moment::exit) return fmt::format("the end of chip {}, where its output is read,", event.who);
    return fmt::format("{} ({})", actor(schedule, event), place_in_text(schedule, event));
}

/// The kernel's line of an operation, `    14 |   put x[c] -> ...`, if the text is at hand.
std::string excerpt(const Schedule& schedule, const Event& event, std::span<const std::string> lines) {
    if (is_environment(event.moment) || lines.empty()) return {};
    const std::string& at = step_of(schedule, event).at.text();
    const std::size_t colon = at.find(':');
    std::size_t line = 0;
    if (colon == std::string::npos) return {};
    std::from_chars(at.data() + colon + 1, at.data() + at.size(), line);
    if (line == 0 || line > lines.size()) return {};
    return fmt::format("    {:>4} | {}\n", line, lines[line - 1]);
}

/// Operations still to come that would raise `counter`, one an agent.
std::vector<std::string> who_could_raise(const Schedule& schedule, const Finding& finding, const Blocked& waiting) {
    std::vector<std::string> list;
    const auto raises = [&](const Operation& operation) {
        bool found = false;
        const auto check = [&](const std::optional<Raise<C>>& raise) {
            found |= raise && raise->counter == *waiting.counter;
        };
        std::visit(Overloaded{[&](const Put<C>& put) { check(put.send), check(put.recv); },
                              [&](const Get<C>& get) { check(get.done); },
                              [&](const Signal<C>& signal) { found = signal.counter == *waiting.counter; },
                              [](const auto&) {}},
                   operation);
        return found;
    };
    for (const Blocked& other : finding.blocked) {
        const auto& steps = schedule.agents[other.next.who].steps;
        for (std::size_t step = other.next.step; step < steps.size(); ++step)
            if (raises(steps[step].operation)) {
                Event event = other.next;
                event.step = static_cast<std::int32_t>(step);
                const bool same = other.next.who == waiting.next.who;
                list.push_back(fmt::format(
                    "{} at {}, {}", actor(schedule, event), place_in_text(schedule, event),
                    same ? "which is itself after this wait"
                         : fmt::format("which is itself blocked at {}", place_in_text(schedule, other.next))));
                break;
            }
    }
    return list;
}

std::string deadlock_story(const Schedule& schedule, const Finding& finding, std::span<const std::string> lines,
                           bool several) {
    constexpr std::size_t shown = 16;
    std::string out;
    for (std::size_t i = 0; i < std::min(shown, finding.blocked.size()); ++i) {
        const Blocked& blocked = finding.blocked[i];
        out += fmt::format("  {} is blocked at {}{}: {}\n", actor(schedule, blocked.next),
                           place_in_text(schedule, blocked.next), in_launch(blocked.next, several),
                           operation_text(schedule, blocked.next));
        if (i == 0) out += excerpt(schedule, blocked.next, lines);
        if (!blocked.counter) continue;
        out +=
            fmt::format("    {} is {} and it needs {}; ", schedule.text(*blocked.counter), blocked.value, blocked.need);
        const auto raisers = who_could_raise(schedule, finding, blocked);
        if (raisers.empty())
            out += "nobody is left who could raise it\n";
        else
            out += fmt::format("still to raise it: {}\n", fmt::join(raisers, "; "));
    }
    if (finding.blocked.size() > shown) out += fmt::format("  and {} more\n", finding.blocked.size() - shown);
    return out;
}

std::string race_story(const Schedule& schedule, const Finding& finding, std::span<const std::string> lines,
                       bool several) {
    std::string out;
    for (const Access& access : {*finding.first, *finding.second}) {
        out += fmt::format("  {}\n", access_text(schedule, access, several));
        out += excerpt(schedule, access.opened, lines);
    }
    out += fmt::format("  Missing order: nothing makes {} wait for {}.\n", start_of(schedule, *finding.second),
                       end_of(schedule, *finding.first));
    // Which of the two orders was meant, only the author knows when data comes in from elsewhere.
    if (finding.first->mode == Mode::read && finding.second->opened.moment == Moment::begin)
        out +=
            "  Or the other way round, if what lands is what should be read: then the read must wait for the "
            "landing.\n";
    return out;
}

std::string other_story(const Schedule& schedule, const Finding& finding, std::span<const std::string> lines,
                        bool several) {
    std::string out;
    const Event& event = finding.event;
    if (!is_environment(event.moment)) {
        out += fmt::format("  {}, {}{}: {}\n", actor(schedule, event), place_in_text(schedule, event),
                           in_launch(event, several), operation_text(schedule, event));
        out += excerpt(schedule, event, lines);
    }
    switch (finding.code) {
        case Code::uninitialised:
            return out + fmt::format("  {} is read, and nothing has written it.\n", schedule.text(*finding.place));
        case Code::not_entered:
            out += fmt::format("  Missing order: nothing makes it wait for chip {} to have entered launch {}.\n",
                               finding.value, event.launch);
            if (finding.counter)
                out +=
                    fmt::format("  {} is made by each launch; a handshake before entry needs a `global` semaphore.\n",
                                schedule.text(*finding.counter));
            return out;
        case Code::left_already:
            return out + fmt::format("  Missing order: chip {} does not wait for this before it leaves launch {}.\n",
                                     finding.value, event.launch);
        case Code::dirty_counter:
            return out + fmt::format("  {} is {} {}.\n", schedule.text(*finding.counter), finding.value,
                                     is_environment(event.moment) && event.moment == Moment::exit
                                         ? fmt::format("when its chip leaves launch {}", event.launch)
                                         : "when all has come to rest");
        case Code::still_in_flight:
            return out + "  It has not landed when a chip that it concerns leaves.\n";
        case Code::counter_width:
            return out + fmt::format("  {} reaches {}, and its width allows no more than {}.\n",
                                     schedule.text(*finding.counter), finding.value,
                                     schedule.profile.counter_values.value_or(0) - 1);
        case Code::wrong_result:
            return out + fmt::format("  expected {}\n  found    {}\n", finding.expected, finding.found);
        case Code::barrier_passed:
            return out + fmt::format("  Missing order: chip {} can leave launch {} before chip {} has entered it.\n",
                                     event.who, event.launch, finding.value);
        default:
            return out;
    }
}

std::string body(const Schedule& schedule, const Finding& finding, std::span<const std::string> lines, bool several) {
    if (finding.code == Code::deadlock) return deadlock_story(schedule, finding, lines, several);
    if (finding.first && finding.second) return race_story(schedule, finding, lines, several);
    return other_story(schedule, finding, lines, several);
}

bool several_launches(const Trace& trace) {
    return std::any_of(trace.begin(), trace.end(), [](const Event& event) { return event.launch > 0; });
}

}  // namespace

std::string headline(const Schedule& schedule, const Finding& finding) {
    std::string what;
    if (finding.place) what = ": " + schedule.text(*finding.place);
    if (finding.counter) what = ": " + schedule.text(*finding.counter);
    if (finding.code == Code::not_entered || finding.code == Code::left_already)
        what = fmt::format(": chip {}", finding.value);
    if (finding.code == Code::deadlock)
        what = fmt::format(": {} of {} agents are blocked for ever", finding.blocked.size(), schedule.agents.size());
    return fmt::format("{} {}{}", number(finding.code), diagnostic(finding.code).title, what);
}

std::string finding_text(const Schedule& schedule, const Finding& finding, std::span<const std::string> lines) {
    const bool several = schedule.launches > 1 || finding.event.launch > 0;
    return headline(schedule, finding) + "\n" + body(schedule, finding, lines, several);
}

std::string story(const Schedule& schedule, const Counterexample& counterexample, std::span<const std::string> lines) {
    const Finding& finding = counterexample.finding;
    const Trace& trace = counterexample.trace;
    std::string out = headline(schedule, finding) + "\n" + body(schedule, finding, lines, several_launches(trace));
    if (finding.code == Code::deadlock && model::why_not_monotone(schedule).empty())
        out += fmt::format("  Every execution ends so, after {} events.\n", trace.size());
    else if (finding.code == Code::deadlock)
        out += fmt::format("  An execution that ends so, {} events:\n{}", trace.size(), trace_text(schedule, trace));
    else
        out += fmt::format("  An execution that shows it, {} events, none of which can be left out:\n{}", trace.size(),
                           trace_text(schedule, trace));
    return out + fmt::format("  help: {}\n", diagnostic(finding.code).help);
}

std::string trace_text(const Schedule& schedule, const Trace& trace, std::size_t shown) {
    struct Row {
        std::size_t first;  ///< number of its first event
        std::string who, where, moment, what;
    };
    const bool several = several_launches(trace);
    std::vector<Row> rows;
    std::size_t i = 0;
    while (i < trace.size()) {
        const Event& event = trace[i];
        const std::size_t first = i + 1;
        if (!is_environment(event.moment)) {
            rows.push_back({first, actor(schedule, event), line_of(schedule, event) + in_launch(event, several),
                            std::string(word(event.moment)), operation_text(schedule, event)});
            ++i;
            continue;
        }
        std::set<std::int32_t> chips;
        for (; i < trace.size() && trace[i].moment == event.moment && trace[i].launch == event.launch; ++i)
            chips.insert(trace[i].who);
        constexpr std::string_view texts[] = {"the inputs are written", "enter", "leave", "the outputs are read"};
        const bool together = event.moment == Moment::enter && schedule.profile.entry == Entry::barrier;
        std::string who = together ? std::string("all chips")
                                   : fmt::format("chip{} {}", chips.size() == 1 ? "" : "s", fmt::join(chips, ", "));
        rows.push_back({first, std::move(who),
                        std::string(texts[static_cast<int>(event.moment)]) + in_launch(event, several), "", ""});
    }
    std::size_t who = 0, where = 0;
    for (const Row& row : rows)
        if (!row.moment.empty()) {
            who = std::max(who, row.who.size());
            where = std::max(where, row.where.size());
        }
    // The clash stands at the end, so a long list is cut in its middle.
    const std::size_t tail = shown / 2, head = shown - tail;
    std::string out;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        if (rows.size() > shown && k == head) {
            k = rows.size() - tail;
            out += fmt::format("         ... {} events ...\n", rows[k].first - rows[head].first);
        }
        const Row& row = rows[k];
        out += row.moment.empty() ? fmt::format("    {:>3}  {:<{}}  {}\n", row.first, row.who, who, row.where)
                                  : fmt::format("    {:>3}  {:<{}}  {:<{}}  {:<8} {}\n", row.first, row.who, who,
                                                row.where, where, row.moment, row.what);
    }
    return out;
}

std::string proof_note(const Verdict& verdict) {
    if (verdict.claims == 0) return "no output is claimed: only order and clean ends are proved";
    constexpr std::string_view laws[] = {"", "associativity", "associativity and commutativity",
                                         "associativity, commutativity and idempotence"};
    if (verdict.law == Law::none) return "outputs are the contract's very expressions";
    return fmt::format("needs {}; {}", laws[static_cast<int>(verdict.law)],
                       verdict.same_expression ? "every chip computes the same expression"
                                               : "chips compute different expressions, so rounding may differ");
}

}  // namespace ringproof::checker
