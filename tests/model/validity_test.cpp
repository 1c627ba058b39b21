#include "model/validity.h"

#include <gtest/gtest.h>

namespace ringproof::model {
namespace {

constexpr std::int32_t greatest = 2147483647;

/// Two chips with x[4] (ids 0, 1), t[2] on chip 0 (id 2), and semaphores s[2] (ids 0, 1).
Schedule two_chips() {
    Schedule schedule;
    schedule.chips = 2;
    for (std::int32_t chip : {0, 1}) schedule.buffers.push_back({chip, Symbol("x"), 4, Role::inout, {}});
    schedule.buffers.push_back({0, Symbol("t"), 2, Role::scratch, {}});
    for (std::int32_t chip : {0, 1}) schedule.semaphores.push_back({chip, Symbol("s"), 2, 0, {}});
    schedule.agents.push_back({0, Symbol("main"), {}});
    return schedule;
}

constexpr Place own_x{0, 0}, other_x{1, 0};
constexpr Counter own_s{0, 0}, other_s{1, 0};
using Raised = std::optional<Raise<Concrete>>;

Put<Concrete> put() { return {own_x, other_x, 1, Raised{{own_s, 1}}, Raised{{other_s, 1}}, {}, false}; }
Get<Concrete> get() { return {other_x, own_x, 1, Raised{{own_s, 1}}, {}}; }
Wait<Concrete> wait(std::variant<AtLeast<Concrete>, Equals<Concrete>, AboveSnapshot<Concrete>> until) {
    return {own_s, until};
}
Signal<Concrete> signal(std::variant<Add<Concrete>, Assign<Concrete>> effect) { return {other_s, effect, {}, {}}; }
Term atom(std::string_view name) { return Term{Atom{Symbol(name)}}; }

void expect_fine(const Operation& operation) {
    const auto found = complaint(two_chips(), 0, operation);
    EXPECT_FALSE(found) << found->member << ": " << found->message;
}

void expect_complaint(const Operation& operation, Code code, const std::string& member) {
    const auto found = complaint(two_chips(), 0, operation);
    ASSERT_TRUE(found);
    EXPECT_EQ(number(found->code), number(code)) << found->message;
    EXPECT_EQ(found->member, member) << found->message;
    EXPECT_FALSE(found->message.empty());
}

/// `operation` after `edit`.
template <class Op, class Edit>
Operation with(Op operation, Edit edit) {
    edit(operation);
    return operation;
}

TEST(Validity, WhatEachOperationMayDo) {
    expect_fine(put());
    expect_fine(with(put(), [](auto& op) { op.dst = own_x, op.recv->counter = own_s; }));
    expect_fine(with(put(), [](auto& op) { op.len = 4, op.send.reset(), op.recv.reset(); }));
    expect_fine(get());
    expect_fine(signal(Add<Concrete>{1}));
    expect_fine(signal(Assign<Concrete>{0}));
    expect_fine(wait(AtLeast<Concrete>{0, 0}));
    expect_fine(wait(AtLeast<Concrete>{3, 3}));
    expect_fine(wait(AtLeast<Concrete>{3, All{}}));
    expect_fine(wait(Equals<Concrete>{0}));
    expect_fine(wait(AboveSnapshot<Concrete>{0}));
    expect_fine(Set<Concrete>{own_s, 0});
    expect_fine(Snapshot<Concrete>{own_s});
    expect_fine(Copy<Concrete>{other_x, own_x, 4});
    expect_fine(Reduce<Concrete>{other_x, own_x, own_x, 4, Symbol("max")});
    expect_fine(Reduce<Concrete>{other_x, own_x, {}, 1, {}});
    expect_fine(Compute<Concrete>{{other_x, own_x}, {own_x}, 0, Symbol("f")});
    expect_fine(Compute<Concrete>{{own_x}, {}, 5, Symbol("f")});
    expect_fine(Write<Concrete>{own_x, {}});
    expect_fine(Read<Concrete>{own_x, Term{Reduction{Symbol("max"), {atom("a"), Term{Input{1, Symbol("x"), 3}}}}}});
    expect_fine(Poll<Concrete>{own_x});
    expect_fine(Fence<Concrete>{});
    expect_fine(Quiet<Concrete>{});
    expect_fine(Barrier<Concrete>{Symbol("all")});
}

TEST(Validity, OtherChips) {
    expect_complaint(with(put(), [](auto& op) { op.src = other_x; }), Code::foreign, "src");
    expect_complaint(with(put(), [](auto& op) { op.send->counter = other_s; }), Code::foreign, "send");
    expect_complaint(with(put(), [](auto& op) { op.recv->counter = own_s; }), Code::foreign, "recv");
    expect_complaint(with(get(), [](auto& op) { op.dst = other_x; }), Code::foreign, "dst");
    expect_complaint(with(get(), [](auto& op) { op.done->counter = other_s; }), Code::foreign, "done");
    expect_complaint(Wait<Concrete>{other_s, Equals<Concrete>{1}}, Code::foreign, "semaphore");
    expect_complaint(Set<Concrete>{other_s, 1}, Code::foreign, "semaphore");
    expect_complaint(Snapshot<Concrete>{other_s}, Code::foreign, "semaphore");
    expect_complaint(Copy<Concrete>{own_x, other_x, 1}, Code::foreign, "dst");
    expect_complaint(Reduce<Concrete>{own_x, other_x, {}, 1, {}}, Code::foreign, "dst");
    expect_complaint(Reduce<Concrete>{own_x, own_x, other_x, 1, {}}, Code::foreign, "with");
    expect_complaint(Compute<Concrete>{{}, {own_x, other_x}, 0, Symbol("f")}, Code::foreign, "writes[1]");
    expect_complaint(Write<Concrete>{other_x, {}}, Code::foreign, "dst");
    expect_complaint(Read<Concrete>{other_x, {}}, Code::foreign, "src");
    expect_complaint(Poll<Concrete>{other_x}, Code::foreign, "src");
}

TEST(Validity, Ranges) {
    expect_complaint(Poll<Concrete>{{0, 4}}, Code::index_range, "src");
    expect_complaint(Poll<Concrete>{{0, -1}}, Code::index_range, "src");
    expect_complaint(with(put(), [](auto& op) { op.src.index = 3, op.len = 2; }), Code::index_range, "src");
    expect_complaint(with(put(), [](auto& op) { op.dst.index = 2, op.len = 3; }), Code::index_range, "dst");
    expect_complaint(with(put(), [](auto& op) { op.dst.index = greatest, op.src.index = 0; }), Code::index_range,
                     "dst");
    expect_complaint(with(get(), [](auto& op) { op.src.index = 3, op.len = greatest; }), Code::index_range, "src");
    expect_complaint(with(get(), [](auto& op) { op.dst = Place{2, 1}, op.len = 2; }), Code::index_range, "dst");
    expect_complaint(Copy<Concrete>{{1, 1}, own_x, 4}, Code::index_range, "src");
    expect_complaint(Copy<Concrete>{other_x, {2, 0}, 3}, Code::index_range, "dst");
    expect_complaint(Reduce<Concrete>{other_x, own_x, Place{2, 0}, 3, {}}, Code::index_range, "with");
    expect_complaint(Compute<Concrete>{{own_x, {1, 4}}, {}, 0, Symbol("f")}, Code::index_range, "reads[1]");
    expect_complaint(Compute<Concrete>{{}, {{0, 4}}, 0, Symbol("f")}, Code::index_range, "writes[0]");
    expect_complaint(Signal<Concrete>{{1, 2}, {}, {}, {}}, Code::index_range, "index");
    expect_complaint(Wait<Concrete>{{0, 2}, {}}, Code::index_range, "index");
    expect_complaint(Wait<Concrete>{{0, -1}, {}}, Code::index_range, "index");
    expect_complaint(with(put(), [](auto& op) { op.send->counter.index = 2; }), Code::index_range, "send");
    expect_complaint(with(put(), [](auto& op) { op.recv->counter.index = 2; }), Code::index_range, "recv");
}

TEST(Validity, Amounts) {
    expect_complaint(with(put(), [](auto& op) { op.len = 0; }), Code::amount_range, "len");
    expect_complaint(with(get(), [](auto& op) { op.len = -1; }), Code::amount_range, "len");
    expect_complaint(Copy<Concrete>{other_x, own_x, 0}, Code::amount_range, "len");
    expect_complaint(Reduce<Concrete>{other_x, own_x, {}, 0, {}}, Code::amount_range, "len");
    expect_complaint(with(put(), [](auto& op) { op.send->add = 0; }), Code::amount_range, "send.add");
    expect_complaint(with(put(), [](auto& op) { op.recv->add = -1; }), Code::amount_range, "recv.add");
    expect_complaint(with(get(), [](auto& op) { op.done->add = 0; }), Code::amount_range, "done.add");
    expect_complaint(signal(Add<Concrete>{0}), Code::amount_range, "add");
    expect_complaint(signal(Assign<Concrete>{-1}), Code::amount_range, "set");
    expect_complaint(wait(AtLeast<Concrete>{-1, 0}), Code::amount_range, "at_least");
    expect_complaint(wait(AtLeast<Concrete>{1, 2}), Code::amount_range, "take");
    expect_complaint(wait(AtLeast<Concrete>{1, -1}), Code::amount_range, "take");
    expect_complaint(wait(Equals<Concrete>{-1}), Code::amount_range, "equals");
    expect_complaint(wait(AboveSnapshot<Concrete>{-1}), Code::amount_range, "above_snapshot");
    expect_complaint(Set<Concrete>{own_s, -1}, Code::amount_range, "value");
    expect_complaint(Compute<Concrete>{{own_x}, {}, -1, Symbol("f")}, Code::amount_range, "cost");
}

TEST(Validity, NamesAndValues) {
    expect_complaint(Compute<Concrete>{{}, {}, 0, Symbol("f")}, Code::size_range, "writes");
    expect_complaint(Compute<Concrete>{{own_x}, {}, 0, {}}, Code::unknown_name, "label");
    expect_complaint(Barrier<Concrete>{}, Code::unknown_name, "name");
    expect_complaint(Reduce<Concrete>{other_x, own_x, {}, 1, Symbol("best")}, Code::unknown_name, "rule");
    expect_complaint(Reduce<Concrete>{other_x, own_x, {}, 1, Symbol("copy")}, Code::wrong_kind, "rule");
    const auto expect_value = [](const Term& value, Code code) {
        expect_complaint(Write<Concrete>{own_x, value}, code, "value");
        expect_complaint(Read<Concrete>{own_x, Term{Reduction{Symbol(), {atom("a"), value}}}}, code, "expect");
        expect_complaint(Read<Concrete>{own_x, Term{Application{Symbol("f"), 0, {value}}}}, code, "expect");
    };
    expect_value(atom(""), Code::unknown_name);
    expect_value(Term{Input{0, Symbol("x"), -1}}, Code::index_range);
    expect_value(Term{Input{-1, Symbol("x"), 0}}, Code::index_range);
    expect_value(Term{Reduction{Symbol(), {}}}, Code::size_range);
    expect_value(Term{Reduction{Symbol("best"), {atom("a")}}}, Code::unknown_name);
    expect_value(Term{Application{Symbol(), 0, {}}}, Code::unknown_name);
    expect_value(Term{Application{Symbol("f"), -1, {}}}, Code::index_range);
}

/// The code of the fault that the schedule has after `edit`; 0: none.
template <class Edit>
std::string fault_after(Edit edit, const Limits& limits = {}) {
    Schedule schedule = two_chips();
    edit(schedule);
    try {
        validate_declarations(schedule, limits);
    } catch (const Fault& fault) {
        return number(fault.code());
    }
    return "none";
}

TEST(Validity, Declarations) {
    EXPECT_EQ(fault_after([](Schedule&) {}), "none");
    EXPECT_EQ(fault_after([](Schedule& s) { s.chips = 0; }), number(Code::size_range));
    EXPECT_EQ(fault_after([](Schedule& s) { s.launches = 0; }), number(Code::size_range));
    EXPECT_EQ(fault_after([](Schedule& s) { s.profile.counter_values = 1; }), number(Code::amount_range));
    EXPECT_EQ(fault_after([](Schedule& s) { s.buffers[1].chip = 2; }), number(Code::index_range));
    EXPECT_EQ(fault_after([](Schedule& s) { s.buffers[1].chip = -1; }), number(Code::index_range));
    EXPECT_EQ(fault_after([](Schedule& s) { s.buffers[1].chip = 0; }), number(Code::duplicate_name));
    EXPECT_EQ(fault_after([](Schedule& s) { s.buffers[1].name = Symbol(); }), number(Code::unknown_name));
    EXPECT_EQ(fault_after([](Schedule& s) { s.buffers[1].size = 0; }), number(Code::size_range));
    EXPECT_EQ(fault_after([](Schedule& s) { s.buffers[2].init.resize(2); }), "none");
    EXPECT_EQ(fault_after([](Schedule& s) { s.buffers[2].init.resize(3); }), number(Code::size_range));
    EXPECT_EQ(fault_after([](Schedule& s) { s.buffers[2].init = {atom("a"), atom("")}; }), number(Code::unknown_name));
    EXPECT_EQ(fault_after([](Schedule& s) { s.semaphores[1].chip = 0; }), number(Code::duplicate_name));
    EXPECT_EQ(fault_after([](Schedule& s) { s.semaphores[1].chip = 9; }), number(Code::index_range));
    EXPECT_EQ(fault_after([](Schedule& s) { s.semaphores[1].size = -1; }), number(Code::size_range));
    EXPECT_EQ(fault_after([](Schedule& s) { s.semaphores[1].init = -1; }), number(Code::amount_range));
    EXPECT_EQ(fault_after([](Schedule& s) { s.semaphores[1].init = 4, s.profile.counter_values = 4; }),
              number(Code::amount_range));
    EXPECT_EQ(fault_after([](Schedule& s) { s.semaphores[1].init = 3, s.profile.counter_values = 4; }), "none");
    EXPECT_EQ(fault_after([](Schedule& s) { s.agents.push_back(s.agents[0]); }), number(Code::duplicate_name));
    EXPECT_EQ(fault_after([](Schedule& s) { s.agents[0].chip = 2; }), number(Code::index_range));
    // Buffers, semaphores and agents have names of their own.
    EXPECT_EQ(fault_after([](Schedule& s) { s.semaphores[0].name = s.agents[0].name = Symbol("x"); }), "none");
    EXPECT_EQ(fault_after([](Schedule& s) { s.claims.push_back({{0, 1}, atom("a")}); }), "none");
    EXPECT_EQ(fault_after([](Schedule& s) { s.claims.push_back({{2, 2}, atom("a")}); }), number(Code::index_range));
    EXPECT_EQ(fault_after([](Schedule& s) { s.claims.push_back({{0, 1}, atom("")}); }), number(Code::unknown_name));
    // With launches, only what the environment reads is fixed when a launch ends.
    const auto claim_scratch = [](Schedule& s) { s.claims.push_back({{2, 1}, atom("a")}); };
    EXPECT_EQ(fault_after(claim_scratch), number(Code::bad_contract));
    EXPECT_EQ(fault_after([&](Schedule& s) { claim_scratch(s), s.profile.entry = Entry::together; }), "none");
    const Contract contract{Symbol("all_reduce"), Symbol("x"), Symbol("x"), Symbol("add"), 0, 0};
    EXPECT_EQ(fault_after([&](Schedule& s) { s.contracts.push_back(contract); }), "none");
    EXPECT_EQ(fault_after([&](Schedule& s) { s.contracts.push_back(contract), s.contracts[0].in = Symbol("y"); }),
              number(Code::bad_contract));
}

TEST(Validity, LimitsAreReachedExactly) {
    Limits limits;
    limits.chips = 2, limits.launches = 3, limits.slots = 10, limits.counters = 4, limits.operations = 6;
    const auto three_launches = [](Schedule& s) { s.launches = 3, s.agents[0].steps.resize(2); };
    EXPECT_EQ(fault_after(three_launches, limits), "none");
    const auto expect_too_large = [&](auto lower) {
        Limits lowered = limits;
        lower(lowered);
        EXPECT_EQ(fault_after(three_launches, lowered), number(Code::too_large));
    };
    expect_too_large([](Limits& l) { --l.chips; });
    expect_too_large([](Limits& l) { --l.launches; });
    expect_too_large([](Limits& l) { --l.slots; });
    expect_too_large([](Limits& l) { --l.counters; });
    expect_too_large([](Limits& l) { --l.operations; });

    // So few operations allow no more declarations and contracts either.
    const Contract contract{Symbol("all_reduce"), Symbol("x"), Symbol("x"), Symbol("add"), 0, 0};
    const auto four_contracts = [&](Schedule& s) { s.contracts.assign(4, contract); };
    limits.operations = 8;
    EXPECT_EQ(fault_after(four_contracts, limits), "none");
    limits.operations = 7;
    EXPECT_EQ(fault_after(four_contracts, limits), number(Code::too_large));
    limits.operations = 3;
    EXPECT_EQ(fault_after([](Schedule&) {}, limits), "none");
    limits.operations = 2;
    EXPECT_EQ(fault_after([](Schedule&) {}, limits), number(Code::too_large));
}

TEST(Schedule, LivesOfCountersAndMemory) {
    Schedule schedule = two_chips();
    schedule.semaphores[1].life = Life::global;
    EXPECT_EQ(schedule.life_of(0), Life::launch);
    EXPECT_EQ(schedule.life_of(1), Life::global);
    EXPECT_FALSE(schedule.memory_is_global());
    schedule.profile.counter_life = Life::global;
    schedule.semaphores[1].life = Life::launch;
    EXPECT_EQ(schedule.life_of(0), Life::global);
    EXPECT_EQ(schedule.life_of(1), Life::launch);
    EXPECT_TRUE(schedule.memory_is_global());
    schedule.profile = {};
    schedule.profile.entry = Entry::together;
    EXPECT_EQ(schedule.life_of(1), Life::global);
    EXPECT_TRUE(schedule.memory_is_global());
    EXPECT_EQ(schedule.text(Place{1, 3}), "x[3] of chip 1");
    EXPECT_EQ(schedule.text(Counter{1, 1}), "s[1] of chip 1");
}

}  // namespace
}  // namespace ringproof::model
