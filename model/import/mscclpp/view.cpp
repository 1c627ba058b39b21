#include "model/import/mscclpp/view.h"

#include <algorithm>

#include "model/import/mscclpp/signals.h"

namespace ringproof::model::mscclpp {
namespace {

bool any_packets(const std::vector<Span>& spans) {
    return std::any_of(spans.begin(), spans.end(), [](const Span& span) { return span.memory == Memory::packets; });
}

/// Whether shares or pipelines divide chunks.
bool divides(const std::vector<Op>& ops) {
    return std::any_of(ops.begin(), ops.end(), [](const Op& op) {
        const auto* data = std::get_if<Data>(&op.what);
        return std::holds_alternative<Loop>(op.what) || (data && data->share.parts > 1);
    });
}

/// Walks along a block: has a thread possibly got stuck since the threads met?
class Stuck {
public:
    explicit Stuck(bool divided) : divided_(divided) {}

    /// Whether something that others wait for comes after something that waits, and is not ordered after all of it.
    bool scan(const std::vector<Op>& ops) {
        return std::any_of(ops.begin(), ops.end(), [this](const Op& op) { return scan(op); });
    }

private:
    bool scan(const Op& op) {
        if (const auto* loop = std::get_if<Loop>(&op.what)) return scan(loop->ops) || scan(loop->ops);
        if (const auto* data = std::get_if<Data>(&op.what)) {
            bool reads = false, writes = false;
            for (const Flow& flow : data->flows) {
                reads = reads || any_packets(flow.from);
                writes = writes || any_packets(flow.to);
            }
            if (writes && (threads_ || packets_)) return true;
            // One operation's later packets also come after it waited for its earlier ones.
            if (writes && reads && several(*data)) return true;
            packets_ = packets_ || reads;
        } else if (const auto* control = std::get_if<Control>(&op.what)) {
            // Threads one by one are followed exactly; only packets hold up what they do.
            if (packets_) return true;
            threads_ = threads_ || !control->actions.empty();
        } else {
            threads_ = packets_ = false;
        }
        return false;
    }
    bool several(const Data& data) const {
        return divided_ || data.flows.size() > 1 || (!data.flows.empty() && data.flows[0].to.front().count > 1);
    }

    bool divided_;          ///< a chunk may be several slots
    bool threads_ = false;  ///< some thread may wait
    bool packets_ = false;  ///< all threads may wait, for packets
};

}  // namespace

bool needs_two_views(const Parts& parts) {
    if (!first_relaxed(parts).empty()) return true;
    const auto any_block = [&](const auto& asked) {
        return std::any_of(parts.gpus.begin(), parts.gpus.end(), [&](const Gpu& gpu) {
            return std::any_of(gpu.blocks.begin(), gpu.blocks.end(),
                               [&](const Block& block) { return asked(block.ops); });
        });
    };
    const bool divided = any_block(divides);
    return any_block([&](const std::vector<Op>& ops) { return Stuck(divided).scan(ops); });
}

}  // namespace ringproof::model::mscclpp
