#include "model/import/msccl/lower.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "model/import/msccl/connections.h"
#include "model/import/msccl/publications.h"
#include "model/validity.h"

namespace ringproof::model::msccl {
namespace {

using Count = std::int32_t;

/// Operations that one part of one step becomes at most, and those of a step besides.
constexpr std::int64_t operations_a_part = 7, operations_a_step = 2;

/// Both ends of a connection in the schedule.
struct Fifo {
    const Connection* connection = nullptr;
    Symbol name;
    std::int32_t buffer = -1;              ///< on the receiver: each transmission of a launch has slots of its own
    std::vector<Count> first;              ///< slot, by transmission of a launch
    std::int32_t arrived = -1, room = -1;  ///< semaphores of the receiver and of the sender
    std::size_t sent = 0, received = 0;    ///< transmissions so far
};

class Lowering {
public:
    Lowering(const Algorithm& algorithm, const Running& running, const Limits& limits)
        : algorithm_(algorithm),
          running_(running),
          limits_(limits),
          connections_(algorithm, running.most_chunks, limits.operations) {}

    Schedule schedule() {
        check_size();
        schedule_.name = algorithm_.name;
        schedule_.source = algorithm_.file;
        schedule_.launches = 2;
        schedule_.chips = static_cast<std::int32_t>(algorithm_.gpus.size());
        // First in, first out.
        schedule_.profile.signal_covers = Covers::channel;
        schedule_.profile.entry = Entry::none;
        schedule_.profile.exit = Exit::any;
        schedule_.profile.counter_life = Life::global;
        const Layout layout(algorithm_, running_.passed, running_.iterations, limits_, schedule_);
        layout_ = &layout;
        for (const auto& [key, connection] : connections_.all()) add_fifo(key, connection);
        for (gpu_ = 0; gpu_ < algorithm_.gpus.size(); ++gpu_) {
            const Publications publications(algorithm_.gpus[gpu_], running_.iterations);
            publications_ = &publications;
            add_publications();
            for (block_ = 0; block_ < algorithm_.gpus[gpu_].blocks.size(); ++block_) add_agent();
        }
        validate_declarations(schedule_, limits_);
        return std::move(schedule_);
    }

private:
    void check_size() const {
        // A gpu has buffers, whatever it does.
        std::int64_t operations = std::ssize(algorithm_.gpus) * operations_a_step;
        for (const Gpu& gpu : algorithm_.gpus)
            for (const Block& block : gpu.blocks)
                for (const Step& step : block.steps)
                    operations += std::ssize(step.needs) + operations_a_step +
                                  operations_a_part * divided_up(step.count, running_.most_chunks);
        if (operations > limits_.operations / running_.iterations)
            throw Fault(Code::too_large,
                        fmt::format("{} repetitions of some {} operations, at most {} are taken", running_.iterations,
                                    operations, limits_.operations),
                        algorithm_.location(0));
    }

    std::int32_t semaphore(std::int32_t chip, const std::string& name, std::int32_t init = 0) {
        schedule_.semaphores.push_back({chip, Symbol(name), 1, init, std::nullopt});
        return static_cast<std::int32_t>(schedule_.semaphores.size()) - 1;
    }

    void add_fifo(const Connections::Key& key, const Connection& connection) {
        const auto& [from, to, channel] = key;
        Fifo& fifo = fifos_[key];
        fifo.connection = &connection;
        const std::size_t most = std::max(connection.sent.size(), connection.received.size()) *
                                 static_cast<std::size_t>(running_.iterations);
        std::int64_t slots = 0;
        for (std::size_t k = 0; k < most; ++k) {
            fifo.first.push_back(static_cast<Count>(slots));
            slots += connection.chunks(k);
            fifo_slots_ += connection.chunks(k);
            if (fifo_slots_ > limits_.slots)
                throw Fault(Code::too_large, "too many chunks are sent", algorithm_.location(0));
        }
        const std::string name = fmt::format("from {} ch {}", from, channel);
        fifo.buffer = static_cast<std::int32_t>(schedule_.buffers.size());
        schedule_.buffers.push_back({to, Symbol("fifo " + name), static_cast<Count>(slots), Role::scratch, {}});
        fifo.arrived = semaphore(to, "arrived " + name);
        // More room than a launch needs is never used: it would only be used by a sender that is a launch ahead, who
        // may as well wait for what was sent before (specs/plans-msccl.md).
        const auto sends = static_cast<std::int64_t>(connection.sent.size()) * running_.iterations;
        fifo.name = Symbol(fmt::format("to {} ch {}", to, channel));
        fifo.room =
            semaphore(from, "room " + fifo.name.text(), static_cast<Count>(std::min(running_.in_flight, sends)));
    }

