#include "model/bound.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include <boost/hana/for_each.hpp>
#include <fmt/format.h>

#include "model/collectives.h"

namespace ringproof::model {
namespace {

using C = Concrete;

/// Whether slots can come by a value that did not travel there.
bool makes_values(const Schedule& schedule) {
    const auto is_value = [](const C::Value& value) { return value.has_value(); };
    for (const Buffer& buffer : schedule.buffers)
        if (std::any_of(buffer.init.begin(), buffer.init.end(), is_value)) return true;
    for (const Agent& agent : schedule.agents)
        for (const Step& step : agent.steps)
            if (const auto* const write = std::get_if<Write<C>>(&step.operation); write && is_value(write->value))
                return true;
    return false;
}

/// Whether chips know of each other without a signal.
bool meets_for_free(const Schedule& schedule) {
    if (schedule.profile.entry != Entry::none) return true;
    return std::any_of(schedule.agents.begin(), schedule.agents.end(), [](const Agent& agent) {
        return std::any_of(agent.steps.begin(), agent.steps.end(),
                           [](const Step& step) { return std::holds_alternative<Barrier<C>>(step.operation); });
    });
}

/// Slots a block of the contract's input.
double block_of(const Schedule& schedule, const Contract& contract, collective::Blocks in, collective::Blocks out) {
    const bool in_place = contract.in == contract.out;
    const bool all = in == collective::Blocks::all || (in_place && out == collective::Blocks::all);
    for (const Buffer& buffer : schedule.buffers)
        if (buffer.name == contract.in) return static_cast<double>(all ? buffer.size / schedule.chips : buffer.size);
    return 0;
}

double busiest(const Schedule& schedule, const Costs& costs) {
    double most = 0;
    for (const Agent& agent : schedule.agents) {
        double sum = 0;
        for (const Step& step : agent.steps) sum += work_of(step.operation, costs);
        most = std::max(most, sum);
    }
    return most;
}

/// Calls `visit(input)` for each input of a term.
void each_input(const Term& term, const auto& visit) {
    std::visit(Overloaded{
                   [](const Atom&) {},
                   [&](const Input& input) { visit(input); },
                   [&](const Reduction& reduction) {
                       for (const Term& operand : reduction.operands) each_input(operand, visit);
                   },
                   [&](const Application& application) {
                       for (const Term& argument : application.arguments) each_input(argument, visit);
                   },
               },
               term.node);
}

class Finder {
public:
    Finder(const Schedule& schedule, const Timeline& timeline)
        : schedule_(schedule),
          timeline_(timeline),
          network_(timeline.topology, schedule.chips),
          to_carry_(network_.distances_from_0(timeline.carried)),
          to_reach_(network_.distances_from_0(timeline.used)),
          makes_values_(makes_values(schedule)) {}

    Bounds find() {
        for (const Contract& contract : schedule_.contracts)
            boost::hana::for_each(collective::list, [&](auto entry) {
                if (entry.info.name == contract.collective.text()) add(contract, entry);
            });
        if (!schedule_.claims.empty()) add_claims();
        if (schedule_.contracts.empty() && schedule_.claims.empty()) unknown("there is no contract");
        if (const double work = busiest(schedule_, timeline_.costs); work > 0)
            bounds_.list.push_back({"work of the busiest agent", "", work * timeline_.launches});
        return std::move(bounds_);
    }

private:
    template <class Entry>
    void add(const Contract& contract, Entry entry) {
        const std::string name(Entry::info.name);
        if (Entry::info.has_data && makes_values_)
            return unknown(name + ": values are made (init, write) that then need not travel");
        if (!Entry::info.has_data && meets_for_free(schedule_))
            return unknown(name + ": chips enter together, or meet at a barrier, in no time");
        const auto& used = Entry::info.has_data ? timeline_.carried : timeline_.used;
        const auto& distances = Entry::info.has_data ? to_carry_ : to_reach_;
        bool reached = true;
        const collective::Reach reach{schedule_.chips,
                                      block_of(schedule_, contract, Entry::in_blocks, Entry::out_blocks),
                                      directions(used),
                                      contract.root,
                                      contract.distance,
                                      [&](std::int32_t from, std::int32_t to) {
                                          const std::int32_t hops = distances[network_.as_from_0(from, to)];
                                          reached = reached && hops >= 0;
                                          return std::max(hops, 0);
                                      }};
        const collective::Least least = entry.least(reach);
        if (!reached) return unknown(name + ": in this run nothing reaches some chips");
        add_latency(name, Entry::hops, least.hops);
        if (Entry::info.has_data) add_bandwidth(name, Entry::slots, least.slots);
    }

