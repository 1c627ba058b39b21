#include "model/validity.h"

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "model/contract.h"
#include "model/rule.h"

namespace ringproof::model {
namespace {

using Found = std::optional<Complaint>;

template <class... Arguments>
Found complain(Code code, std::string_view member, fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    return Complaint{code, std::string(member), fmt::format(text, std::forward<Arguments>(arguments)...)};
}

/// The first complaint of several checks, each made only if those before it found nothing.
template <class... Checks>
Found first_of(const Checks&... checks) {
    Found found;
    ((found = checks()) || ...);
    return found;
}

std::string indices(std::int64_t size) {
    return size == 1 ? "it has index 0 only" : fmt::format("it has indices 0 to {}", size - 1);
}

Found at_least(std::string_view member, std::int32_t value, std::int32_t least) {
    if (value >= least) return std::nullopt;
    return complain(Code::amount_range, member, "{} is {}, it must be at least {}", member, value, least);
}

Found rule_complaint(std::string_view member, Symbol name) {
    if (name.empty()) return std::nullopt;
    const auto id = find_rule(name.text());
    if (!id) return complain(Code::unknown_name, member, "no rule is called '{}'", name.text());
    if (!rules()[*id].reduces)
        return complain(Code::wrong_kind, member, "the rule '{}' does not combine two values", name.text());
    return std::nullopt;
}

/// What is wrong with a value that `member` holds.
struct TermCheck {
    std::string_view member;

    Found operator()(const Atom& atom) const {
        return atom.name.empty() ? complain(Code::unknown_name, member, "a symbol is empty") : std::nullopt;
    }
    Found operator()(const Input& input) const {
        if (input.index >= 0 && input.chip >= 0) return std::nullopt;
        return complain(Code::index_range, member, "an input value has a negative index or chip");
    }
    Found operator()(const Reduction& reduction) const {
        if (reduction.operands.empty()) return complain(Code::size_range, member, "a reduction has no operands");
        if (auto found = rule_complaint(member, reduction.rule)) return found;
        return all(reduction.operands);
    }
    Found operator()(const Application& application) const {
        if (application.label.empty()) return complain(Code::unknown_name, member, "a computed value has no label");
        if (application.output < 0)
            return complain(Code::index_range, member, "a computed value has a negative output");
        return all(application.arguments);
    }
    Found all(const std::vector<Term>& terms) const {
        for (const Term& term : terms)
            if (auto found = std::visit(*this, term.node)) return found;
        return std::nullopt;
    }
};

Found value_complaint(std::string_view member, const Concrete::Value& value) {
    return value ? std::visit(TermCheck{member}, value->node) : std::nullopt;
}

/// Checks the operations of one chip.
class OperationCheck {
public:
    OperationCheck(const Schedule& schedule, std::int32_t chip) : schedule_(schedule), chip_(chip) {}

