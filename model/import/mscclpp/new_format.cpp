#include <limits>
#include <map>

#include <fmt/format.h>

#include "model/import/mscclpp/new_operation.h"
#include "model/import/mscclpp/reader.h"

namespace ringproof::model::mscclpp {
namespace {

Link link_of(const JsonCursor& at) {
    const std::string_view word = at.text().text();
    if (word == "memory") return Link::memory;
    if (word == "port") return Link::port;
    at.fail(Code::json_type, fmt::format("expected 'memory' or 'port', found '{}'", word));
}

/// What a gpu declares for its blocks.
class NewDeclarations {
public:
    NewDeclarations(const Reading& reading, const Fields& gpu) : gpus_(reading.parts.gpus.size()) {
        gpu.need("channels").each_element([&](const JsonCursor& at) { channel(Fields(at)); });
        if (const auto remotes = gpu.find("remote_buffers"))
            remotes->each_element([&](const JsonCursor& at) {
                const Fields remote(at);
                remotes_.push_back(
                    {index_of(remote.need("rank"), "gpus", gpus_), memory_of(remote.need("type"), false)});
            });
    }

    /// What a block makes its own, by the order of its lists.
    BlockNames block(const Fields& block) const {
        BlockNames names;
        block.need("channels").each_element([&](const JsonCursor& at) {
            const Fields fields(at);
            const bool is_group = fields.text("channel_type") == "switch";
            const Link link = is_group ? Link::memory : link_of(fields.need("channel_type"));
            fields.need("channel_ids").each_element([&](const JsonCursor& id) {
                if (is_group) {
                    names.groups.push_back(groups_[at_index(id, "switch channels of the gpu", groups_.size())]);
                } else {
                    const auto& all = channels_[static_cast<std::size_t>(link)];
                    names.channels[static_cast<std::size_t>(link)].push_back(
                        all[at_index(id, "channels of the gpu of this type", all.size())]);
                }
            });
        });
        const auto refs = block.find("remote_buffer_refs");
        if (!refs) return names;
        refs->each_element([&](const JsonCursor& at) {
            const Fields fields(at);
            const Link link = link_of(fields.need("access_channel_type"));
            fields.need("remote_buffer_ids").each_element([&](const JsonCursor& id) {
                names.remotes[static_cast<std::size_t>(link)].push_back(
                    remotes_[at_index(id, "remote buffers of the gpu", remotes_.size())]);
            });
        });
        return names;
    }

private:
    static std::size_t at_index(const JsonCursor& at, std::string_view what, std::size_t count) {
        return static_cast<std::size_t>(index_of(at, what, count));
    }

    void channel(const Fields& fields) {
        if (fields.text("channel_type") == "switch") {
            const Memory memory = memory_of(fields.need("buffer_type"), false);
            fields.need("rank_groups").each_element([&](const JsonCursor& at) {
                const Fields group(at);
                groups_.push_back({memory, ranks_of(group.need("ranks"), gpus_)});
            });
            return;
        }
        const Link link = link_of(fields.need("channel_type"));
        fields.need("connected_to").each_element([&](const JsonCursor& at) {
            const std::int32_t peer = index_of(at, "gpus", gpus_);
            channels_[static_cast<std::size_t>(link)].push_back({link, peer, ordinals_[{link, peer}]++});
        });
    }

    std::size_t gpus_;
    PerLink<std::vector<Channel>> channels_;
    std::map<std::pair<Link, std::int32_t>, std::int32_t> ordinals_;
    std::vector<Group> groups_;
    std::vector<Remote> remotes_;
};

void read_sizes(Reading& reading, const Fields& gpu, Gpu& parts) {
    const std::int64_t scratch = reading.chunks(gpu, "scratch_chunks");
    parts.chunks = {reading.chunks(gpu, "input_chunks"), reading.chunks(gpu, "output_chunks"), scratch, scratch};
    const auto semaphores = gpu.find("semaphores");
    if (!semaphores) return;
    constexpr std::int64_t most = 1 << 30;
    semaphores->each_element([&](const JsonCursor& at) {
        const Fields semaphore(at);
        parts.semaphores.push_back(static_cast<std::int32_t>(
            number_in(semaphore.need("init_value"), "a value of a semaphore", 0, most, Code::amount_range)));
    });
}

}  // namespace

void read_new_format(Reading& reading, const Fields& plan) {
    Parts& parts = reading.parts;
    parts.wraps = plan.flag("reuse_resources", false);
    parts.double_scratch = parts.double_packets = plan.flag("use_double_scratch_buffer", false);
    if (const auto alignment = plan.find("buffer_alignment"))
        parts.alignment = number_in(*alignment, "bytes", 1, 1 << 20, Code::size_range);

    constexpr std::int64_t most_bytes = std::int64_t{1} << 50;
    const auto bytes = [&](std::string_view key) -> std::int64_t {
        const auto found = plan.find(key);
        if (!found) return 0;
        // What is as good as no bound is written as the greatest number of 64 bits.
        const std::int64_t number =
            number_in(*found, "bytes", 0, std::numeric_limits<std::int64_t>::max(), Code::size_range);
        return number >= most_bytes ? 0 : number;
    };
    parts.least_bytes = bytes("min_message_size");
    parts.most_bytes = bytes("max_message_size");
    if (const auto threads = plan.find("num_threads_per_block"))
        parts.threads = number_in(*threads, "threads of a block", 1, 1 << 20, Code::size_range);

    // Operations look into the buffers of other gpus: all sizes first.
    const JsonCursor gpus = plan.need("gpus");
    std::size_t place = 0;
    gpus.each_element([&](const JsonCursor& at) {
        const Fields gpu(at);
        reading.gpu_id(gpu, static_cast<std::int32_t>(place));
        read_sizes(reading, gpu, parts.gpus[place++]);
    });
    settle_sizes(parts, gpus);

    std::int32_t id = 0;
    gpus.each_element([&](const JsonCursor& at) {
        const Fields gpu(at);
        const NewDeclarations declared(reading, gpu);
        std::vector<Block>& blocks = parts.gpus[static_cast<std::size_t>(id)].blocks;
        gpu.need("threadblocks").each_element([&](const JsonCursor& at_block) {
            const Fields block(at_block);
            const auto number = reading.block_id(block, static_cast<std::int32_t>(blocks.size()));
            NewOperations operations(reading, declared.block(block), id, number);
            blocks.push_back({operations.read(block.need("ops"))});
        });
        ++id;
    });
}

}  // namespace ringproof::model::mscclpp
