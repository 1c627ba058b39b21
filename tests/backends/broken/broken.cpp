#include "backends/broken/broken.h"

#include <chrono>
#include <map>
#include <thread>

#include "backends/threads/threads.h"

namespace ringproof::backends {
namespace {

using conformance::World;
using model::Counter;

void linger() { std::this_thread::sleep_for(std::chrono::microseconds(300)); }

/// What all of them share: the engines have to end before the changed steps go.
struct Base : Threads {
    using Threads::Threads;
    ~Base() override { stop(); }
};
#define RINGPROOF_BROKEN(NAME) \
    struct NAME : Base {       \
        using Base::Base;      \
        ~NAME() override { stop(); }

RINGPROOF_BROKEN(SignalBeforeData)
void carry_out(Transfer& transfer) override {
    const auto data = read_source(transfer);
    mark_read(transfer);
    if (transfer.read_raises) raise(transfer.read_raises->counter, transfer.read_raises->add);
    if (transfer.land_raises) raise(transfer.land_raises->counter, transfer.land_raises->add);
    linger();
    write_target(transfer, data);
}
};

RINGPROOF_BROKEN(LostAdd)
void raise(Counter counter, std::int64_t add) override {
    auto& cell = counters_[index(counter)];
    const std::int64_t before = cell.load();
    std::this_thread::yield();
    cell.store(before + add);
}
};

RINGPROOF_BROKEN(WaitWithoutTaking)
bool try_wait(Counter counter, std::int64_t at_least, std::int64_t) override {
    return Threads::try_wait(counter, at_least, 0);
}
}
;

RINGPROOF_BROKEN(WaitTakesAll)
bool try_wait(Counter counter, std::int64_t at_least, std::int64_t take) override {
    return Threads::try_wait(counter, at_least, take == 0 ? 0 : std::max(take, value(counter)));
}
}
;

RINGPROOF_BROKEN(EqualityWait)
bool try_wait(Counter counter, std::int64_t at_least, std::int64_t take) override {
    return value(counter) == at_least && Threads::try_wait(counter, at_least, take);
}
}
;

RINGPROOF_BROKEN(WaitForOneOnly)
bool try_wait(Counter counter, std::int64_t at_least, std::int64_t take) override {
    if (value(counter) < std::min<std::int64_t>(at_least, 1)) return false;
    counters_[index(counter)].fetch_sub(take);
    return true;
}
}
;

/// Counters of one name are the same on all chips.
struct SharedBetweenChips : Base {
    explicit SharedBetweenChips(const World& world) : Base(world) {
        std::map<model::Symbol, std::size_t> first;
        for (std::size_t id = 0; id < world.schedule.semaphores.size(); ++id)
            first_counter_[id] = first.emplace(world.schedule.semaphores[id].name, first_counter_[id]).first->second;
    }
    ~SharedBetweenChips() override { stop(); }
};

RINGPROOF_BROKEN(SlotOffByOne)
void write_target(const Transfer& transfer, const std::vector<std::byte>& data) override {
    Transfer other = transfer;
    const std::int32_t size = world_.schedule.buffers[transfer.dst.buffer].size;
    if (transfer.len == 1) other.dst.index = (transfer.dst.index + 1) % size;
    Threads::write_target(other, data);
}
}
;

RINGPROOF_BROKEN(CopyNotStarted)
void write_target(const Transfer&, const std::vector<std::byte>&) override {}
}
;

RINGPROOF_BROKEN(LastSlotForgotten)
void write_target(const Transfer& transfer, const std::vector<std::byte>& data) override {
    Transfer other = transfer;
    other.len = std::max(1, transfer.len - 1);
    Threads::write_target(other, data);
}
}
;

/// The last word of the data comes after the counter.
RINGPROOF_BROKEN(TornData)
void carry_out(Transfer& transfer) override {
    if (transfer.len != 1 || transfer.accumulate) return Threads::carry_out(transfer);
    const auto data = read_source(transfer);
    mark_read(transfer);
    if (transfer.read_raises) raise(transfer.read_raises->counter, transfer.read_raises->add);
    std::vector<std::byte> part(world_.slot_size);
    load(transfer.dst, part.data());
    std::copy(data.begin(), data.end() - 1, part.begin());
    store(transfer.dst, part.data());
    if (transfer.land_raises) raise(transfer.land_raises->counter, transfer.land_raises->add);
    linger();
    store(transfer.dst, data.data());
}
}
;

RINGPROOF_BROKEN(SentBeforeRead)
void carry_out(Transfer& transfer) override {
    if (transfer.read_raises) raise(transfer.read_raises->counter, transfer.read_raises->add);
    transfer.read_raises.reset();
    linger();
    Threads::carry_out(transfer);
}
}
;

RINGPROOF_BROKEN(FenceIgnored)
bool held_back(const Transfer&) const override { return false; }
void carry_out(Transfer& transfer) override {
    if (transfer.len > 0) linger();
    Threads::carry_out(transfer);
}
}
;

RINGPROOF_BROKEN(QuietReturnsAtOnce)
bool quiet(std::int32_t, model::Until) { return true; }
void carry_out(Transfer& transfer) override {
    if (transfer.len > 0) linger();
    Threads::carry_out(transfer);
}
}
;

RINGPROOF_BROKEN(AccumulateOverwrites)
void write_target(const Transfer& transfer, const std::vector<std::byte>& data) override {
    Transfer other = transfer;
    other.accumulate = false;
    Threads::write_target(other, data);
}
}
;