    Found operator()(const Put<Concrete>& put) const {
        return first_of([&] { return at_least("len", put.len, 1); }, [&] { return own("src", put.src, put.len); },
                        [&] { return range("dst", put.dst, put.len); },
                        [&] { return raise("send", put.send, chip_, "the chip that puts"); },
                        [&] { return raise("recv", put.recv, schedule_.chip_of(put.dst), "the chip of dst"); });
    }
    Found operator()(const Get<Concrete>& get) const {
        return first_of([&] { return at_least("len", get.len, 1); }, [&] { return range("src", get.src, get.len); },
                        [&] { return own("dst", get.dst, get.len); },
                        [&] { return raise("done", get.done, chip_, "the chip that gets"); });
    }
    Found operator()(const Signal<Concrete>& signal) const {
        const Overloaded amount{
            [](const Add<Concrete>& effect) { return at_least("add", effect.add, 1); },
            [](const Assign<Concrete>& effect) { return at_least("set", effect.set, 0); },
        };
        return first_of([&] { return range("index", signal.counter); },
                        [&] { return std::visit(amount, signal.effect); });
    }
    Found operator()(const Wait<Concrete>& wait) const {
        const Overloaded amount{
            [](const AtLeast<Concrete>& until) { return at_least_complaint(until); },
            [](const Equals<Concrete>& until) { return at_least("equals", until.equals, 0); },
            [](const AboveSnapshot<Concrete>& until) { return at_least("above_snapshot", until.above_snapshot, 0); },
        };
        return first_of([&] { return own(wait.counter); }, [&] { return std::visit(amount, wait.until); });
    }
    Found operator()(const Set<Concrete>& set) const {
        return first_of([&] { return own(set.counter); }, [&] { return at_least("value", set.value, 0); });
    }
    Found operator()(const Snapshot<Concrete>& snapshot) const { return own(snapshot.counter); }
    Found operator()(const Copy<Concrete>& copy) const {
        return first_of([&] { return at_least("len", copy.len, 1); }, [&] { return range("src", copy.src, copy.len); },
                        [&] { return own("dst", copy.dst, copy.len); });
    }
    Found operator()(const Reduce<Concrete>& reduce) const {
        return first_of([&] { return at_least("len", reduce.len, 1); },
                        [&] { return range("src", reduce.src, reduce.len); },
                        [&] { return own("dst", reduce.dst, reduce.len); },
                        [&] { return reduce.with ? own("with", *reduce.with, reduce.len) : std::nullopt; },
                        [&] { return rule_complaint("rule", reduce.rule); });
    }
    Found operator()(const Compute<Concrete>& compute) const {
        if (compute.reads.empty() && compute.writes.empty())
            return complain(Code::size_range, "writes", "a compute must read or write at least one slot");
        for (std::size_t i = 0; i < compute.reads.size(); ++i)
            if (auto found = listed("reads", i, range("reads", compute.reads[i], 1))) return found;
        for (std::size_t i = 0; i < compute.writes.size(); ++i)
            if (auto found = listed("writes", i, own("writes", compute.writes[i], 1))) return found;
        if (auto found = at_least("cost", compute.cost, 0)) return found;
        if (compute.label.empty()) return complain(Code::unknown_name, "label", "a compute needs a label");
        return std::nullopt;
    }
    Found operator()(const Write<Concrete>& write) const {
        return first_of([&] { return own("dst", write.dst, 1); },
                        [&] { return value_complaint("value", write.value); });
    }
    Found operator()(const Read<Concrete>& read) const {
        return first_of([&] { return own("src", read.src, 1); },
                        [&] { return value_complaint("expect", read.expect); });
    }
    Found operator()(const Poll<Concrete>& poll) const { return own("src", poll.src, 1); }
    Found operator()(const Fence<Concrete>&) const { return std::nullopt; }
    Found operator()(const Quiet<Concrete>&) const { return std::nullopt; }
    Found operator()(const Barrier<Concrete>& barrier) const {
        return barrier.name.empty() ? complain(Code::unknown_name, "name", "a barrier needs a name") : std::nullopt;
    }

private:
    static Found at_least_complaint(const AtLeast<Concrete>& until) {
        if (auto found = at_least("at_least", until.at_least, 0)) return found;
        const auto* take = std::get_if<Concrete::Number>(&until.take);
        if (!take || (*take >= 0 && *take <= until.at_least)) return std::nullopt;
        return complain(Code::amount_range, "take", "take is {}, it must be from 0 to at_least, which is {}, or all",
                        *take, until.at_least);
    }

    /// What was found of a member of a list. There may be millions, so their names are made only where needed.
    static Found listed(std::string_view list, std::size_t i, Found found) {
        if (found) found->member = fmt::format("{}[{}]", list, i);
        return found;
    }