    /// Free claims: how far their inputs come, and how many slots must come into the chip that needs the most. Claims
    /// of a chip that share no input of another need a slot each.
    void add_claims() {
        if (makes_values_) return unknown("ensures: values are made (init, write) that then need not travel");
        std::map<std::int32_t, std::set<std::tuple<std::int32_t, Symbol, std::int32_t>>> inputs_of_chip;
        std::map<std::int32_t, double> slots;
        double hops = 0, most = 0;
        for (const Claim& claim : schedule_.claims) {
            if (!claim.value) continue;
            const std::int32_t chip = schedule_.chip_of(claim.place);
            auto& inputs = inputs_of_chip[chip];
            std::vector<std::tuple<std::int32_t, Symbol, std::int32_t>> remote;
            bool reached = true;
            each_input(*claim.value, [&](const Input& input) {
                if (input.chip == chip) return;
                remote.emplace_back(input.chip, input.buffer, input.index);
                const std::int32_t far = to_carry_[network_.as_from_0(input.chip, chip)];
                reached = reached && far >= 0;
                hops = std::max<double>(hops, far);
            });
            if (!reached) return unknown("ensures: in this run nothing reaches some chips");
            const bool disjoint =
                std::none_of(remote.begin(), remote.end(), [&](const auto& input) { return inputs.contains(input); });
            if (!remote.empty() && disjoint) most = std::max(most, ++slots[chip]);
            inputs.insert(remote.begin(), remote.end());
        }
        add_latency("what is ensured", "h", hops);
        add_bandwidth("what is ensured", "k / d", most / directions(timeline_.carried));
    }

    void add_latency(const std::string& name, std::string_view formula, double hops) {
        // Chips that enter together start each launch anew; else launches may overlap.
        const bool in_turn = schedule_.profile.entry == model::Entry::barrier;
        bounds_.list.push_back({"latency of " + name, "alpha " + std::string(formula),
                                timeline_.costs.alpha * hops * (in_turn ? timeline_.launches : 1)});
    }
    void add_bandwidth(const std::string& name, std::string_view formula, double slots) {
        bounds_.list.push_back({"bandwidth of " + name, "beta " + std::string(formula),
                                timeline_.costs.beta * slots * (schedule_.has_launches() ? timeline_.launches : 1)});
    }
    /// At least 1.
    static std::int32_t directions(const std::vector<char>& used) {
        return std::max(1, static_cast<std::int32_t>(std::count(used.begin(), used.end(), 1)));
    }
    void unknown(const std::string& why) { bounds_.unknown += (bounds_.unknown.empty() ? "" : "; ") + why; }

    const Schedule& schedule_;
    const Timeline& timeline_;
    Network network_;
    std::vector<std::int32_t> to_carry_, to_reach_;  ///< hops from chip 0, where data went and where anything went
    bool makes_values_;
    Bounds bounds_;
};

}  // namespace

double Bounds::time() const {
    double most = 0;
    for (const Bound& bound : list) most = std::max(most, bound.time);
    return most;
}

Bounds lower_bounds(const Schedule& schedule, const Timeline& timeline) { return Finder(schedule, timeline).find(); }

}  // namespace ringproof::model
