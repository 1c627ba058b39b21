#include "model/import/mscclpp/block.h"

#include <fmt/format.h>

namespace ringproof::model::mscclpp {

BlockWriter::BlockWriter(Means& means, std::int32_t chip, std::int32_t number, const Block& block)
    : means_(means), block_(block), threads_(block), team_(means.builder, chip, fmt::format("tb {}", number)) {}

void BlockWriter::write(std::int32_t copy) {
    copy_ = copy;
    team_.restart();
    write(block_.ops, {});
}

void BlockWriter::write(const std::vector<Op>& ops, const Iteration& iteration) {
    for (const Op& op : ops) {
        means_.builder.work();
        op_ = &op;
        iteration_ = iteration;
        at_ = iteration.loop ? Symbol(fmt::format("{} it={}", op.at.text(), iteration.number)) : op.at;
        std::visit([this](const auto& what) { write(what); }, op.what);
    }
}

void BlockWriter::write(const Join& join) {
    // The runtime lets the threads of the block meet first, and again when the other blocks have come.
    team_.join(fmt::format("barrier {}", join.barrier), at_);
}

void BlockWriter::write(const Loop& loop) {
    if (loop.ops.empty()) return;
    for (std::int64_t i = 0; i < means_.geometry.repeats(loop); ++i) write(loop.ops, {&loop, i});
}

void BlockWriter::write(const Control& control) {
    for (std::size_t thread = 0; thread < control.actions.size(); ++thread)
        std::visit([&](const auto& action) { act(thread, action); }, control.actions[thread]);
}

void BlockWriter::act(std::size_t thread, const SendSignal& signal) {
    const Channel back{signal.channel.link, team_.chip(), signal.channel.ordinal};
    std::string name = incoming(back);
    if (means_.published) {
        const Direction direction{signal.channel.peer, team_.chip(), signal.channel.ordinal};
        if (auto* pattern = means_.published->find(direction)) {
            if (!pattern->raises[pattern->next_signal++]) return;
            name += " published";
        }
    }
    add(team_.thread(thread),
        Signal<Concrete>{means_.builder.counter(signal.channel.peer, name), Add<Concrete>{1}, {}, {}});
}

void BlockWriter::act(std::size_t thread, const AwaitSignal& wait) {
    const std::string name = incoming(wait.channel);
    if (means_.published && wait.channel.link == Link::memory) {
        const Direction direction{team_.chip(), wait.channel.peer, wait.channel.ordinal};
        if (auto* pattern = means_.published->find(direction)) {
            const std::size_t here = pattern->next_wait++;
            if (pattern->starts && here == 0)
                add(team_.thread(thread), Wait<Concrete>{own(name + " started"), AtLeast<Concrete>{1, 1}});
            if (const std::int32_t units = pattern->takes[here]; units > 0)
                add(team_.thread(thread), Wait<Concrete>{own(name + " published"), AtLeast<Concrete>{units, units}});
            return;
        }
    }
    if (!threads_.take_turns(Use::wait, wait.channel)) {
        add(team_.thread(thread), Wait<Concrete>{own(name), AtLeast<Concrete>{1, 1}});
        return;
    }
    // Several threads wait in turn for one channel: an agent that hands each its signal keeps the schedule monotone.
    const std::int32_t turns = means_.builder.agent(team_.chip(), fmt::format("{} {} in turn", team_.name(), name));
    const Counter turn = own(fmt::format("{} for {} thread {}", name, team_.name(), thread));
    means_.builder.add(turns, Wait<Concrete>{own(name), AtLeast<Concrete>{1, 1}}, at_);
    means_.builder.add(turns, Signal<Concrete>{turn, Add<Concrete>{1}, {}, {}}, at_);
    add(team_.thread(thread), Wait<Concrete>{turn, AtLeast<Concrete>{1, 1}});
}

void BlockWriter::act(std::size_t thread, const Push& push) {
    // The rank's proxy runs what it was asked for later and on its own. Requests of one block for one channel are run
    // in the order in which they were made, if that order is known: where two threads ask at once, each has a queue.
    const Channel back{Link::port, team_.chip(), push.channel.ordinal};
    std::string name = fmt::format("{} queue to {} {}", team_.name(), push.channel.peer, push.channel.ordinal);
    if (threads_.collide(Use::push, push.channel)) name += fmt::format(" of thread {}", thread);
    const std::int32_t queue = means_.builder.agent(team_.chip(), name);
    const Symbol channel(name);
    const auto ask = [&](Operation operation) { means_.builder.add(queue, std::move(operation), at_); };

    add(team_.thread(thread), Signal<Concrete>{own(name), Add<Concrete>{1}, {}, {}});
    ask(Wait<Concrete>{own(name), AtLeast<Concrete>{1, 1}});
    if (push.put) {
        const Moved flow = moved(*push.put, push.share);
        const bool packets = flow.to.front().memory == Memory::packets;
        const std::int64_t step = packets ? 1 : flow.length;
        for (std::int64_t i = 0; i < flow.length; i += step) {
            const Moved part = packets ? flow.part(i) : flow;
            Put<Concrete> put{
                place(part.from.front()), place(part.to.front()), static_cast<std::int32_t>(step), {}, {}, channel};
            const Range& to = part.to.front();
            if (packets) put.recv = means_.packets.raise(to.gpu, to.begin, copy_);
            ask(put);
        }
    }
    if (push.signal)
        ask(Signal<Concrete>{means_.builder.counter(push.channel.peer, incoming(back)), Add<Concrete>{1}, channel,
                             Covers::channel});
    if (push.flush) {
        const Counter done = own(name + " flushed");
        ask(Quiet<Concrete>{Until::read});
        ask(Signal<Concrete>{done, Add<Concrete>{1}, {}, {}});
        add(team_.thread(thread), Wait<Concrete>{done, AtLeast<Concrete>{1, 1}});
    }
}

void BlockWriter::act(std::size_t thread, const Acquire& acquire) {
    add(team_.thread(thread),
        Wait<Concrete>{own(fmt::format("semaphore {}", acquire.semaphore)), AtLeast<Concrete>{1, 1}});
}

void BlockWriter::act(std::size_t thread, const Release& release) {
    add(team_.thread(thread),
        Signal<Concrete>{own(fmt::format("semaphore {}", release.semaphore)), Add<Concrete>{1}, {}, {}});
}

}  // namespace ringproof::model::mscclpp
