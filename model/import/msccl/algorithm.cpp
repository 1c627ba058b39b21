#include "model/import/msccl/algorithm.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/excerpt.h"
#include "model/import/xml.h"
#include "model/language/suggest.h"

namespace ringproof::model::msccl {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();

/// What a runtime takes at most; there are several, and the least are meant.
constexpr std::size_t most_steps = 256, fewest_most_steps = 64;
constexpr std::int64_t most_dependent_block = 127, most_channel = 31, most_count = 72;

class Reader {
public:
    Reader(std::string_view text, std::string file, const Limits& limits) : xml_(text, file), limits_(limits) {
        result_.file = std::move(file);
    }

    Algorithm read() {
        const pugi::xml_node root = xml_.root();
        if (root.name() != std::string_view("algo"))
            xml_.fail(Code::bad_plan, fmt::format("the root is <{}>, expected <algo>", shown(root.name())), root);
        result_.name = shown(root.attribute("name").value());
        result_.protocol = named(protocols, root, "proto", "protocol");
        result_.collective = named(collectives, root, "coll", "collective");
        check_attributes(root);
        if (const pugi::xml_node second = root.next_sibling(); second && second.type() == pugi::node_element)
            xml_.fail(Code::xml_syntax, "a second root element, expected one <algo>", second);
        const std::int64_t gpus = xml_.number(root, "ngpus", std::nullopt, 1, most);
        if (gpus > limits_.chips)
            xml_.fail(Code::too_large, fmt::format("{} gpus, at most {} are taken", gpus, limits_.chips), root);
        result_.chunks_a_loop = xml_.number(root, "nchunksperloop", std::nullopt, 1, most);
        declared_channels_ = xml_.number(root, "nchannels", -1, -1, most);
        result_.in_place = flag(root, "inplace");
        result_.out_of_place = flag(root, "outofplace");
        read_rule(root);
        if (root.attribute("root"))
            result_.root = static_cast<std::int32_t>(xml_.number(root, "root", std::nullopt, 0, gpus - 1));
        if ((result_.collective->input == Extent::part || result_.collective->output == Extent::part) &&
            result_.chunks_a_loop % gpus != 0)
            xml_.fail(Code::bad_plan,
                      fmt::format("nchunksperloop=\"{}\" is no multiple of ngpus=\"{}\", and {} gives each gpu a part",
                                  result_.chunks_a_loop, gpus, result_.collective->name),
                      root);
        result_.gpus.resize(static_cast<std::size_t>(gpus));
        for (const pugi::xml_node node : root.children("gpu")) read_gpu(node);
        for (std::size_t id = 0; id < result_.gpus.size(); ++id)
            if (result_.gpus[id].line == 0)
                xml_.fail(Code::bad_plan,
                          fmt::format("there is no <gpu> with id=\"{}\", expected ngpus=\"{}\" of them", id, gpus),
                          root);
        check_dependencies();
        note_limits();
        return std::move(result_);
    }

private:
    /// The entry of a list that an attribute names.
    template <class List>
    auto named(const List& list, pugi::xml_node node, const char* attribute, std::string_view what) const -> const
        typename List::value_type* {
        const std::string name = xml_.text(node, attribute);
        const auto found = std::ranges::find(list, name, &List::value_type::name);
        if (found != list.end()) return &*found;
        std::vector<std::string_view> known;
        for (const auto& one : list) known.push_back(one.name);
        xml_.fail(Code::unknown_name,
                  fmt::format("no {} is called '{}', expected one of {}{}", what, shown(name), fmt::join(known, ", "),
                              did_you_mean(name, known)),
                  node);
    }

    std::optional<bool> flag(pugi::xml_node node, const char* attribute) const {
        if (!node.attribute(attribute)) return std::nullopt;
        return xml_.number(node, attribute, std::nullopt, 0, 1) == 1;
    }