    /// All slots from `place` on exist. Assumes len >= 1.
    Found range(std::string_view member, Place place, std::int32_t len) const {
        const Buffer& buffer = schedule_.buffers[place.buffer];
        const std::int64_t last = std::int64_t{place.index} + len - 1;
        if (place.index >= 0 && last < buffer.size) return std::nullopt;
        if (len == 1)
            return complain(Code::index_range, member, "{} does not exist; {}", schedule_.text(place),
                            indices(buffer.size));
        return complain(Code::index_range, member, "{} and what follows, up to index {}, is outside the buffer; {}",
                        schedule_.text(place), last, indices(buffer.size));
    }
    Found range(std::string_view member, Counter counter) const {
        const Semaphore& semaphore = schedule_.semaphores[counter.semaphore];
        if (counter.index >= 0 && counter.index < semaphore.size) return std::nullopt;
        return complain(Code::index_range, member, "{} does not exist; {}", schedule_.text(counter),
                        indices(semaphore.size));
    }
    Found own(std::string_view member, Place place, std::int32_t len) const {
        if (schedule_.chip_of(place) != chip_)
            return complain(Code::foreign, member, "{} is on another chip than the agent, which is on chip {}",
                            schedule_.text(place), chip_);
        return range(member, place, len);
    }
    Found own(Counter counter) const {
        if (schedule_.chip_of(counter) != chip_)
            return complain(
                Code::foreign, "semaphore",
                "{} is on another chip than the agent, which is on chip {}; from there it can only be raised",
                schedule_.text(counter), chip_);
        return range("index", counter);
    }
    Found raise(std::string_view member, const std::optional<Raise<Concrete>>& raised, std::int32_t chip,
                std::string_view whose) const {
        if (!raised) return std::nullopt;
        if (schedule_.chip_of(raised->counter) != chip)
            return complain(Code::foreign, member, "{} cannot be raised here; {} is a counter of {}, chip {}",
                            schedule_.text(raised->counter), member, whose, chip);
        return first_of([&] { return range(member, raised->counter); },
                        [&] { return at_least(fmt::format("{}.add", member), raised->add, 1); });
    }

