#include <algorithm>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "model/import/mscclpp/block.h"

namespace ringproof::model::mscclpp {
namespace {

bool overlap(const Place& one, std::int64_t one_length, const Place& other, std::int64_t other_length) {
    return one.buffer == other.buffer && one.index < other.index + other_length && other.index < one.index + one_length;
}

}  // namespace

BlockWriter::Moved BlockWriter::Moved::part(std::int64_t index) const {
    Moved one = *this;
    one.length = 1;
    for (auto* ranges : {&one.from, &one.to})
        for (Range& range : *ranges) {
            range.begin += index;
            range.length = 1;
        }
    return one;
}

bool BlockWriter::Moved::packets() const {
    const auto any = [](const std::vector<Range>& ranges) {
        return std::any_of(ranges.begin(), ranges.end(),
                           [](const Range& range) { return range.memory == Memory::packets; });
    };
    return any(from) || any(to);
}

BlockWriter::Moved BlockWriter::moved(const Flow& flow, const Share& share) const {
    Moved result;
    const auto resolve = [&](const std::vector<Span>& spans, std::vector<Range>& ranges) {
        for (const Span& span : spans) {
            ranges.push_back(range_of(span, share, iteration_, means_.geometry));
            if (means_.layout.has(ranges.back())) continue;
            Location location;
            location.path = op_->path.text();
            throw Fault(
                Code::index_range,
                fmt::format("iteration {} of the pipeline reaches beyond the end of a buffer of gpu {}; expected "
                            "operations of as many chunks as the pipeline has",
                            iteration_.number, span.gpu),
                location);
        }
    };
    resolve(flow.from, result.from);
    resolve(flow.to, result.to);
    result.length = result.from.front().length;
    return result;
}

bool BlockWriter::tangled(const Moved& flow) const {
    // Thread by thread, an operation reads and writes what stands at the same place of all its ranges.
    means_.builder.work(std::ssize(flow.to) * (std::ssize(flow.from) + std::ssize(flow.to)));
    const auto crosses = [&](const Range& written, const Range& other) {
        const Place one = place(written), two = place(other);
        return overlap(one, flow.length, two, flow.length) && one.index != two.index;
    };
    return std::any_of(flow.to.begin(), flow.to.end(), [&](const Range& written) {
        return std::any_of(flow.from.begin(), flow.from.end(), [&](const Range& o) { return crosses(written, o); }) ||
               std::any_of(flow.to.begin(), flow.to.end(), [&](const Range& o) { return crosses(written, o); });
    });
}

bool BlockWriter::entangled(const Moved& flow, const Moved& other) const {
    means_.builder.work(std::ssize(flow.to) * (std::ssize(other.from) + std::ssize(other.to)));
    const auto touches = [&](const Range& written, const std::vector<Range>& ranges) {
        return std::any_of(ranges.begin(), ranges.end(), [&](const Range& range) {
            return overlap(place(written), flow.length, place(range), other.length);
        });
    };
    return std::any_of(flow.to.begin(), flow.to.end(), [&](const Range& written) {
        return touches(written, other.from) || touches(written, other.to);
    });
}

void BlockWriter::write(const Data& data) {
    std::vector<Moved> flows;
    bool packets = false;
    for (const Flow& flow : data.flows) {
        Moved one = moved(flow, data.share);
        if (one.length == 0) continue;
        packets = packets || one.packets();
        flows.push_back(std::move(one));
    }
    if (flows.empty()) return;

    const bool together = packets && means_.view == View::in_time;
    if (together) team_.meet(at_);
    // Elements of one operation are in no order. From outside only packets tell that one was done; what cannot be told
    // from a sequence is one agent.
    const bool apart = packets && means_.view != View::in_time;
    std::vector<const Moved*> in_agent;
    std::int32_t agent = -1;
    for (const Moved& flow : flows) {
        if ((apart && flow.length > 1) || tangled(flow)) {
            for (std::int64_t i = 0; i < flow.length; ++i) move(team_.next_data(), flow.part(i), data.rule);
            continue;
        }
        const bool entangles = std::any_of(in_agent.begin(), in_agent.end(), [&](const Moved* other) {
            return entangled(flow, *other) || entangled(*other, flow);
        });
        if (agent < 0 || apart || entangles) {
            agent = team_.next_data();
            in_agent.clear();
        }
        in_agent.push_back(&flow);
        move(agent, flow, data.rule);
    }
    if (together) team_.meet(at_);
}

void BlockWriter::move(std::int32_t agent, const Moved& flow, Symbol rule) {
    if (flow.packets())
        move_packets(agent, flow, rule);
    else
        move_plain(agent, flow, rule);
}

Place BlockWriter::registers(std::int32_t agent, std::int64_t first, std::int64_t length) {
    auto [found, is_new] = registers_.emplace(agent, -1);
    if (is_new) {
        const auto& name = means_.builder.schedule().agents[static_cast<std::size_t>(agent)].name.text();
        found->second = means_.builder.buffer(team_.chip(), name + " registers", first + length, Role::scratch);
    }
    means_.builder.grow(found->second, first + length);
    return {found->second, static_cast<std::int32_t>(first)};
}

Place BlockWriter::reduced(std::int32_t agent, const Moved& flow, Symbol rule, std::int64_t first) {
    const auto length = static_cast<std::int32_t>(flow.length);
    std::vector<Place> operands;
    std::int64_t next = first + length;
    for (const Range& range : flow.from) {
        if (range.gpu == team_.chip()) {
            operands.push_back(place(range));
            continue;
        }
        operands.push_back(registers(agent, next, length));
        next += length;
        add(agent, Copy<Concrete>{place(range), operands.back(), length});
    }
    if (operands.size() == 1) {
        // One target may be stored straight from the source. With several, a register is read by all of them: the
        // source is not needed once it is loaded.
        if (flow.to.size() < 2 || flow.from.front().gpu != team_.chip()) return operands.front();
        const Place value = registers(agent, first, length);
        add(agent, Copy<Concrete>{operands.front(), value, length});
        return value;
    }
    const Place sum = registers(agent, first, length);
    for (std::size_t i = 1; i < operands.size(); ++i)
        add(agent, Reduce<Concrete>{i == 1 ? operands.front() : sum, sum, operands[i], length, rule});
    return sum;
}

void BlockWriter::move_plain(std::int32_t agent, const Moved& flow, Symbol rule) {
    const auto length = static_cast<std::int32_t>(flow.length);
    if (flow.to.empty()) return;
    // A load from another gpu into memory of the own one needs no register.
    if (flow.from.size() == 1 && flow.to.size() == 1 && flow.to.front().gpu == team_.chip()) {
        add(agent, Copy<Concrete>{place(flow.from.front()), place(flow.to.front()), length});
        return;
    }
    const Place value = reduced(agent, flow, rule, 0);
    bool remote = false;
    for (const Range& to : flow.to) {
        if (to.gpu == team_.chip()) {
            add(agent, Copy<Concrete>{value, place(to), length});
        } else {
            add(agent, Put<Concrete>{value, place(to), length, {}, {}, {}});
            remote = true;
        }
    }
    // Stores of a thread are before what follows the next meeting of its block.
    if (remote) add(agent, Quiet<Concrete>{Until::landed});
}

void BlockWriter::move_packets(std::int32_t agent, const Moved& flow, Symbol rule) {
    bool puts = false;
    for (std::int64_t i = 0; i < flow.length; ++i) {
        const Moved one = flow.part(i);
        for (const Range& from : one.from)
            if (from.memory == Memory::packets)
                if (const auto flag = means_.packets.flag(from.gpu, from.begin, copy_))
                    add(agent, Wait<Concrete>{*flag, AtLeast<Concrete>{1, 1}});
        // A register for each packet: a store may still read it when the next packet is looked at.
        const std::int64_t first = i * static_cast<std::int64_t>(one.from.size() + 1);
        if (one.to.empty()) {
            // A thread that only looks whether the packet is there.
            add(agent, Copy<Concrete>{place(one.from.front()), registers(agent, first, 1), 1});
            continue;
        }
        const Place value = reduced(agent, one, rule, first);
        // Packets first: that one has arrived says nothing of plain data that was stored before it.
        for (const bool packets : {true, false})
            for (const Range& to : one.to) {
                if ((to.memory == Memory::packets) != packets) continue;
                if (!packets && to.gpu == team_.chip()) {
                    add(agent, Copy<Concrete>{value, place(to), 1});
                    continue;
                }
                Put<Concrete> put{value, place(to), 1, {}, {}, {}};
                if (packets) put.recv = means_.packets.raise(to.gpu, to.begin, copy_);
                add(agent, put);
                puts = true;
            }
    }
    if (puts) add(agent, Quiet<Concrete>{Until::landed});
}

}  // namespace ringproof::model::mscclpp
