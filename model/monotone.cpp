#include "model/monotone.h"

#include <map>

#include <fmt/format.h>

#include "model/event.h"

namespace ringproof::model {
namespace {

using C = Concrete;

std::string_view fault_of(const Operation& operation) {
    return std::visit(
        Overloaded{
            [](const Set<C>&) -> std::string_view { return "sets a counter, which may wipe out a raise"; },
            [](const Snapshot<C>&) -> std::string_view { return "takes a snapshot, so later waits depend on when"; },
            [](const Poll<C>&) -> std::string_view { return "polls data, which a later write may take back"; },
            [](const Signal<C>& signal) -> std::string_view {
                return std::holds_alternative<Assign<C>>(signal.effect) ? "sets a counter from afar" : "";
            },
            [](const Wait<C>& wait) -> std::string_view {
                const auto* const until = std::get_if<AtLeast<C>>(&wait.until);
                if (until == nullptr) return "waits for a value that a further raise can pass";
                return std::holds_alternative<All>(until->take) ? "takes all, so how much depends on when" : "";
            },
            [](const auto&) -> std::string_view { return ""; },
        },
        operation);
}

struct Waiters {
    std::int32_t agent = -1;
    bool several = false;
    bool taken = false;
};

}  // namespace

std::string why_not_monotone(const Schedule& schedule) {
    std::map<Counter, Waiters> waiters;
    for (std::size_t id = 0; id < schedule.agents.size(); ++id) {
        const Agent& agent = schedule.agents[id];
        const auto who = [&](const Step& step, std::size_t index) {
            return fmt::format("{} of chip {}, {}", agent.name.text(), agent.chip,
                               step.at.empty() ? fmt::format("operation {}", index) : step.at.text());
        };
        for (std::size_t index = 0; index < agent.steps.size(); ++index) {
            const Step& step = agent.steps[index];
            if (const std::string_view fault = fault_of(step.operation); !fault.empty())
                return fmt::format("{} {}", who(step, index), fault);
            const auto* const wait = std::get_if<Wait<C>>(&step.operation);
            if (wait == nullptr) continue;
            Waiters& counter = waiters[wait->counter];
            counter.several |= counter.agent >= 0 && counter.agent != static_cast<std::int32_t>(id);
            counter.agent = static_cast<std::int32_t>(id);
            counter.taken |= std::get<std::int32_t>(std::get<AtLeast<C>>(wait->until).take) > 0;
            if (counter.several && counter.taken)
                return fmt::format("{}: a second agent waits on {}, which is taken from", who(step, index),
                                   schedule.text(wait->counter));
        }
    }
    return {};
}

}  // namespace ringproof::model
