#include "model/contract.h"

#include <algorithm>
#include <array>

#include <boost/hana/for_each.hpp>
#include <boost/hana/unpack.hpp>
#include <fmt/format.h>

#include "model/collectives.h"
#include "model/rule.h"

namespace ringproof::model {
namespace {

constexpr auto every_collective =
    boost::hana::unpack(collective::list, [](auto... entry) { return std::array{entry.info...}; });

/// Calls `use(entry)` with the list's entry of that name; false if there is none.
bool with_collective(std::string_view name, auto&& use) {
    bool found = false;
    boost::hana::for_each(collective::list, [&](auto entry) {
        if (entry.info.name != name) return;
        found = true;
        use(entry);
    });
    return found;
}

/// Slots a block: what is left of a buffer's size when the collective spans all chips.
std::int32_t block_size(std::int32_t slots, collective::Blocks blocks, std::int32_t chips) {
    return blocks == collective::Blocks::all ? slots / chips : slots;
}

std::string check_buffers(const BufferIndex& buffers, const Contract& contract, collective::Blocks in_blocks,
                          collective::Blocks out_blocks) {
    const Schedule& schedule = buffers.schedule();
    const bool in_place = contract.in == contract.out;
    // In place there is one buffer and it must be large enough for the larger side.
    if (in_place && (in_blocks == collective::Blocks::all || out_blocks == collective::Blocks::all))
        in_blocks = out_blocks = collective::Blocks::all;
    std::int32_t block = -1;
    for (std::int32_t chip = 0; chip < schedule.chips; ++chip) {
        struct Side {
            Symbol name;
            collective::Blocks blocks;
            bool input;
        };
        for (const Side& side : {Side{contract.in, in_blocks, true}, Side{contract.out, out_blocks, false}}) {
            const std::int32_t id = buffers.find(chip, side.name);
            if (id < 0) return fmt::format("chip {} has no buffer '{}'", chip, side.name.text());
            const Buffer& buffer = schedule.buffers[id];
            if (side.input ? !is_input(buffer.role) : schedule.has_launches() && !is_output(buffer.role))
                return fmt::format("buffer '{}' must be declared {}", side.name.text(),
                                   in_place     ? "inout"
                                   : side.input ? "in or inout"
                                                : "out or inout");
            if (side.blocks == collective::Blocks::all && buffer.size % schedule.chips != 0)
                return fmt::format("buffer '{}' has {} slots, which is no multiple of {} chips", side.name.text(),
                                   buffer.size, schedule.chips);
            const std::int32_t slots = block_size(buffer.size, side.blocks, schedule.chips);
            if (block >= 0 && slots != block)
                return fmt::format("'{}' and '{}' do not fit: {} and {} slots a block on {} chips", contract.in.text(),
                                   contract.out.text(), block, slots, schedule.chips);
            block = slots;
        }
    }
    return {};
}

}  // namespace

std::span<const Collective> collectives() { return every_collective; }

const Collective* find_collective(std::string_view name) {
    const auto found = std::find_if(every_collective.begin(), every_collective.end(),
                                    [&](const Collective& c) { return c.name == name; });
    return found == every_collective.end() ? nullptr : &*found;
}

void each_claim(const BufferIndex& buffers, const Contract& contract, std::int32_t chip,
                const std::function<void(Place, const Expected&)>& emit) {
    const Schedule& schedule = buffers.schedule();
    with_collective(contract.collective.text(), [&](auto entry) {
        if constexpr (entry.info.has_data) {
            const bool in_place = contract.in == contract.out;
            const std::int32_t out = buffers.find(chip, contract.out);
            // In place both sides share the buffer of the larger side.
            const auto out_blocks =
                in_place && entry.in_blocks == collective::Blocks::all ? collective::Blocks::all : entry.out_blocks;
            const std::int32_t m = block_size(schedule.buffers[out].size, out_blocks, schedule.chips);
            const collective::Call call{schedule.chips, chip, contract.root, contract.distance, in_place};
            entry.claims(call, [&](std::int32_t block, auto source) {
                for (std::int32_t k = 0; k < m; ++k) {
                    const Place place{out, block * m + k};
                    if constexpr (std::is_same_v<decltype(source), collective::From<std::int32_t>>)
                        emit(place, Input{source.chip, contract.in, source.block * m + k});
                    else
                        emit(place, Across{contract.rule, contract.in, source.block * m + k});
                }
            });
        }
    });
}

bool must_have_entered(const Schedule& schedule, const Contract& contract, std::int32_t leaver, std::int32_t other) {
    const Collective* const collective = find_collective(contract.collective.text());
    if (collective == nullptr || collective->has_data) return false;
    const std::int32_t ahead = ((other - leaver) % schedule.chips + schedule.chips) % schedule.chips;
    return contract.distance == 0 || std::min(ahead, schedule.chips - ahead) <= contract.distance;
}

std::string check_contract(const BufferIndex& buffers, const Contract& contract) {
    const Schedule& schedule = buffers.schedule();
    std::string fault;
    const bool known = with_collective(contract.collective.text(), [&](auto entry) {
        if constexpr (entry.info.reduces) {
            const auto rule = find_rule(contract.rule.text());
            if (!rule || !rules()[*rule].reduces)
                fault = fmt::format("'{}' is no rule that reduces", contract.rule.text());
        }
        if (entry.info.rooted && (contract.root < 0 || contract.root >= schedule.chips))
            fault = fmt::format("root {} is not one of chips 0 to {}", contract.root, schedule.chips - 1);
        if (!entry.info.has_data && contract.distance < 0) fault = "a barrier's distance is not negative";
        if (!entry.info.has_data && !schedule.has_launches())
            fault = "a barrier contract speaks of entering and leaving, which entry 'together' has not";
        if (entry.info.has_data && fault.empty())
            fault = check_buffers(buffers, contract, entry.in_blocks, entry.out_blocks);
    });
    return known ? fault : fmt::format("'{}' is no collective of the library", contract.collective.text());
}

BufferIndex::BufferIndex(const Schedule& schedule) : schedule_(schedule) {
    for (std::size_t id = 0; id < schedule.buffers.size(); ++id)
        ids_[schedule.buffers[id].name].emplace(schedule.buffers[id].chip, static_cast<std::int32_t>(id));
}

std::int32_t BufferIndex::find(std::int32_t chip, Symbol name) const {
    const auto named = ids_.find(name);
    if (named == ids_.end()) return -1;
    const auto found = named->second.find(chip);
    return found == named->second.end() ? -1 : found->second;
}

}  // namespace ringproof::model
