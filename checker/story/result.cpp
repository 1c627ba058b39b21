#include <algorithm>

#include <fmt/format.h>

#include "checker/story/origin.h"
#include "checker/story/parts.h"
#include "checker/story/slots.h"
#include "checker/story/stories.h"
#include "checker/story/words.h"
#include "model/contract.h"

namespace ringproof::checker {
namespace {

using namespace model;

constexpr std::size_t most_hops = 6;            ///< lines that a value's way is told in
constexpr std::size_t value_length = 60;        ///< bytes of a value within a line
constexpr std::size_t longest_trace = 300'000;  ///< events that are run once more to find the way

/// The value that the finding says was expected, as a value of the machine's store.
std::optional<Value> expected_of(const Case& told, Values& values) {
    const Schedule& schedule = told.schedule;
    const Finding& finding = told.finding();
    std::optional<Value> expected;
    const auto take = [&](Value value) {
        if (!expected && values.text(value) == finding.expected) expected = value;
    };
    if (!is_environment(finding.event.moment)) {
        if (const auto* const read = std::get_if<Read<Concrete>>(&operation_of(schedule, finding.event)))
            take(values.of(read->expect, finding.event.launch));
        return expected;
    }
    // Without launches, outputs are judged against what the inputs held at the start.
    const std::int32_t launch = schedule.has_launches() ? finding.event.launch : 0;
    const BufferIndex buffers(schedule);
    for (const Contract& contract : schedule.contracts)
        each_claim(buffers, contract, schedule.chip_of(*finding.place), [&](Place place, const Expected& promised) {
            if (place == *finding.place) take(values.of(promised, schedule.chips, launch));
        });
    for (const Claim& claim : schedule.claims)
        if (claim.place == *finding.place) take(values.of(claim.value, launch));
    return expected;
}

/// The way of the value of a store, from where it came in, or went wrong, up to that store.
struct Way {
    std::vector<int> stores;
    bool turned = false;  ///< at the first store what went in was still a part of what is expected
};

Way way_of(const Origins& origins, const Parts& parts, int store) {
    Way way{{store}, false};
    for (;;) {
        const auto& inputs = origins[way.stores.back()].inputs;
        if (inputs.empty()) break;
        const bool wrong = !parts.has(origins[way.stores.back()].value);
        // What is no part of the expected value leads on; where all of it is a part, what has most of it.
        int next = -1;
        for (const int input : inputs)
            if (wrong && !parts.has(origins[input].value)) {
                next = input;
                break;
            }
        if (wrong && next < 0) {
            way.turned = true;
            break;
        }
        if (!wrong)
            next = *std::max_element(inputs.begin(), inputs.end(), [&](int a, int b) {
                return parts.size_of(origins[a].value) < parts.size_of(origins[b].value);
            });
        way.stores.push_back(next);
    }
    std::reverse(way.stores.begin(), way.stores.end());
    return way;
}

/// `before`: what the store before it on the way made; a move makes the same, which need not be told again.
Remark hop_remark(const Case& told, const Origins::Store& store, std::optional<Value> before, const Values& values) {
    const std::string value = values.text(store.value, value_length);
    if (!store.event)
        return {fmt::format("{} holds {} from the start", told.schedule.text(store.place), value), {}, 1, false};
    Remark remark{fmt::format("{}: {}", actor_and_line(told.schedule, *store.event, told.several),
                              operation_text(told.schedule, *store.event)),
                  {*store.event},
                  1,
                  false};
    if (before != store.value) remark.text += fmt::format(", which makes {}", value);
    return remark;
}

void add_way(Remarks& remarks, const Case& told) {
    Machine machine(told.schedule, told.launches);
    Origins origins(machine, told.counterexample.trace);
    const auto expected = expected_of(told, machine.values());
    if (!expected) return;
    const Values& values = machine.values();
    const Parts parts(values, *expected);
    const int last = origins.of(*told.finding().place);
    const Value found = origins[last].value;
    if (const std::string text = parts.difference(found, told.several); !text.empty())
        remarks.push_back({text + ".", {}, 0, false});
    if (found == nothing) {
        remarks.push_back(
            {fmt::format("It is empty: {}.", why_empty(told.schedule, told.counterexample.trace, *told.finding().place,
                                                       told.finding().event.launch, told.several)),
             {},
             0,
             false});
        return;
    }
    const Way way = way_of(origins, parts, last);
    const bool wrong = !parts.has(found);
    remarks.push_back({wrong ? "How it came there:" : "How it came there, as far as it came:", {}, 0, false});
    const std::size_t shown = way.stores.size() <= most_hops ? way.stores.size() : most_hops - 3;
    for (std::size_t i = 0; i < way.stores.size(); ++i) {
        if (i == shown) {
            const std::size_t tail = way.stores.size() - 2;
            remarks.push_back({fmt::format("... {} more ...", tail - i), {}, 1, false});
            i = tail;
        }
        Remark remark = hop_remark(told, origins[way.stores[i]],
                                   i == 0 ? std::nullopt : std::optional(origins[way.stores[i - 1]].value), values);
        if (wrong && way.turned && i == 0) remark.text += "  <- here it goes wrong: what went in still was right";
        // It was foreign from the start: the fault is whoever fetched it.
        if (wrong && !way.turned && i == std::min<std::size_t>(1, way.stores.size() - 1))
            remark.text += fmt::format("  <- here it is brought in; {} does not belong there",
                                       values.text(origins[way.stores[0]].value, value_length));
        remarks.push_back(std::move(remark));
    }
}

}  // namespace

Remarks result_remarks(const Case& told) {
    const Finding& finding = told.finding();
    Remarks remarks;
    if (!is_environment(finding.event.moment))
        remarks.push_back(operation_remark(told.schedule, finding.event, told.several));
    remarks.push_back({fmt::format("expected {}", finding.expected), {finding.event}, 0, false});
    remarks.push_back({fmt::format("found    {}", finding.found), {finding.event}, 0, false});
    if (const auto& trace = told.counterexample.trace; !trace.empty() && trace.size() <= longest_trace)
        add_way(remarks, told);
    return remarks;
}

Remarks uninitialised_remarks(const Case& told) {
    const Finding& finding = told.finding();
    Remarks remarks;
    if (!is_environment(finding.event.moment))
        remarks.push_back(operation_remark(told.schedule, finding.event, told.several));
    // What reads it may write it as well, later.
    Trace trace = told.counterexample.trace;
    std::erase_if(trace, [&](const Event& event) { return same_operation(event, finding.event); });
    remarks.push_back({fmt::format("{} is read, and {}.", told.schedule.text(*finding.place),
                                   why_empty(told.schedule, trace, *finding.place, finding.event.launch, told.several)),
                       {finding.event},
                       0,
                       false});
    return remarks;
}

}  // namespace ringproof::checker
