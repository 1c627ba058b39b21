#include "backends/threads/threads.h"

#include <algorithm>
#include <cstring>

namespace ringproof::backends {
namespace {

constexpr int threads_of_engine = 2;

}  // namespace

Threads::Threads(const conformance::World& world)
    : world_(world), words_((world.slot_size + sizeof(std::uint32_t) - 1) / sizeof(std::uint32_t)) {
    const model::Schedule& schedule = world.schedule;
    std::size_t slots = 0, counters = 0;
    for (const model::Buffer& buffer : schedule.buffers) {
        first_slot_.push_back(slots);
        slots += static_cast<std::size_t>(buffer.size);
    }
    for (const model::Semaphore& semaphore : schedule.semaphores) {
        first_counter_.push_back(counters);
        counters += static_cast<std::size_t>(semaphore.size);
    }
    memory_ = std::vector<std::atomic<std::uint32_t>>(slots * words_);
    counters_ = std::vector<std::atomic<std::int64_t>>(counters);
    agents_.resize(schedule.agents.size());
    queues_.resize(static_cast<std::size_t>(schedule.chips));
    entered_.resize(static_cast<std::size_t>(schedule.chips));
    at_door_.resize(static_cast<std::size_t>(schedule.launches));
    for (std::size_t agent = 0; agent < schedule.agents.size(); ++agent)
        for (const model::Step& step : schedule.agents[agent].steps)
            if (const auto* const barrier = std::get_if<model::Barrier<model::Concrete>>(&step.operation)) {
                auto& members = members_[barrier->name];
                if (members.empty() || members.back() != static_cast<std::int32_t>(agent))
                    members.push_back(static_cast<std::int32_t>(agent));
            }
    for (std::int32_t chip = 0; chip < schedule.chips; ++chip)
        for (int k = 0; k < threads_of_engine; ++k) engines_.emplace_back([this, chip] { serve(chip); });
}

Threads::~Threads() { stop(); }

void Threads::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    engines_.clear();
}

void Threads::store(model::Place place, const std::byte* from) {
    for (std::size_t k = 0; k < words_; ++k) {
        std::uint32_t part = 0;
        const std::size_t offset = k * sizeof part;
        std::memcpy(&part, from + offset, std::min(sizeof part, world_.slot_size - offset));
        memory_[word(place) + k].store(part, std::memory_order_relaxed);
    }
}

void Threads::load(model::Place place, std::byte* to) const {
    for (std::size_t k = 0; k < words_; ++k) {
        const std::uint32_t part = memory_[word(place) + k].load(std::memory_order_relaxed);
        const std::size_t offset = k * sizeof part;
        std::memcpy(to + offset, &part, std::min(sizeof part, world_.slot_size - offset));
    }
}

bool Threads::try_wait(model::Counter counter, std::int64_t at_least, std::int64_t take) {
    // Only the chip's own thread takes, so what is there stays there.
    if (value(counter) < at_least) return false;
    counters_[index(counter)].fetch_sub(take, std::memory_order_acq_rel);
    return true;
}

void Threads::start(Request request) {
    {
        const std::lock_guard lock(mutex_);
        AgentState& agent = agents_[request.agent];
        const auto shared =
            std::make_shared<Transfer>(Transfer{std::move(request), agent.issued++, agent.fences, false});
        agent.in_flight.push_back(shared);
        queues_[world_.schedule.agents[shared->agent].chip].push_back(shared);
    }
    changed_.notify_all();
}

bool Threads::held_back(const Transfer& transfer) const {
    return std::ranges::any_of(agents_[transfer.agent].in_flight, [&](const std::shared_ptr<Transfer>& other) {
        // Of a get a fence asks only that the source has been read, which is not told apart here.
        return other->number < transfer.number && other->chip == transfer.chip && other->fences < transfer.fences;
    });
}