    const Schedule& schedule_;
    std::int32_t chip_;
};

/// What every declaration has: a name, and a chip that exists.
template <class Declaration>
Found owner_complaint(const Schedule& schedule, std::string_view kind, const Declaration& declared) {
    if (declared.chip < 0 || declared.chip >= schedule.chips)
        return complain(Code::index_range, "chip", "{} '{}' is on chip {}; chips are 0 to {}", kind,
                        declared.name.text(), declared.chip, schedule.chips - 1);
    if (declared.name.empty())
        return complain(Code::unknown_name, "name", "{} without a name on chip {}", kind, declared.chip);
    return std::nullopt;
}

template <class Declaration>
Found size_complaint(std::string_view kind, const Declaration& declared) {
    if (declared.size >= 1) return std::nullopt;
    return complain(Code::size_range, "size", "{} '{}' of chip {} has size {}, it must be at least 1", kind,
                    declared.name.text(), declared.chip, declared.size);
}

Found count_complaint(std::string_view member, std::int64_t value, std::int64_t limit) {
    if (value < 1) return complain(Code::size_range, member, "{} is {}, it must be at least 1", member, value);
    if (value > limit) return complain(Code::too_large, member, "{} is {}, the limit is {}", member, value, limit);
    return std::nullopt;
}

void refuse(const Found& found) {
    if (found) throw Fault(found->code, found->message);
}

/// Checks all declarations of one kind: each by itself, their names, and their total `amount`.
template <class Declaration, class Amount>
void check_all(const Schedule& schedule, std::string_view kind, const std::vector<Declaration>& declarations,
               std::int64_t most, std::string_view unit, std::int64_t limit, Amount amount) {
    if (std::cmp_greater(declarations.size(), most))
        throw Fault(Code::too_large, fmt::format("{} {}s, the limit is {}", declarations.size(), kind, most));
    std::unordered_map<Symbol, std::unordered_set<std::int32_t>> seen;
    std::int64_t total = 0;
    for (const Declaration& declared : declarations) {
        refuse(complaint(schedule, declared));
        if (!seen[declared.name].insert(declared.chip).second)
            throw Fault(Code::duplicate_name,
                        fmt::format("{} '{}' of chip {} is declared twice", kind, declared.name.text(), declared.chip));
        total += amount(declared);
        if (total > limit) throw Fault(Code::too_large, fmt::format("more than {} {}", limit, unit));
    }
}

}  // namespace

std::optional<Complaint> complaint(const Schedule& schedule, std::int32_t chip, const Operation& operation) {
    return std::visit(OperationCheck(schedule, chip), operation);
}

std::optional<Complaint> complaint(const Schedule& schedule, const Buffer& buffer) {
    if (auto found = owner_complaint(schedule, "buffer", buffer)) return found;
    if (auto found = size_complaint("buffer", buffer)) return found;
    if (!buffer.init.empty() && std::cmp_not_equal(buffer.init.size(), buffer.size))
        return complain(Code::size_range, "init", "buffer '{}' of chip {} has size {}, but init has {} values",
                        buffer.name.text(), buffer.chip, buffer.size, buffer.init.size());
    for (std::size_t i = 0; i < buffer.init.size(); ++i)
        if (auto found = value_complaint(fmt::format("init[{}]", i), buffer.init[i])) return found;
    return std::nullopt;
}

std::optional<Complaint> complaint(const Schedule& schedule, const Semaphore& semaphore) {
    if (auto found = owner_complaint(schedule, "semaphore", semaphore)) return found;
    if (auto found = size_complaint("semaphore", semaphore)) return found;
    if (auto found = at_least("init", semaphore.init, 0)) return found;
    const auto values = schedule.profile.counter_values;
    if (values && semaphore.init >= *values)
        return complain(Code::amount_range, "init",
                        "semaphore '{}' of chip {} starts at {}, but a counter has only {} values",
                        semaphore.name.text(), semaphore.chip, semaphore.init, *values);
    return std::nullopt;
}

std::optional<Complaint> complaint(const Schedule& schedule, const Agent& agent) {
    return owner_complaint(schedule, "agent", agent);
}

std::optional<Complaint> complaint(const Schedule& schedule, const Claim& claim) {
    const Buffer& buffer = schedule.buffers[claim.place.buffer];
    if (claim.place.index < 0 || claim.place.index >= buffer.size)
        return complain(Code::index_range, "index", "{} does not exist; {}", schedule.text(claim.place),
                        indices(buffer.size));
    // The environment reads nothing else, so nothing else is fixed when a launch ends (semantics.md section 5, C18).
    if (schedule.has_launches() && !is_output(buffer.role))
        return complain(Code::bad_contract, "buffer", "'{}' is {}, and a claim speaks of out or inout buffers",
                        buffer.name.text(), word(buffer.role));
    return value_complaint("value", claim.value);
}

std::optional<Complaint> complaint(const Schedule& schedule, const Limits& limits) {
    if (auto found = count_complaint("chips", schedule.chips, limits.chips)) return found;
    if (auto found = count_complaint("launches", schedule.launches, limits.launches)) return found;
    return at_least("counter_values", schedule.profile.counter_values.value_or(2), 2);
}

std::int64_t most_contracts(const Schedule& schedule, const Limits& limits) {
    return limits.operations / schedule.chips;
}

void validate_declarations(const Schedule& schedule, const Limits& limits) {
    refuse(complaint(schedule, limits));
    const std::int64_t most = most_declarations(limits);
    check_all(schedule, "buffer", schedule.buffers, most, "slots", limits.slots,
              [](const Buffer& b) { return b.size; });
    check_all(schedule, "semaphore", schedule.semaphores, most, "counters", limits.counters,
              [](const Semaphore& s) { return s.size; });
    check_all(schedule, "agent", schedule.agents, most, "operations in all launches", limits.operations,
              [&](const Agent& a) { return static_cast<std::int64_t>(a.steps.size()) * schedule.launches; });
    for (const Claim& claim : schedule.claims) refuse(complaint(schedule, claim));
    if (schedule.contracts.empty()) return;
    if (const std::int64_t most_claimed = most_contracts(schedule, limits);
        std::cmp_greater(schedule.contracts.size(), most_claimed))
        throw Fault(Code::too_large, fmt::format("{} contracts on {} chips, the limit is {}", schedule.contracts.size(),
                                                 schedule.chips, most_claimed));
    const BufferIndex buffers(schedule);
    for (const Contract& contract : schedule.contracts)
        if (const auto message = check_contract(buffers, contract); !message.empty())
            throw Fault(Code::bad_contract, message);
}

}  // namespace ringproof::model
