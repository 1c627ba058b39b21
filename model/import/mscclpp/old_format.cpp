#include <map>

#include <fmt/format.h>

#include "model/import/mscclpp/old_operation.h"
#include "model/import/mscclpp/reader.h"

namespace ringproof::model::mscclpp {
namespace {

/// What a gpu declares for its blocks. A channel is known by its buffers and its type, and a number among those alike.
class OldDeclarations {
public:
    OldDeclarations(const Reading& reading, const Fields& gpu) : gpus_(reading.parts.gpus.size()) {
        gpu.need("channels").each_element([&](const JsonCursor& at) { channel(Fields(at)); });
    }

    OldNames block(const Fields& block) const {
        OldNames names;
        block.need("channels").each_element([&](const JsonCursor& at) {
            const Fields fields(at);
            const OldKey key = key_of(fields, "src", "dst", "ctype");
            const auto found = channels_.find(key);
            const std::vector<OldEnd> none;
            const std::vector<OldEnd>& all = found == channels_.end() ? none : found->second;
            fields.need("cids").each_element([&](const JsonCursor& id) {
                const auto place = index_of(id, "channels of the gpu with these buffers and this type", all.size());
                names.ends[key].push_back(all[static_cast<std::size_t>(place)]);
            });
        });
        return names;
    }

private:
    void channel(const Fields& fields) {
        const OldType type = old_type_of(fields.need("type"));
        if (type == OldType::group) {
            const Memory memory = memory_of(fields.need("buff"), false);
            fields.need("rankGroups").each_element([&](const JsonCursor& at) {
                const Fields group(at);
                channels_[{memory, memory, type}].push_back(Group{memory, ranks_of(group.need("ranks"), gpus_)});
            });
            return;
        }
        const Link link = type == OldType::port ? Link::port : Link::memory;
        const OldKey key = key_of(fields, "srcbuff", "dstbuff", "type");
        fields.need("connectedTo").each_element([&](const JsonCursor& at) {
            const std::int32_t peer = index_of(at, "gpus", gpus_);
            channels_[key].push_back(Channel{link, peer, ordinals_[{link, peer}]++});
        });
    }

    std::size_t gpus_;
    std::map<OldKey, std::vector<OldEnd>> channels_;
    std::map<std::pair<Link, std::int32_t>, std::int32_t> ordinals_;
};

}  // namespace

void read_old_format(Reading& reading, const Fields& plan) {
    Parts& parts = reading.parts;
    const JsonCursor gpus = plan.need("gpus");
    std::size_t place = 0;
    gpus.each_element([&](const JsonCursor& at) {
        const Fields gpu(at);
        reading.gpu_id(gpu, static_cast<std::int32_t>(place));
        const std::int64_t scratch = reading.chunks(gpu, "scratchChunks");
        parts.gpus[place++].chunks = {reading.chunks(gpu, "inputChunks"), reading.chunks(gpu, "outputChunks"), scratch,
                                      scratch};
    });
    settle_sizes(parts, gpus);

    std::int32_t id = 0;
    gpus.each_element([&](const JsonCursor& at) {
        const Fields gpu(at);
        const OldDeclarations declared(reading, gpu);
        std::vector<Block>& blocks = parts.gpus[static_cast<std::size_t>(id)].blocks;
        gpu.need("threadblocks").each_element([&](const JsonCursor& at_block) {
            const Fields block(at_block);
            const auto number = reading.block_id(block, static_cast<std::int32_t>(blocks.size()));
            OldOperations operations(reading, declared.block(block), id, number);
            blocks.push_back({operations.read(block.need("ops"))});
        });
        ++id;
    });
}

}  // namespace ringproof::model::mscclpp
