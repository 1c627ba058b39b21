#include "model/import/mscclpp/view.h"

#include <algorithm>

#include "model/import/mscclpp/signals.h"

namespace ringproof::model::mscclpp {
namespace {

bool any_packets(const std::vector<Span>& spans) {
    return std::any_of(spans.begin(), spans.end(), [](const Span& span) { return span.memory == Memory::packets; });
}

/// Walks along a block: has a thread possibly got stuck since the threads met?
class Stuck {
public:
    /// Whether something that others wait for comes after something that waits, both for different reasons unordered.
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
    static bool several(const Data& data) {
        return data.flows.size() > 1 || (!data.flows.empty() && data.flows[0].to.front().count > 1);
    }

    bool threads_ = false;  ///< some thread may wait
    bool packets_ = false;  ///< all threads may wait, for packets
};

}  // namespace

bool needs_two_views(const Parts& parts) {
    if (has_relaxed(parts)) return true;
    return std::any_of(parts.gpus.begin(), parts.gpus.end(), [](const Gpu& gpu) {
        return std::any_of(gpu.blocks.begin(), gpu.blocks.end(),
                           [](const Block& block) { return Stuck().scan(block.ops); });
    });
}

}  // namespace ringproof::model::mscclpp