    void add_publications() {
        released_.clear();
        for (const Publications::Pair& pair : publications_->pairs())
            released_[pair].semaphore =
                semaphore(static_cast<std::int32_t>(gpu_), fmt::format("tb {} for tb {}", pair.publisher, pair.waiter));
    }

    void add_agent() {
        const Block& block = algorithm_.gpus[gpu_].blocks[block_];
        const auto chip = static_cast<std::int32_t>(gpu_);
        schedule_.agents.push_back({chip, Symbol(fmt::format("tb {}", block_)), {}});
        incoming_ = block.recv == nobody ? nullptr : find({block.recv, chip, block.channel});
        outgoing_ = block.send == nobody ? nullptr : find({chip, block.send, block.channel});
        done_ = outgoing_ == nullptr ? -1 : semaphore(chip, fmt::format("tb {} sent", block_));
        for (iteration_ = 0; iteration_ < running_.iterations; ++iteration_)
            for (step_ = 0; step_ < block.steps.size(); ++step_) add_step(block.steps[step_]);
    }

    Fifo* find(const Connections::Key& key) {
        const auto found = fifos_.find(key);
        return found == fifos_.end() ? nullptr : &found->second;
    }

    void add(Operation operation) { schedule_.agents.back().steps.push_back({std::move(operation), at_}); }

    void take(std::int32_t semaphore, Count units) {
        add(Wait<Concrete>{{semaphore, 0}, AtLeast<Concrete>{units, units}});
    }

    void raise(std::int32_t semaphore) {
        Signal<Concrete> signal;
        signal.counter = {semaphore, 0};
        signal.effect = Add<Concrete>{};
        add(signal);
    }

    void add_step(const Step& step) {
        at_ = Symbol(fmt::format("{}:{} {}{}", file_, step.line, name_of_step(gpu_, block_, step_),
                                 running_.iterations == 1 ? "" : fmt::format(" it={}", iteration_)));
        for (const Dependency& needs : step.needs) wait_for(needs);
        if (step.type->does_something()) {
            Count moved = 0;
            for (const std::int64_t chunks : parts(step.count, running_.most_chunks)) {
                add_part(step, moved, static_cast<Count>(chunks));
                moved += static_cast<Count>(chunks);
            }
        }
        for (const std::size_t waiter : publications_->released_by(block_, {iteration_, step_}))
            raise(released_.at({block_, waiter}).semaphore);
    }

    void wait_for(const Dependency& needs) {
        Released& released = released_.at({static_cast<std::size_t>(needs.block), block_});
        const auto rank = publications_->rank(block_, iteration_, needs);
        if (!rank)  // for ever
            add(Wait<Concrete>{
                {released.semaphore, 0},
                AtLeast<Concrete>{
                    publications_->counted({static_cast<std::size_t>(needs.block), block_}) - released.taken + 1, 0}});
        else if (*rank > released.taken)
            take(released.semaphore, *rank - std::exchange(released.taken, *rank));
    }

