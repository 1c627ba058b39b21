#include <map>
#include <set>

#include <boost/icl/interval_set.hpp>
#include <fmt/format.h>

#include "model/import/mscclpp/reader.h"

namespace ringproof::model::mscclpp {
namespace {

using Chunks = boost::icl::interval_set<std::int64_t>;

[[noreturn]] void fail(const Op& op, Code code, std::string message) {
    Location location;
    location.path = op.path.text();
    throw Fault(code, std::move(message), location);
}

/// The runtime counts arrivals up to the number that is given: too few never open it, too many open it twice.
void check_barriers(const Gpu& gpu) {
    std::map<std::int32_t, std::set<std::size_t>> blocks;
    for (std::size_t block = 0; block < gpu.blocks.size(); ++block)
        each_op(gpu.blocks[block].ops, [&](const Op& op) {
            if (const auto* join = std::get_if<Join>(&op.what)) blocks[join->barrier].insert(block);
        });
    for (const Block& block : gpu.blocks)
        each_op(block.ops, [&](const Op& op) {
            const auto* join = std::get_if<Join>(&op.what);
            if (!join) return;
            const auto naming = static_cast<std::int64_t>(blocks[join->barrier].size());
            if (join->blocks != naming)
                fail(op, Code::amount_range,
                     fmt::format("expected barrier {} for as many thread blocks as name it, {}, "
                                 "found it for {}",
                                 join->barrier, naming, join->blocks));
        });
}

/// A chunk of packets has twice the bytes of a chunk, and so lies elsewhere. They become different buffers, which is
/// right where they do not overlap.
class Apart {
public:
    explicit Apart(std::size_t gpus) : plain_(gpus), packets_(gpus) {}

    void note(const Op& op) {
        if (const auto* data = std::get_if<Data>(&op.what))
            for (const Flow& flow : data->flows) note(op, flow);
        if (const auto* control = std::get_if<Control>(&op.what))
            for (const Action& action : control->actions)
                if (const auto* push = std::get_if<Push>(&action); push && push->put) note(op, *push->put);
    }

private:
    void note(const Op& op, const Flow& flow) {
        for (const auto* spans : {&flow.from, &flow.to})
            for (const Span& span : *spans) note(op, span);
    }
    void note(const Op& op, const Span& span) {
        const auto gpu = static_cast<std::size_t>(span.gpu);
        const bool packets = span.memory == Memory::packets;
        if (!packets && span.memory != Memory::scratch) return;
        const std::int64_t scale = packets ? 2 : 1;
        const auto range = Chunks::interval_type::right_open(span.chunk * scale, (span.chunk + span.count) * scale);
        if (boost::icl::intersects((packets ? plain_ : packets_)[gpu], range))
            fail(
                op, Code::wrong_kind,
                fmt::format("the same bytes of the scratch of gpu {} are used for packets and for plain data, which is "
                            "not understood",
                            span.gpu));
        (packets ? packets_ : plain_)[gpu].add(range);
    }

    std::vector<Chunks> plain_, packets_;
};

/// The i-th channel or semaphore of an operation is thread i's.
void check_threads(const Parts& parts) {
    each_op(parts, [&](const Op& op) {
        const auto* control = std::get_if<Control>(&op.what);
        if (control && parts.threads > 0 && std::ssize(control->actions) > parts.threads)
            fail(op, Code::bad_plan,
                 fmt::format("it needs {} threads, one for each channel, and num_threads_per_block is {}",
                             control->actions.size(), parts.threads));
    });
}

}  // namespace

void check_whole(Reading& reading) {
    Apart apart(reading.parts.gpus.size());
    for (const Gpu& gpu : reading.parts.gpus) {
        check_barriers(gpu);
        for (const Block& block : gpu.blocks) each_op(block.ops, [&](const Op& op) { apart.note(op); });
    }
    check_threads(reading.parts);
}

}  // namespace ringproof::model::mscclpp