    void read_rule(pugi::xml_node root) {
        // What reduces nothing says "nop" or nothing.
        const std::string redop = root.attribute("redop").value();
        result_.rule = Symbol(redop == "max" || redop == "min" ? redop : "add");
        if (redop == "prod" || redop == "avg")
            result_.notes.push_back(fmt::format("redop {} is taken for a sum, whose laws are the same", redop));
    }

    void read_gpu(pugi::xml_node node) {
        const std::int64_t id = xml_.number(node, "id", std::nullopt, 0, std::ssize(result_.gpus) - 1);
        Gpu& gpu = result_.gpus[static_cast<std::size_t>(id)];
        if (gpu.line != 0)
            xml_.fail(Code::duplicate_name, fmt::format("gpu {} is declared in line {} already", id, gpu.line), node);
        check_attributes(node);
        gpu.line = std::max(xml_.line(node), 1);
        const char* const declared[] = {"i_chunks", "o_chunks", "s_chunks"};
        for (int kind = 0; kind < 3; ++kind) gpu.chunks[kind] = xml_.number(node, declared[kind], 0, 0, most);
        std::vector<pugi::xml_node> nodes;
        for (const pugi::xml_node block : node.children("tb")) nodes.push_back(block);
        gpu.blocks.resize(nodes.size());
        for (const pugi::xml_node block : nodes) read_block(block, id, gpu);
    }

    void read_block(pugi::xml_node node, std::int64_t gpu_id, Gpu& gpu) {
        const std::int64_t id = xml_.number(node, "id", std::nullopt, 0, most);
        if (id >= std::ssize(gpu.blocks))
            xml_.fail(Code::index_range,
                      fmt::format("gpu {} has {} thread blocks, expected an id from 0 to {}, without gaps", gpu_id,
                                  gpu.blocks.size(), gpu.blocks.size() - 1),
                      node);
        Block& block = gpu.blocks[static_cast<std::size_t>(id)];
        if (block.line != 0)
            xml_.fail(Code::duplicate_name,
                      fmt::format("gpu {} has a thread block {} in line {} already", gpu_id, id, block.line), node);
        check_attributes(node);
        block.line = std::max(xml_.line(node), 1);
        const auto peer = [&](const char* attribute) {
            const std::int64_t found = xml_.number(node, attribute, nobody, nobody, std::ssize(result_.gpus) - 1);
            if (found == gpu_id)
                xml_.fail(Code::bad_plan, fmt::format("gpu {} cannot be its own peer ({})", gpu_id, attribute), node);
            return static_cast<std::int32_t>(found);
        };
        block.send = peer("send");
        block.recv = peer("recv");
        block.channel = static_cast<std::int32_t>(xml_.number(node, "chan", 0, 0, most));
        for (const pugi::xml_node step : node.children("step")) {
            check_attributes(step);
            read_step(step, gpu, block);
        }
        merge_nops(block);
    }

    /// Makes what a nop waits for a need of the next step that does something, which is where runtimes keep it.
    void merge_nops(Block& block) const {
        std::vector<Dependency> pending;
        const Step* reduction = nullptr;  ///< the step before, if another reduction may run fused with it
        for (Step& step : block.steps) {
            if (!step.type->does_something()) {
                pending.insert(pending.end(), step.needs.begin(), step.needs.end());
                step.needs.clear();
                continue;
            }
            const bool fused = reduction != nullptr && step.type == reduction->type && step.needs.empty() &&
                               reduction->dst == step.dst && reduction->src.buffer == step.src.buffer;
            if (fused && (!pending.empty() || step.count != reduction->count))
                throw Fault(
                    Code::bad_plan,
                    !pending.empty()
                        ? "runtimes fuse this reduction with the one before the nop, and what the nop waits for "
                          "is lost or waited for later; give the reduction itself a dependency"
                        : fmt::format("runtimes fuse this reduction with the one before it, and use cnt=\"{}\" for "
                                      "both, where that has {}",
                                      step.count, reduction->count),
                    result_.location(step.line));
            step.needs_of_nops_only = step.needs.empty() && !pending.empty();
            step.needs.insert(step.needs.begin(), pending.begin(), pending.end());
            pending.clear();
            reduction = step.type->reduces && !step.type->receives && !step.publishes ? &step : nullptr;
        }
    }

