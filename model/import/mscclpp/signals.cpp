#include "model/import/mscclpp/signals.h"

#include <algorithm>

#include <fmt/format.h>

namespace ringproof::model::mscclpp {
namespace {

bool is_relaxed(const Action& action) {
    const auto* signal = std::get_if<SendSignal>(&action);
    const auto* wait = std::get_if<AwaitSignal>(&action);
    return (signal && signal->relaxed) || (wait && wait->relaxed);
}

}  // namespace

Symbol first_relaxed(const Parts& parts) {
    Symbol first;
    each_op(parts, [&](const Op& op) {
        const auto* control = std::get_if<Control>(&op.what);
        if (first.empty() && control && std::any_of(control->actions.begin(), control->actions.end(), is_relaxed))
            first = op.at;
    });
    return first;
}

std::string incoming(const Channel& channel) {
    return fmt::format("from {} {} {}", channel.peer, channel.link == Link::port ? "port" : "memory", channel.ordinal);
}

Published::Published(Builder& builder, const Parts& parts, const Geometry& geometry) : builder_(builder) {
    std::map<Direction, Use> uses;
    for (std::int32_t gpu = 0; gpu < std::ssize(parts.gpus); ++gpu) {
        std::int64_t number = 0;
        for (const Block& block : parts.gpus[static_cast<std::size_t>(gpu)].blocks)
            scan(gpu, number++, block.ops, geometry, uses);
    }
    const auto any = [](const std::vector<bool>& relaxed) {
        return std::find(relaxed.begin(), relaxed.end(), true) != relaxed.end();
    };
    for (const auto& [direction, use] : uses)
        if (any(use.signals) || any(use.waits)) patterns_.emplace(direction, pattern_of(use));
}

void Published::scan(std::int32_t gpu, std::int64_t block, const std::vector<Op>& ops, const Geometry& geometry,
                     std::map<Direction, Use>& uses) {
    for (const Op& op : ops) {
        builder_.work();
        if (const auto* loop = std::get_if<Loop>(&op.what))
            for (std::int64_t i = 0; i < geometry.repeats(*loop); ++i) {
                builder_.work();
                scan(gpu, block, loop->ops, geometry, uses);
            }
        const auto* control = std::get_if<Control>(&op.what);
        if (!control) continue;
        constexpr std::int64_t most_threads = 1 << 20;
        std::int64_t thread = block * most_threads;
        for (const Action& action : control->actions) {
            builder_.work();
            if (const auto* signal = std::get_if<SendSignal>(&action)) {
                Use& use = uses[{signal->channel.peer, gpu, signal->channel.ordinal}];
                use.signals.push_back(signal->relaxed);
                use.senders.add(thread);
                if (use.at.empty()) use.at = op.at;
            }
            if (const auto* wait = std::get_if<AwaitSignal>(&action); wait && wait->channel.link == Link::memory) {
                Use& use = uses[{gpu, wait->channel.peer, wait->channel.ordinal}];
                use.waits.push_back(wait->relaxed);
                use.waiters.add(thread);
            }
            ++thread;
        }
    }
}

Published::Pattern Published::pattern_of(const Use& use) {
    Pattern pattern{std::vector<bool>(use.signals.size(), false),
                    std::vector<std::int32_t>(use.waits.size(), 0),
                    false,
                    0,
                    0,
                    use.at};
    if (use.signals.size() != use.waits.size() || use.waiters.several) return pattern;
    pattern.starts = true;
    const bool in_order = !use.senders.several;
    std::size_t taken = 0;  // signals that an earlier wait has
    for (std::size_t wait = 0; wait < use.waits.size(); ++wait) {
        const bool is_last = wait + 1 == use.waits.size();
        if (use.waits[wait] || !(in_order || is_last)) continue;
        for (; taken <= wait; ++taken)
            if (!use.signals[taken]) {
                pattern.raises[taken] = true;
                ++pattern.takes[wait];
            }
    }
    return pattern;
}

Published::Pattern* Published::find(const Direction& direction) {
    const auto found = patterns_.find(direction);
    return found == patterns_.end() ? nullptr : &found->second;
}

void Published::rewind() {
    for (auto& [direction, pattern] : patterns_) pattern.next_signal = pattern.next_wait = 0;
}

}  // namespace ringproof::model::mscclpp
