#include "generators/removal.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "generators/operation_parts.h"

namespace ringproof::generators {
namespace {

using C = model::Concrete;

/// The new number of everything, -1 where it goes.
struct Renumbering {
    std::vector<std::int32_t> chips, buffers, semaphores;
};

std::vector<std::int32_t> without(std::size_t count, auto&& goes) {
    std::vector<std::int32_t> numbers(count);
    std::int32_t next = 0;
    for (std::size_t id = 0; id < count; ++id) numbers[id] = goes(static_cast<std::int32_t>(id)) ? -1 : next++;
    return numbers;
}

/// Renumbers the chips that a term names; false where one of them goes. Chips that never were stay.
struct TermChange {
    const std::vector<std::int32_t>& chips;

    bool operator()(model::Atom&) const { return true; }
    bool operator()(model::Input& input) const {
        if (std::cmp_greater_equal(input.chip, chips.size())) return true;
        input.chip = chips[static_cast<std::size_t>(input.chip)];
        return input.chip >= 0;
    }
    bool operator()(model::Reduction& reduction) const { return all(reduction.operands); }
    bool operator()(model::Application& application) const { return all(application.arguments); }
    bool all(std::vector<model::Term>& terms) const {
        return std::all_of(terms.begin(), terms.end(), [&](model::Term& term) { return std::visit(*this, term.node); });
    }
    bool optional(C::Value& value) const { return !value || std::visit(*this, value->node); }
};

bool renumber(const Renumbering& by, model::Operation& operation) {
    const auto lose = [&](std::optional<model::Raise<C>>& raise) {
        if (raise && by.semaphores[static_cast<std::size_t>(raise->counter.semaphore)] < 0) raise.reset();
    };
    if (auto* const put = std::get_if<model::Put<C>>(&operation)) {
        lose(put->send);
        lose(put->recv);
    } else if (auto* const get = std::get_if<model::Get<C>>(&operation)) {
        lose(get->done);
    }
    for (model::Place* const place : places_of(operation)) {
        place->buffer = by.buffers[static_cast<std::size_t>(place->buffer)];
        if (place->buffer < 0) return false;
    }
    for (model::Counter* const counter : counters_of(operation)) {
        counter->semaphore = by.semaphores[static_cast<std::size_t>(counter->semaphore)];
        if (counter->semaphore < 0) return false;
    }
    const TermChange terms{by.chips};
    if (auto* const write = std::get_if<model::Write<C>>(&operation)) return terms.optional(write->value);
    if (auto* const read = std::get_if<model::Read<C>>(&operation)) return terms.optional(read->expect);
    return true;
}

template <class Declaration>
void keep(std::vector<Declaration>& all, const Renumbering& by, const std::vector<std::int32_t>* numbers) {
    std::vector<Declaration> kept;
    for (std::size_t id = 0; id < all.size(); ++id) {
        const std::int32_t chip = by.chips[static_cast<std::size_t>(all[id].chip)];
        if (chip < 0 || (numbers != nullptr && (*numbers)[id] < 0)) continue;
        kept.push_back(std::move(all[id]));
        kept.back().chip = chip;
    }
    all = std::move(kept);
}

void apply(model::Schedule& schedule, const Renumbering& by) {
    keep(schedule.agents, by, nullptr);
    for (model::Agent& agent : schedule.agents)
        std::erase_if(agent.steps, [&](model::Step& step) { return !renumber(by, step.operation); });
    std::erase_if(schedule.claims, [&](model::Claim& claim) {
        claim.place.buffer = by.buffers[static_cast<std::size_t>(claim.place.buffer)];
        return claim.place.buffer < 0 || !TermChange{by.chips}.optional(claim.value);
    });
    keep(schedule.buffers, by, &by.buffers);
    keep(schedule.semaphores, by, &by.semaphores);
    for (model::Buffer& buffer : schedule.buffers)
        for (C::Value& value : buffer.init)
            if (!TermChange{by.chips}.optional(value)) value.reset();
}

Renumbering nothing_goes(const model::Schedule& schedule) {
    const auto stays = [](std::int32_t) { return false; };
    return {without(static_cast<std::size_t>(schedule.chips), stays), without(schedule.buffers.size(), stays),
            without(schedule.semaphores.size(), stays)};
}

}  // namespace

void remove_chip(model::Schedule& schedule, std::int32_t chip) {
    const auto of_chip = [&](const auto& all) {
        return without(all.size(), [&](std::int32_t id) { return all[static_cast<std::size_t>(id)].chip == chip; });
    };
    Renumbering by;
    by.chips = without(static_cast<std::size_t>(schedule.chips), [&](std::int32_t id) { return id == chip; });
    by.buffers = of_chip(schedule.buffers);
    by.semaphores = of_chip(schedule.semaphores);
    apply(schedule, by);
    --schedule.chips;
}

void remove_buffer(model::Schedule& schedule, std::int32_t id) {
    Renumbering by = nothing_goes(schedule);
    by.buffers = without(schedule.buffers.size(), [&](std::int32_t other) { return other == id; });
    apply(schedule, by);
}

void remove_semaphore(model::Schedule& schedule, std::int32_t id) {
    Renumbering by = nothing_goes(schedule);
    by.semaphores = without(schedule.semaphores.size(), [&](std::int32_t other) { return other == id; });
    apply(schedule, by);
}

}  // namespace ringproof::generators