void Threads::serve(std::int32_t chip) {
    std::unique_lock lock(mutex_);
    auto& queue = queues_[chip];
    while (true) {
        const auto next =
            std::ranges::find_if(queue, [this](const std::shared_ptr<Transfer>& one) { return !held_back(*one); });
        if (next == queue.end()) {
            if (stopping_ && queue.empty()) return;
            changed_.wait(lock);
            continue;
        }
        const std::shared_ptr<Transfer> transfer = *next;
        queue.erase(next);
        lock.unlock();
        carry_out(*transfer);
        lock.lock();
        std::erase(agents_[transfer->agent].in_flight, transfer);
        changed_.notify_all();
    }
}

void Threads::carry_out(Transfer& transfer) {
    const auto pause = [&](std::uint64_t stage) {
        world_.delays.pause(1000 + static_cast<std::uint64_t>(transfer.agent),
                            4 * static_cast<std::uint64_t>(transfer.number) + stage);
    };
    pause(0);
    if (transfer.len > 0) {
        const std::vector<std::byte> data = read_source(transfer);
        mark_read(transfer);
        if (transfer.read_raises) raise(transfer.read_raises->counter, transfer.read_raises->add);
        pause(1);
        write_target(transfer, data);
    }
    if (transfer.land_raises) raise(transfer.land_raises->counter, transfer.land_raises->add);
    if (transfer.sets) set(transfer.sets->first, transfer.sets->second);
}

void Threads::mark_read(Transfer& transfer) {
    const std::lock_guard lock(mutex_);
    transfer.read = true;
}

std::vector<std::byte> Threads::read_source(const Transfer& transfer) {
    std::vector<std::byte> data(world_.slot_size * static_cast<std::size_t>(transfer.len));
    for (std::int32_t k = 0; k < transfer.len; ++k)
        load({transfer.src.buffer, transfer.src.index + k},
             data.data() + static_cast<std::size_t>(k) * world_.slot_size);
    return data;
}

void Threads::write_target(const Transfer& transfer, const std::vector<std::byte>& data) {
    static std::mutex adding;  // one atomic add at a time
    for (std::int32_t k = 0; k < transfer.len; ++k) {
        const model::Place place{transfer.dst.buffer, transfer.dst.index + k};
        const std::byte* const from = data.data() + static_cast<std::size_t>(k) * world_.slot_size;
        if (!transfer.accumulate) {
            store(place, from);
            continue;
        }
        const std::lock_guard lock(adding);
        std::vector<std::byte> sum(world_.slot_size);
        load(place, sum.data());
        world_.element.reduce(*model::find_rule("add"), from, sum.data(), sum.data(),
                              world_.slot_size / world_.element.size);
        store(place, sum.data());
    }
}

void Threads::fence(std::int32_t agent) {
    const std::lock_guard lock(mutex_);
    ++agents_[agent].fences;
}

bool Threads::quiet(std::int32_t agent, model::Until until) {
    const std::lock_guard lock(mutex_);
    return std::ranges::all_of(agents_[agent].in_flight, [&](const std::shared_ptr<Transfer>& transfer) {
        return until == model::Until::read && transfer->kind == Request::Kind::put && transfer->read;
    });
}

void Threads::arrive(std::int32_t agent, model::Symbol barrier) {
    const std::lock_guard lock(mutex_);
    ++agents_[agent].arrivals[barrier];
}

bool Threads::may_leave(std::int32_t agent, model::Symbol barrier) {
    const std::lock_guard lock(mutex_);
    const std::int64_t own = agents_[agent].arrivals[barrier];
    return std::ranges::all_of(members_[barrier],
                               [&](std::int32_t member) { return agents_[member].arrivals[barrier] >= own; });
}

bool Threads::enter(std::int32_t chip, std::int32_t launch) {
    const std::lock_guard lock(mutex_);
    if (entered_[chip] == launch) {
        ++entered_[chip];
        ++at_door_[launch];
    }
    return at_door_[launch] == world_.schedule.chips;
}

bool Threads::idle(std::int32_t chip) {
    const std::lock_guard lock(mutex_);
    for (std::size_t agent = 0; agent < agents_.size(); ++agent)
        if (world_.schedule.agents[agent].chip == chip && !agents_[agent].in_flight.empty()) return false;
    return true;
}

}  // namespace ringproof::backends
