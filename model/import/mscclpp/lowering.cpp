#include "model/import/mscclpp/lowering.h"

#include <deque>
#include <optional>

#include <fmt/format.h>

#include "model/import/mscclpp/block.h"
#include "model/import/mscclpp/promise.h"
#include "model/validity.h"

namespace ringproof::model::mscclpp {
namespace {

constexpr std::int32_t launches = 2;

class Lowering {
public:
    Lowering(const Parts& parts, View view, const PlanOptions& options, const Limits& limits)
        : parts_(parts),
          limits_(limits),
          geometry_(geometry_of(parts, options, limits)),
          builder_(start(), limits),
          layout_(builder_, parts, geometry_),
          packets_(builder_, parts, geometry_, layout_) {
        if (view == View::published) published_.emplace(builder_, parts, geometry_);
        means_.emplace(Means{builder_, geometry_, layout_, packets_, published_ ? &*published_ : nullptr, view});
    }

    Lowered run() {
        const Promise promise = promise_of(schedule_, parts_);
        lowered_.notes = geometry_.notes;
        if (!promise.contract)
            lowered_.notes.push_back(fmt::format(
                "No results are checked, only races, deadlock and uninitialised data: {}", promise.why_not));
        if (packets_.rewritten())
            lowered_.notes.push_back(
                "A packet is written more than once in one launch: its flag does not tell its reader which one came");
        declare();
        for (std::int32_t copy = 0; copy < layout_.copies(); ++copy) {
            if (copy > 0)
                renew_inputs(builder_,
                             promise.contract ? claims_of(schedule_, *promise.contract, false) : std::vector<Claim>());
            write(copy);
        }
        promise_results(promise);
        validate_declarations(schedule_, limits_);
        return std::move(lowered_);
    }

private:
    Schedule& start() {
        schedule_.name = parts_.name;
        schedule_.source = parts_.file;
        schedule_.chips = static_cast<std::int32_t>(parts_.gpus.size());
        schedule_.profile.entry = Entry::none;
        schedule_.profile.exit = Exit::any;
        schedule_.profile.counter_life = Life::global;
        schedule_.launches = launches;
        return schedule_;
    }

    void declare() {
        for (std::int32_t gpu = 0; gpu < schedule_.chips; ++gpu) {
            const Gpu& from = parts_.gpus[static_cast<std::size_t>(gpu)];
            for (std::size_t i = 0; i < from.semaphores.size(); ++i)
                builder_.counter(gpu, fmt::format("semaphore {}", i), from.semaphores[i]);
            for (std::int32_t number = 0; const Block& block : from.blocks)
                blocks_.emplace_back(*means_, gpu, number++, block);
        }
    }

    void write(std::int32_t copy) {
        packets_.pass_on(copy, Symbol("a packet for several readers"));
        if (published_) start_signals();
        for (BlockWriter& block : blocks_) block.write(copy);
    }

    /// See Published: what a channel with relaxed signals tells of its sender is that its launch has begun.
    void start_signals() {
        published_->rewind();
        for (const auto& [direction, pattern] : published_->all()) {
            if (!pattern.starts) continue;
            const Channel channel{Link::memory, direction.from, direction.ordinal};
            builder_.add(builder_.agent(direction.from, "start"),
                         Signal<Concrete>{
                             builder_.counter(direction.to, incoming(channel) + " started"), Add<Concrete>{1}, {}, {}},
                         pattern.at);
        }
    }

    void promise_results(const Promise& promise) {
        if (!promise.contract) return;
        if (layout_.copies() == 1)
            schedule_.contracts.push_back(*promise.contract);
        else
            schedule_.claims = claims_of(schedule_, *promise.contract, true);
    }

    const Parts& parts_;
    Limits limits_;
    Lowered lowered_;
    Schedule& schedule_ = lowered_.schedule;
    Geometry geometry_;
    Builder builder_;
    Layout layout_;
    Packets packets_;
    std::optional<Published> published_;
    std::optional<Means> means_;
    std::deque<BlockWriter> blocks_;
};

}  // namespace

Lowered lowered(const Parts& parts, View view, const PlanOptions& options, const Limits& limits) {
    return Lowering(parts, view, options, limits).run();
}

}  // namespace ringproof::model::mscclpp