    /// x, as in step_types.h, passes through its parts one after the other.
    void add_part(const Step& step, Count moved, Count chunks) {
        const StepType& type = *step.type;
        if (type.receives) take(incoming_->arrived, 1);
        if (type.sends) take(outgoing_->room, 1);
        const auto place = [&](const Chunks& at) {
            Place first = layout_->place(gpu_, iteration_, step, at);
            first.index += moved;
            return first;
        };
        const Place received =
            type.receives ? Place{incoming_->buffer, incoming_->first[incoming_->received++]} : Place{};
        Place x = received;
        if (type.operand) {
            const Place operand = place(operand_of(step));
            if (type.writes) refuse_overlap(step, operand, place(step.dst), chunks);
            if (type.reduces) {
                // Registers hold the result of a step that does not write it; the slot that it came in is as good.
                const Place into = type.writes ? place(step.dst) : received;
                Reduce<Concrete> reduce{type.receives ? operand : into, into, {}, chunks, {}};
                if (const Place with = type.receives ? received : operand; with != into) reduce.with = with;
                add(reduce);
                x = into;
            } else {
                x = operand;
            }
        }
        if (type.writes && !type.reduces) add(Copy<Concrete>{x, place(step.dst), chunks});
        if (type.sends) send(x, chunks);
        if (type.receives) raise(incoming_->room);
    }

    const Chunks& operand_of(const Step& step) const {
        return step.type->receives && running_.operand_is_dst ? step.dst : step.src;
    }

    /// The threads of a block each move some of the data, in no order: what is read must not be written by another.
    void refuse_overlap(const Step& step, Place from, Place to, Count chunks) const {
        if (from.buffer != to.buffer || from.index == to.index || std::abs(from.index - to.index) >= chunks) return;
        throw Fault(
            Code::bad_plan,
            fmt::format("'{}' reads and writes overlapping chunks that are not the same; threads of a block move them "
                        "in any order",
                        step.type->name),
            algorithm_.location(step.line));
    }

    /// The block copies into the receiver's memory itself, and goes on when it has read what it sends.
    void send(Place from, Count chunks) {
        Put<Concrete> put;
        put.src = from;
        put.dst = {outgoing_->buffer, outgoing_->first[outgoing_->sent++]};
        put.len = chunks;
        put.send = Raise<Concrete>{{done_, 0}};
        put.recv = Raise<Concrete>{{outgoing_->arrived, 0}};
        put.channel = outgoing_->name;
        add(put);
        take(done_, 1);
    }

    const Algorithm& algorithm_;
    const Running& running_;
    const Limits& limits_;
    Connections connections_;
    const std::string file_ = algorithm_.file.substr(algorithm_.file.rfind('/') + 1);
    Schedule schedule_;
    const Layout* layout_ = nullptr;
    std::map<Connections::Key, Fifo> fifos_;
    std::int64_t fifo_slots_ = 0;

    /// Of the gpu that is being lowered: counters of who publishes for whom.
    struct Released {
        std::int32_t semaphore = -1;
        Count taken = 0;
    };
    const Publications* publications_ = nullptr;
    std::map<Publications::Pair, Released> released_;

    // Where it is.
    std::size_t gpu_ = 0, block_ = 0, step_ = 0;
    std::int32_t iteration_ = 0;
    Fifo *incoming_ = nullptr, *outgoing_ = nullptr;
    std::int32_t done_ = -1;  ///< semaphore: what the block sent has been read
    Symbol at_;
};

}  // namespace

Running running(const Algorithm& algorithm, Passed passed, const PlanOptions& options) {
    Running result;
    result.passed = passed;
    result.iterations = options.iterations;
    result.in_flight = options.fifo_depth > 0 ? options.fifo_depth : algorithm.protocol->in_flight;
    result.most_chunks = most_chunks_at_once;
    result.operand_is_dst = options.rrc_operand_is_dst;
    if (options.message_bytes > 0) {
        const std::int64_t chunk = divided_up(options.message_bytes, algorithm.chunks_a_loop);
        const std::int64_t slot = algorithm.protocol->slot_bytes;
        result.most_chunks = std::clamp<std::int64_t>(slot / chunk, 1, most_chunks_at_once);
        result.iterations =
            static_cast<std::int32_t>(std::min<std::int64_t>(options.iterations, divided_up(chunk, slot)));
    }
    return result;
}

Schedule lower(const Algorithm& algorithm, const Running& running, const Limits& limits) {
    return Lowering(algorithm, running, limits).schedule();
}

}  // namespace ringproof::model::msccl