    /// XML has each attribute once, which the parser does not look at.
    void check_attributes(pugi::xml_node node) const {
        std::set<std::string_view> seen;
        for (const pugi::xml_attribute attribute : node.attributes())
            if (!seen.insert(attribute.name()).second)
                xml_.fail(Code::xml_syntax,
                          fmt::format("<{}> has '{}' twice", shown(node.name()), shown(attribute.name())), node);
    }

    void read_step(pugi::xml_node node, const Gpu& gpu, Block& block) {
        if (++steps_ > limits_.operations)
            xml_.fail(Code::too_large, fmt::format("more than {} steps", limits_.operations), node);
        Step step;
        step.line = xml_.line(node);
        step.type = named(step_types, node, "type", "step type");
        const std::int64_t number = xml_.number(node, "s", std::ssize(block.steps), 0, most);
        if (number != std::ssize(block.steps))
            xml_.fail(Code::bad_plan,
                      fmt::format("step {} of its block has s=\"{}\"; steps are numbered from 0 in their order",
                                  block.steps.size(), number),
                      node);
        step.src = chunks(node, "srcbuf", "srcoff");
        step.dst = chunks(node, "dstbuf", "dstoff");
        step.count = xml_.number(node, "cnt", 1, 0, most);
        if (step.type->does_something() && step.count == 0)
            xml_.fail(Code::bad_plan, "a step that moves data has cnt=\"0\", expected at least 1", node);
        const std::int64_t block_needed = xml_.number(node, "depid", -1, -1, most);
        const std::int64_t step_needed = xml_.number(node, "deps", -1, -1, most);
        if (block_needed >= 0) step.needs.push_back({block_needed, std::max<std::int64_t>(step_needed, 0)});
        step.publishes = xml_.number(node, "hasdep", 0, 0, 1) == 1;
        if (!step.type->does_something() && (step.needs.empty() || step.publishes))
            xml_.fail(Code::bad_plan,
                      step.needs.empty()
                          ? "a nop that waits for nothing is not counted by runtimes, so that the steps after "
                            "it have other numbers than here"
                          : "a nop publishes nothing, as it becomes a part of the step after it",
                      node);
        check_peers(node, step, block);
        if (step.type->writes) check_range(node, gpu, step.dst, step.count, "writes");
        // Where receives that reduce find their operand is for the options to say.
        if (step.type->operand && !step.type->receives) check_range(node, gpu, step.src, step.count, "reads");
        block.steps.push_back(step);
    }

    Chunks chunks(pugi::xml_node node, const char* buffer, const char* offset) const {
        const std::string letter = node.attribute(buffer) ? xml_.text(node, buffer) : "i";
        const std::size_t kind = letter.size() == 1 ? letters.find(letter) : std::string::npos;
        if (kind == std::string::npos)
            xml_.fail(Code::bad_plan, fmt::format("{}=\"{}\", expected i, o or s", buffer, shown(letter)), node);
        return {static_cast<BufferKind>(kind), xml_.number(node, offset, -1, -1, most)};
    }

    void check_peers(pugi::xml_node node, const Step& step, const Block& block) const {
        if (step.type->sends && block.send == nobody)
            xml_.fail(Code::bad_plan,
                      fmt::format("'{}' sends, but the thread block in line {} has no send=\"GPU\"", step.type->name,
                                  block.line),
                      node);
        if (step.type->receives && block.recv == nobody)
            xml_.fail(Code::bad_plan,
                      fmt::format("'{}' receives, but the thread block in line {} has no recv=\"GPU\"", step.type->name,
                                  block.line),
                      node);
    }

