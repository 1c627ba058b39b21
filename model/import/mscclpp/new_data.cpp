#include <vector>

#include <fmt/format.h>

#include "model/import/mscclpp/new_operation.h"

namespace ringproof::model::mscclpp {
namespace {

std::vector<Flow> pairs(const std::vector<Span>& from, const std::vector<Span>& to) {
    std::vector<Flow> flows;
    for (std::size_t i = 0; i < to.size(); ++i) flows.push_back({{from[i]}, {to[i]}});
    return flows;
}

}  // namespace

void NewOperations::data(const Fields& fields, std::vector<Flow> flows, Symbol rule) {
    check_lengths(fields.cursor(), flows);
    add(Data{std::move(flows), share(fields), rule});
}

void NewOperations::push(const Fields& fields, std::vector<Flow> flows, bool signal, bool flush) {
    check_lengths(fields.cursor(), flows);
    const JsonCursor ids = fields.need("channel_ids");
    if (ids.count() < flows.size())
        ids.fail(Code::amount_range,
                 fmt::format("expected a channel for each of {} targets, found {}", flows.size(), ids.count()));
    Control control;
    std::size_t next = 0;
    ids.each_element([&](const JsonCursor& id) {
        if (next == flows.size()) return;
        Flow& flow = flows[next++];
        const Channel& one = channel(id, Link::port);
        if (one.peer != flow.to.front().gpu)
            id.fail(Code::foreign, fmt::format("expected a channel to gpu {}, where the target is, found one to gpu {}",
                                               flow.to.front().gpu, one.peer));
        control.actions.push_back(Push{one, std::move(flow), signal, flush, share(fields)});
    });
    add(std::move(control));
}

void NewOperations::put(const Fields& fields) {
    const std::size_t targets = count(fields, "dst_buff", 1);
    std::vector<Flow> flows = pairs(locals(fields, "src_buff", 0, targets), remotes(fields, "dst_buff", 0));
    if (name_ != "put") only(fields, Link::port, "a put with signal is for port channels only");
    if (link(fields) == Link::port)
        push(fields, std::move(flows), name_ != "put", name_ == "pwsf");
    else
        data(fields, std::move(flows));
}

void NewOperations::get(const Fields& fields) {
    only(fields, Link::memory, "a get is for memory channels only");
    const std::size_t sources = count(fields, "src_buff", 1);
    std::vector<Flow> flows = pairs(remotes(fields, "src_buff", 0), locals(fields, "dst_buff", 0, sources));
    for (const Flow& flow : flows)
        if (flow.from.front().chunk != flow.to.front().chunk)
            reading_.note(
                "A get is taken to read its source and write its target, as documented; the executor exchanges their "
                "offsets, which differ here");
    data(fields, std::move(flows));
}

void NewOperations::copy(const Fields& fields) {
    data(fields, {{locals(fields, "src_buff", 0, 1), locals(fields, "dst_buff", 0, 1)}});
}

void NewOperations::reduce(const Fields& fields) {
    const bool packets = name_.ends_with("pkt");
    const bool sends = name_ == "res" || name_ == "rres" || name_ == "respkt" || name_ == "recspkt";
    const bool keeps_packets = name_ == "recpkt" || name_ == "recspkt";
    const bool reads_remote = name_.starts_with("rre");
    const std::size_t sources = count(fields, "src_buff", 1);
    if (sends || reads_remote) only(fields, Link::memory, "a reduction reaches other gpus by memory channels only");

    const std::vector<Span> own = locals(fields, "src_buff", 0, 1);
    const std::vector<Span> others =
        reads_remote ? remotes(fields, "src_buff", 1) : locals(fields, "src_buff", 1, sources - 1, packets);
    Flow flow;
    // Packets are added up first, and the own value to their sum.
    flow.from = packets ? joined(others, own) : joined(own, others);
    flow.to = locals(fields, "dst_buff", 0, 1);
    if (keeps_packets) flow.to = joined(std::move(flow.to), locals(fields, "dst_buff", 1, 1, true));
    if (sends) flow.to = joined(std::move(flow.to), remotes(fields, "dst_buff", keeps_packets ? 2 : 1, packets));

    const auto word = fields.find("reduce_op");
    const Symbol rule = word ? rule_of(word->text().text(), *word) : Symbol("add");
    if (rule.text() != "add")
        reading_.note(fmt::format(
            "The reduction is taken to be '{}', as the plan says; the executor adds whatever it says", rule.text()));
    data(fields, {std::move(flow)}, rule);
}

void NewOperations::put_packets(const Fields& fields) {
    const std::size_t targets = count(fields, "dst_buff", 1);
    const std::vector<Span> to = remotes(fields, "dst_buff", 0, true);
    // A port carries what is packets already.
    if (link(fields) == Link::port)
        push(fields, pairs(locals(fields, "src_buff", 0, targets, true), to), false, false);
    else
        data(fields, pairs(locals(fields, "src_buff", 0, targets), to));
}

void NewOperations::read_put_packets(const Fields& fields) {
    const std::vector<Span> from = locals(fields, "src_buff", 0, 1, true);
    const std::vector<Span> to = remotes(fields, "dst_buff", 0, true);
    if (to.empty()) fields.need("dst_buff").fail(Code::amount_range, "expected 1 target or more");
    if (link(fields) == Link::memory) return data(fields, {{from, to}});
    // All threads see their packets arrive and meet; then a thread for each target asks its port for it.
    data(fields, {{from, {}}});
    add(Sync{});
    push(fields, pairs(std::vector<Span>(to.size(), from.front()), to), false, false);
}

void NewOperations::copy_packets(const Fields& fields) {
    data(fields, {{locals(fields, "src_buff", 0, 1), locals(fields, "dst_buff", 0, 1, true)}});
}

void NewOperations::unpack_packets(const Fields& fields) {
    data(fields, {{locals(fields, "src_buff", 0, 1, true), locals(fields, "dst_buff", 0, 1)}});
}

void NewOperations::group_reduce_store(const Fields& fields) {
    const auto word = fields.find("reduce_op");
    data(fields, {{members(fields, "src_buff", false), members(fields, "dst_buff", false)}},
         word ? rule_of(word->text().text(), *word) : Symbol("add"));
}

void NewOperations::group_store(const Fields& fields) {
    const bool packets = name_ == "gstorepkt";
    Flow flow{locals(fields, "src_buff", 0, 1, packets), members(fields, "dst_buff", packets)};
    // The own one of the group may be the very source: to store there what was read from there changes nothing.
    std::erase(flow.to, flow.from.front());
    data(fields, {std::move(flow)});
}

std::size_t NewOperations::count(const Fields& fields, std::string_view key, std::size_t least) const {
    const JsonCursor list = fields.need(key);
    const std::size_t found = list.count();
    if (found < least)
        list.fail(Code::amount_range, fmt::format("expected {} buffers or more for {}, found {}", least, name_, found));
    return found;
}

Span NewOperations::span(const JsonCursor& at, const Fields& buffer, std::int32_t gpu, Memory memory) const {
    const auto chunk = number_in(buffer.need("index"), "an index of a chunk", 0, most_chunks, Code::index_range);
    const auto size = number_in(buffer.need("size"), "a number of chunks", 1, most_chunks, Code::amount_range);
    return span_in(reading_.parts, at, {gpu, memory, chunk, size});
}

std::vector<Span> NewOperations::locals(const Fields& fields, std::string_view key, std::size_t first,
                                        std::size_t number, bool packets) const {
    count(fields, key, first + number);
    std::vector<Span> spans;
    std::size_t place = 0;
    fields.need(key).each_element([&](const JsonCursor& at) {
        const std::size_t here = place++;
        if (here < first || here >= first + number) return;
        const Fields buffer(at);
        spans.push_back(span(at, buffer, gpu_, memory_of(buffer.need("type"), packets)));
    });
    return spans;
}

std::vector<Span> NewOperations::remotes(const Fields& fields, std::string_view key, std::size_t first,
                                         bool packets) const {
    const auto& all = names_.remotes[static_cast<std::size_t>(link(fields))];
    std::vector<Span> spans;
    std::size_t place = 0;
    fields.need(key).each_element([&](const JsonCursor& at) {
        if (place++ < first) return;
        const Fields buffer(at);
        const JsonCursor id = buffer.need("buffer_id");
        const Remote& remote =
            all[static_cast<std::size_t>(index_of(id, "remote buffers of the thread block of this type", all.size()))];
        if (!packets && remote.memory == Memory::scratch && reading_.parts.double_scratch)
            reading_.note(
                "The halves of scratch are taken to be used in turn everywhere; the executor reaches plain data in "
                "scratch of "
                "other gpus in the first half always");
        spans.push_back(span(at, buffer, remote.gpu, packets ? packets_in(id, remote.memory) : remote.memory));
    });
    return spans;
}

std::vector<Span> NewOperations::members(const Fields& fields, std::string_view key, bool packets) const {
    count(fields, key, 1);
    std::vector<Span> spans;
    fields.need(key).each_element([&](const JsonCursor& at) {
        if (!spans.empty()) return;  // the kernel looks at the first only
        const Fields buffer(at);
        const JsonCursor id = buffer.need("switch_channel_id");
        const auto& all = names_.groups;
        const Group& group =
            all[static_cast<std::size_t>(index_of(id, "switch channels of the thread block", all.size()))];
        const Memory memory = packets ? packets_in(id, group.memory) : group.memory;
        for (const std::int32_t rank : group.ranks) spans.push_back(span(at, buffer, rank, memory));
    });
    return spans;
}

}  // namespace ringproof::model::mscclpp
