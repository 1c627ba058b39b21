#include "model/import/mscclpp/promise.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "model/contract.h"
#include "model/import/mscclpp/layout.h"
#include "model/language/suggest.h"

namespace ringproof::model::mscclpp {
namespace {

/// Collectives of plans and those of the library. A `sendrecv` sends to the next rank and receives from the one before.
struct Known {
    std::string_view plan;
    std::string_view library;
    std::int32_t distance = 0;
};
constexpr std::array collectives_of_plans{
    Known{"allreduce", "all_reduce"}, Known{"allgather", "all_gather"}, Known{"reducescatter", "reduce_scatter"},
    Known{"alltoall", "all_to_all"},  Known{"sendrecv", "permute", 1},  Known{"broadcast", "broadcast"},
    Known{"reduce", "reduce"},
};

std::string meant(const std::string& name) {
    std::vector<std::string_view> known;
    for (const Known& one : collectives_of_plans) known.push_back(one.plan);
    return did_you_mean(name, known);
}

/// That of the plan's reductions, if they have one.
Symbol rule_in(const Parts& parts) {
    Symbol rule;
    each_op(parts, [&](const Op& op) {
        if (const auto* data = std::get_if<Data>(&op.what); data && rule.empty()) rule = data->rule;
    });
    return rule.empty() ? Symbol("add") : rule;
}

Term input(const Input& of, bool second) {
    if (!second) return Term{of};
    return Term{Application{Symbol("again"), 0, {Term{of}}}};
}

Term term(const Expected& expected, std::int32_t chips, bool second) {
    if (const auto* one = std::get_if<Input>(&expected)) return input(*one, second);
    const auto& across = std::get<Across>(expected);
    Reduction reduction{across.rule, {}};
    for (std::int32_t chip = 0; chip < chips; ++chip)
        reduction.operands.push_back(input({chip, across.buffer, across.index}, second));
    return Term{std::move(reduction)};
}

}  // namespace

Promise promise_of(const Schedule& schedule, const Parts& parts) {
    const auto found = std::find_if(collectives_of_plans.begin(), collectives_of_plans.end(),
                                    [&](const Known& entry) { return entry.plan == parts.collective; });
    if (found == collectives_of_plans.end())
        return {std::nullopt,
                fmt::format("no collective is known as '{}'{}", parts.collective, meant(parts.collective))};
    const bool in_place = alias_of(parts) != Alias::apart;
    Contract contract;
    contract.collective = Symbol(found->library);
    contract.in = Symbol(in_place ? "inout" : "input");
    contract.out = Symbol(in_place ? "inout" : "output");
    if (find_collective(found->library)->reduces) contract.rule = rule_in(parts);
    contract.distance = found->distance;
    std::string fault = check_contract(BufferIndex(schedule), contract);
    if (!fault.empty()) return {std::nullopt, std::move(fault)};
    return {contract, {}};
}

std::vector<Claim> claims_of(const Schedule& schedule, const Contract& contract, bool second) {
    std::vector<Claim> claims;
    const BufferIndex buffers(schedule);
    for (std::int32_t chip = 0; chip < schedule.chips; ++chip)
        each_claim(buffers, contract, chip, [&](Place place, const Expected& expected) {
            claims.push_back({place, term(expected, schedule.chips, second)});
        });
    return claims;
}

void renew_inputs(Builder& builder, const std::vector<Claim>& claims) {
    const Symbol at("between two launches");
    Schedule& schedule = builder.schedule();
    std::vector<std::int32_t> hosts;
    for (std::int32_t chip = 0; chip < schedule.chips; ++chip) hosts.push_back(builder.agent(chip, "host"));
    const auto chip_of = [&](std::int32_t agent) { return schedule.agents[static_cast<std::size_t>(agent)].chip; };
    const auto all_meet = [&](std::string_view name) {
        for (std::int32_t agent = 0; agent < std::ssize(schedule.agents); ++agent)
            builder.add(agent, model::Barrier<Concrete>{Symbol(fmt::format("gpu {} {}", chip_of(agent), name))}, at);
    };
    all_meet("the launch ends");
    for (const Claim& claim : claims)
        builder.add(hosts[static_cast<std::size_t>(schedule.chip_of(claim.place))],
                    Read<Concrete>{claim.place, claim.value}, at);
    for (std::int32_t id = 0; id < std::ssize(schedule.buffers); ++id) {
        const Buffer buffer = schedule.buffers[static_cast<std::size_t>(id)];
        if (!is_input(buffer.role)) continue;
        for (std::int32_t index = 0; index < buffer.size; ++index)
            builder.add(hosts[static_cast<std::size_t>(buffer.chip)],
                        Write<Concrete>{{id, index}, input({buffer.chip, buffer.name, index}, true)}, at);
    }
    all_meet("the next launch begins");
}

}  // namespace ringproof::model::mscclpp