    void check_range(pugi::xml_node node, const Gpu& gpu, const Chunks& at, std::int64_t count,
                     std::string_view does) const {
        if (const std::string wrong = why_outside(gpu, at, count); !wrong.empty())
            xml_.fail(Code::index_range, fmt::format("the step {} {}", does, wrong), node);
    }

    /// Refuses what a runtime would read outside of its memory.
    void check_dependencies() const {
        for (std::size_t gpu = 0; gpu < result_.gpus.size(); ++gpu) {
            const auto& blocks = result_.gpus[gpu].blocks;
            for (std::size_t block = 0; block < blocks.size(); ++block)
                for (std::size_t step = 0; step < blocks[block].steps.size(); ++step)
                    for (const Dependency& needs : blocks[block].steps[step].needs)
                        if (needs.block >= std::ssize(blocks))
                            throw Fault(Code::index_range,
                                        fmt::format("{} waits for thread block {}, gpu {} has {}",
                                                    name_of_step(gpu, block, step), needs.block, gpu, blocks.size()),
                                        result_.location(blocks[block].steps[step].line));
        }
    }

    void note_limits() {
        std::size_t steps = 0;
        std::int64_t dependent = 0, channel = 0, count = 0;
        for (const Gpu& gpu : result_.gpus)
            for (const Block& block : gpu.blocks) {
                steps = std::max(steps, block.steps.size());
                channel = std::max<std::int64_t>(channel, block.channel);
                for (const Step& step : block.steps) {
                    count = std::max(count, step.count);
                    for (const Dependency& needs : step.needs) dependent = std::max(dependent, needs.block);
                }
            }
        if (steps > fewest_most_steps)
            result_.notes.push_back(fmt::format("a thread block has {} steps; runtimes take {} or {}", steps,
                                                most_steps, fewest_most_steps));
        if (dependent > most_dependent_block)
            result_.notes.push_back(
                fmt::format("a step waits for thread block {}; runtimes keep such numbers in a byte, up to {}",
                            dependent, most_dependent_block));
        if (count >= most_count)
            result_.notes.push_back(
                fmt::format("a step has cnt=\"{}\"; runtimes take less than {}", count, most_count));
        if (declared_channels_ >= 0 && channel >= declared_channels_)
            result_.notes.push_back(
                fmt::format("channel {} is used, and nchannels=\"{}\"", channel, declared_channels_));
        if (channel > most_channel)
            result_.notes.push_back(fmt::format("channel {} is used; runtimes have {}", channel, most_channel + 1));
    }

    Xml xml_;
    const Limits& limits_;
    Algorithm result_;
    std::int64_t steps_ = 0;
    std::int64_t declared_channels_ = -1;  ///< none
};

}  // namespace

std::optional<std::int64_t> Algorithm::extent(BufferKind kind) const {
    if (kind == BufferKind::scratch) return std::nullopt;
    switch (kind == BufferKind::input ? collective->input : collective->output) {
        case Extent::loop:
            return chunks_a_loop;
        case Extent::part:
            return chunks_a_loop / std::ssize(gpus);
        default:
            return std::nullopt;
    }
}

std::string why_outside(const Gpu& gpu, const Chunks& at, std::int64_t count) {
    const char letter = letters[static_cast<std::size_t>(at.buffer)];
    const std::int64_t declared = gpu.chunks[static_cast<std::size_t>(at.buffer)];
    if (at.offset >= 0 && at.offset + count <= declared) return "";
    return fmt::format("chunks {} to {} of '{}', of which its gpu has {} ({}_chunks)", at.offset, at.offset + count - 1,
                       letter, declared, letter);
}

std::string name_of_step(std::size_t gpu, std::size_t block, std::size_t step) {
    return fmt::format("gpu={} tb={} step={}", gpu, block, step);
}

Algorithm read_algorithm(std::string_view text, std::string file, const Limits& limits) {
    return Reader(text, std::move(file), limits).read();
}

}  // namespace ringproof::model::msccl