RINGPROOF_BROKEN(ReducesTheWrongWayRound)
void reduce(model::Place arriving, model::Place own, model::Place result, model::RuleId rule) {
    std::vector<std::byte> left(world_.slot_size), right(world_.slot_size);
    load(arriving, left.data());
    load(own, right.data());
    world_.element.reduce(rule, right.data(), left.data(), left.data(), world_.slot_size / world_.element.size);
    store(result, left.data());
}
}
;

RINGPROOF_BROKEN(EntersAlone)
bool enter(std::int32_t, std::int32_t) { return true; }
}
;

RINGPROOF_BROKEN(SetsByAdding)
void carry_out(Transfer& transfer) override {
    if (transfer.sets)
        raise(transfer.sets->first, transfer.sets->second);
    else
        Threads::carry_out(transfer);
}
}
;

/// Every fifth transfer of an agent is delivered twice.
RINGPROOF_BROKEN(DeliversTwice)
void carry_out(Transfer& transfer) override {
    Threads::carry_out(transfer);
    if (transfer.number % 5 == 4 && transfer.land_raises)
        raise(transfer.land_raises->counter, transfer.land_raises->add);
}
}
;

/// A launch begins with what an earlier launch left in its memory: data is stored when its chip has gone on.
RINGPROOF_BROKEN(DataOfTheLaunchBefore)
void carry_out(Transfer& transfer) override {
    if (transfer.len == 0) return Threads::carry_out(transfer);
    const auto data = read_source(transfer);
    mark_read(transfer);
    if (transfer.read_raises) raise(transfer.read_raises->counter, transfer.read_raises->add);
    // The slot gets what the transfer before brought; the first one is right.
    const std::lock_guard lock(mutex_);
    auto& last = last_[{transfer.agent, transfer.dst}];
    write_target(transfer, last.empty() ? data : last);
    last = data;
    if (transfer.land_raises) raise(transfer.land_raises->counter, transfer.land_raises->add);
}
std::mutex mutex_;
std::map<std::pair<std::int32_t, model::Place>, std::vector<std::byte>> last_;
}
;

#undef RINGPROOF_BROKEN

template <class B>
Broken one(const char* name, std::string_view about, std::vector<std::string_view> catches) {
    return {about, std::move(catches), conformance::kind<B>(name)};
}

}  // namespace

std::span<const Broken> broken() {
    static const std::vector<Broken> all{
        one<SignalBeforeData>(
            "signal_before_data", "the counter rises before the data is there",
            {"litmus-message_recv-n2", "litmus-message_both_of_two-n2", "data-permute-copy-int32-n3"}),
        one<LostAdd>("lost_add", "a counter is raised by reading and writing it", {"counters-all_to_one-n4"}),
        one<WaitWithoutTaking>("wait_without_taking", "a wait leaves the counter as it is",
                               {"counters-over_satisfied-n2", "counters-zero_at_exit-n2"}),
        one<WaitTakesAll>("wait_takes_all", "a wait takes all that is there", {"counters-over_satisfied-n2"}),
        one<EqualityWait>("equality_wait", "a wait for at least is a wait for exactly", {"counters-over_satisfied-n2"}),
        one<WaitForOneOnly>("wait_for_one_only", "a wait for several goes on after one",
                            {"counters-weighed-n2", "litmus-message_both_of_two-n2"}),
        one<SharedBetweenChips>("shared_between_chips", "counters of one name are one counter on all chips",
                                {"counters-left_over-n2", "fault-signal_to_other_chip-n3"}),
        one<SlotOffByOne>("slot_off_by_one", "data lands one slot further", {"data-all_gather-copy-int32-n3"}),
        one<CopyNotStarted>("copy_not_started", "counters rise, and no data moves", {"data-permute-copy-int32-n3"}),
        one<LastSlotForgotten>("last_slot_forgotten", "the last slot of a run is not copied",
                               {"litmus-message_recv_run-n2"}),
        one<TornData>("torn_data", "the last byte comes after the counter", {"data-permute-copy-int32-n3"}),
        one<SentBeforeRead>("sent_before_read", "the send counter rises before the source was read",
                            {"litmus-source_kept-n2"}),
        one<FenceIgnored>("fence_ignored", "a fence orders nothing", {"litmus-message_fence-n2"}),
        one<QuietReturnsAtOnce>("quiet_returns_at_once", "a quiet waits for nothing",
                                {"litmus-message_quiet-n2", "litmus-third_chip_quiet-n3"}),
        one<AccumulateOverwrites>("accumulate_overwrites", "an atomic add stores", {"litmus-accumulate_both-n3"}),
        one<ReducesTheWrongWayRound>("reduces_the_wrong_way_round", "b := b ⊕ a",
                                     {"data-reduce_chain-compose-int32-n3", "data-all_reduce-compose-int32-n3"}),
        one<EntersAlone>("enters_alone", "chips do not wait for each other at entry", {"launches-all_gather-n3"}),
        one<SetsByAdding>("sets_by_adding", "a signal that sets adds", {"litmus-signals_set-n2"}),
        one<DeliversTwice>("delivers_twice", "some transfers raise their counter twice",
                           {"counters-many_in_flight-n2"}),
        one<DataOfTheLaunchBefore>("data_of_the_launch_before", "a slot gets what the launch before brought",
                                   {"launches-permute-n3"}),
    };
    return all;
}

}  // namespace ringproof::backends
