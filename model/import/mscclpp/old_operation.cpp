#include "model/import/mscclpp/old_operation.h"

#include <fmt/format.h>

namespace ringproof::model::mscclpp {
/// The operations by name. `cpkt` unpacks here; in the new format it packs.
struct OldTable {
    using Handler = void (OldOperations::*)(const Fields&);
    using O = OldOperations;
    inline static const std::map<std::string_view, Handler> handlers{
        {"nop", &O::nop},
        {"barrier", &O::barrier},
        {"signal", &O::signal},
        {"wait", &O::wait},
        {"flush", &O::flush},
        {"put", &O::put},
        {"pws", &O::put},
        {"pwsf", &O::put},
        {"ppkt", &O::put},
        {"get", &O::get},
        {"copy", &O::copy},
        {"cpkt", &O::copy},
        {"tpkt", &O::copy},
        {"re", &O::reduce},
        {"rs", &O::reduce},
        {"rrc", &O::reduce},
        {"rrcs", &O::reduce},
        {"rpkt", &O::reduce_packets},
        {"rspkt", &O::reduce_packets},
        {"rppkt", &O::read_put_packets},
        {"glres", &O::group_reduce_store},
    };
};

OldType old_type_of(const JsonCursor& at) {
    const std::string_view word = at.text().text();
    if (word == "sm" || word == "memory") return OldType::memory;
    if (word == "proxy" || word == "port") return OldType::port;
    if (word == "nvls") return OldType::group;
    at.fail(Code::json_type, fmt::format("expected a type of channel, 'sm', 'proxy' or 'nvls', found '{}'", word));
}

OldKey key_of(const Fields& fields, std::string_view src, std::string_view dst, std::string_view type) {
    return {memory_of(fields.need(src), false), memory_of(fields.need(dst), false), old_type_of(fields.need(type))};
}

std::vector<Op> OldOperations::read(const JsonCursor& list) {
    list.each_element([&](const JsonCursor& at) {
        const Fields fields(at);
        const JsonCursor name = fields.need("name");
        const auto found = OldTable::handlers.find(name.text().text());
        if (found == OldTable::handlers.end()) {
            std::vector<std::string_view> known;
            for (const auto& [word, handler] : OldTable::handlers) known.push_back(word);
            fail_unknown(name, std::move(known));
        }
        op_ = reading_.op(at, gpu_, block_, fmt::format("{}", place_++));
        name_ = found->first;
        if (name_.ends_with("pkt")) reading_.parts.double_packets = true;
        (this->*found->second)(fields);
    });
    return std::move(ops_);
}

void OldOperations::nop(const Fields& fields) {
    // The writer gives the steps that a nop is for; the executor lets all threads of the block meet, whatever they are.
    if (const auto steps = fields.find("deps"))
        steps->each_element([&](const JsonCursor& at) {
            const Fields step(at);
            const auto block = number_in(step.need("tb"), "a thread block", 0, most_chunks, Code::index_range);
            if (block != block_)
                reading_.note("A nop names a step of another thread block, for which the executor does not wait");
        });
    add(Sync{});
}

void OldOperations::barrier(const Fields& fields) {
    constexpr std::int64_t most = 1 << 20;
    const auto id = number_in(fields.need("barrier_id"), "a barrier", 0, most, Code::index_range);
    add(Join{static_cast<std::int32_t>(id),
             number_in(fields.need("nthread_blocks"), "a number of thread blocks", 1, most, Code::amount_range)});
}

std::vector<OldOperations::End> OldOperations::ends(const Fields& fields, std::string_view ids,
                                                    std::string_view buffers) const {
    const Fields pair(fields.need(buffers));
    const OldKey key{memory_of(pair.need("src"), false), memory_of(pair.need("dst"), false), type(fields)};
    const auto found = names_.ends.find(key);
    std::vector<End> result;
    fields.need(ids).each_element([&](const JsonCursor& at) {
        const Fields end(at);
        const std::size_t count = found == names_.ends.end() ? 0 : found->second.size();
        const auto id =
            index_of(end.need("id"), "channels of the thread block with these buffers and this type", count);
        const auto* channel = std::get_if<Channel>(&found->second[static_cast<std::size_t>(id)]);
        if (!channel) at.fail(Code::wrong_kind, "expected a channel between two gpus, found one of a group");
        const auto offset = end.find("off");
        const auto chunk = offset ? number_in(*offset, "an offset", 0, most_chunks, Code::index_range) : 0;
        result.push_back({*channel, chunk});
    });
    return result;
}

Span OldOperations::span(const JsonCursor& offset, const Fields& fields, std::int32_t gpu, Memory memory) const {
    const auto chunk = number_in(offset, "an offset", 0, most_chunks, Code::index_range);
    const auto count = number_in(fields.need("cnt"), "a number of chunks", 1, most_chunks, Code::amount_range);
    return span_in(reading_.parts, offset, {gpu, memory, chunk, count});
}

std::vector<Span> OldOperations::remotes(const Fields& fields, std::string_view ids, std::string_view buffers,
                                         bool packets) const {
    const Fields pair(fields.need(buffers));
    const Memory memory = memory_of(pair.need("dst"), packets);
    const auto count = number_in(fields.need("cnt"), "a number of chunks", 1, most_chunks, Code::amount_range);
    std::vector<Span> spans;
    for (const End& end : ends(fields, ids, buffers))
        spans.push_back(span_in(reading_.parts, fields.need(ids), {end.channel.peer, memory, end.chunk, count}));
    return spans;
}

std::vector<Span> OldOperations::locals(const Fields& fields, std::string_view key, bool packets) const {
    std::vector<Span> spans;
    fields.need(key).each_element([&](const JsonCursor& at) {
        const Fields buffer(at);
        spans.push_back(span(buffer.need("off"), fields, gpu_, memory_of(buffer.need("buff"), packets)));
    });
    return spans;
}

Span OldOperations::local(const Fields& fields, std::string_view buffer, std::string_view offset, bool packets) const {
    return span(fields.need(offset), fields, gpu_, memory_of(fields.need(buffer), packets));
}

std::vector<Span> OldOperations::members(const Fields& fields, std::string_view ids, std::string_view buffer,
                                         std::string_view offset) const {
    const Memory memory = memory_of(fields.need(buffer), false);
    const auto found = names_.ends.find({memory, memory, OldType::group});
    std::vector<Span> spans;
    fields.need(ids).each_element([&](const JsonCursor& at) {
        if (!spans.empty()) return;  // the kernel looks at the first only
        const Fields end(at);
        const std::size_t count = found == names_.ends.end() ? 0 : found->second.size();
        const auto id = index_of(end.need("id"), "groups of the thread block with this buffer", count);
        const auto& group = std::get<Group>(found->second[static_cast<std::size_t>(id)]);
        for (const std::int32_t rank : group.ranks) spans.push_back(span(fields.need(offset), fields, rank, memory));
    });
    if (spans.empty()) fields.need(ids).fail(Code::amount_range, "expected 1 channel or more");
    return spans;
}

std::vector<Flow> OldOperations::pairs(const Fields& fields, const std::vector<Span>& from,
                                       const std::vector<Span>& to) const {
    if (from.size() != to.size() || to.empty())
        fields.cursor().fail(Code::amount_range,
                             fmt::format("expected as many sources as targets, and 1 or more, found "
                                         "{} and {}",
                                         from.size(), to.size()));
    std::vector<Flow> flows;
    for (std::size_t i = 0; i < to.size(); ++i) flows.push_back({{from[i]}, {to[i]}});
    return flows;
}

void OldOperations::signal(const Fields& fields) {
    const bool port = type(fields) == OldType::port;
    Control control;
    for (const End& end : ends(fields, "o_cids", "o_buff")) {
        if (port)
            control.actions.push_back(Push{end.channel, std::nullopt, true, false, {}});
        else
            control.actions.push_back(SendSignal{end.channel});
    }
    add(std::move(control));
}

void OldOperations::wait(const Fields& fields) {
    Control control;
    for (const End& end : ends(fields, "i_cids", "i_buff")) control.actions.push_back(AwaitSignal{end.channel});
    add(std::move(control));
}

void OldOperations::flush(const Fields& fields) {
    if (type(fields) != OldType::port)
        fields.need("ctype").fail(Code::wrong_kind, "a flush is for proxy channels only");
    Control control;
    for (const End& end : ends(fields, "o_cids", "o_buff"))
        control.actions.push_back(Push{end.channel, std::nullopt, false, true, {}});
    add(std::move(control));
}

void OldOperations::push(const Fields& fields, std::vector<Flow> flows, bool signal, bool flush) {
    const std::vector<End> channels = ends(fields, "o_cids", "o_buff");
    Control control;
    for (std::size_t i = 0; i < flows.size(); ++i)
        control.actions.push_back(Push{channels[i].channel, std::move(flows[i]), signal, flush, {}});
    add(std::move(control));
}

void OldOperations::put(const Fields& fields) {
    const bool port = type(fields) == OldType::port, packets = name_ == "ppkt";
    if (!port && name_ != "put" && !packets)
        fields.need("ctype").fail(Code::wrong_kind, "a put with signal is for proxy channels only");
    // A proxy carries what is packets already.
    std::vector<Flow> flows =
        pairs(fields, locals(fields, "srcs", packets && port), remotes(fields, "o_cids", "o_buff", packets));
    if (port)
        push(fields, std::move(flows), name_ == "pws" || name_ == "pwsf", name_ == "pwsf");
    else
        data(std::move(flows));
}

void OldOperations::get(const Fields& fields) {
    if (type(fields) != OldType::memory) fields.need("ctype").fail(Code::wrong_kind, "a get is for sm channels only");
    data(pairs(fields, remotes(fields, "i_cids", "i_buff"), locals(fields, "dsts")));
}

void OldOperations::copy(const Fields& fields) {
    data({{{local(fields, "srcbuff", "srcoff", name_ == "cpkt")},
           {local(fields, "dstbuff", "dstoff", name_ == "tpkt")}}});
}

void OldOperations::reduce(const Fields& fields) {
    const bool reads_remote = name_.starts_with("rr"), sends = name_.ends_with("s");
    if ((reads_remote || sends) && type(fields) != OldType::memory)
        fields.need("ctype").fail(Code::wrong_kind, "a reduction reaches other gpus by sm channels only");
    Flow flow{{local(fields, "srcbuff", "srcoff")}, {local(fields, "dstbuff", "dstoff")}};
    flow.from =
        joined(std::move(flow.from), reads_remote ? remotes(fields, "i_cids", "i_buff") : locals(fields, "srcs"));
    if (sends) flow.to = joined(std::move(flow.to), remotes(fields, "o_cids", "o_buff"));
    data({std::move(flow)}, Symbol("add"));
}

void OldOperations::reduce_packets(const Fields& fields) {
    Flow flow{locals(fields, "srcs", true), {local(fields, "dstbuff", "dstoff")}};
    flow.from.push_back(local(fields, "srcbuff", "srcoff"));
    if (name_ == "rspkt") flow.to = joined(std::move(flow.to), remotes(fields, "o_cids", "o_buff", true));
    data({std::move(flow)}, Symbol("add"));
}

void OldOperations::read_put_packets(const Fields& fields) {
    std::vector<Flow> flows = pairs(fields, locals(fields, "srcs", true), remotes(fields, "o_cids", "o_buff", true));
    if (type(fields) == OldType::memory) return data(std::move(flows));
    // All threads see their packets arrive and meet; then a thread for each target asks its proxy for it.
    std::vector<Flow> seen;
    for (const Flow& flow : flows) seen.push_back({flow.from, {}});
    data(std::move(seen));
    add(Sync{});
    push(fields, std::move(flows), false, false);
}

void OldOperations::group_reduce_store(const Fields& fields) {
    data({{members(fields, "i_cids", "srcbuff", "srcoff"), members(fields, "o_cids", "dstbuff", "dstoff")}},
         Symbol("add"));
}

}  // namespace ringproof::model::mscclpp
