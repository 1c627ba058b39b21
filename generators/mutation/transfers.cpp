#include <array>

#include "generators/mutation/expressions.h"
#include "generators/mutation/slips.h"
#include "model/language/language.h"

/// A transfer or a local operation does the wrong thing: the wrong way, the ends exchanged, no counter, another rule.
namespace ringproof::generators::mutation {
namespace {

using model::Expr;
using model::Kernel;
using model::OperationForm;
using model::Symbol;
using model::Symbolic;
using Put = model::Put<Symbolic>;
using Get = model::Get<Symbolic>;
using Copy = model::Copy<Symbolic>;
using Reduce = model::Reduce<Symbolic>;
using Place = Symbolic::Place;

void direction(Found& found) {
    each_operation<Put>(found.kernel(), [&](const Spot& spot, Put put) {
        for (const Expr& chip : mirrored(Expr(put.dst.chip))) {
            put.dst.chip = chip;
            // The counter is the target's.
            if (put.recv) put.recv->counter.chip = chip;
            found.becomes(spot, OperationForm{put});
        }
    });
    const auto from = [&](const Spot& spot, auto op) {
        for (const Expr& chip : mirrored(Expr(op.src.chip))) {
            op.src.chip = chip;
            found.becomes(spot, OperationForm{op});
        }
    };
    each_operation<Get>(found.kernel(), from);
    each_operation<Copy>(found.kernel(), from);
}

/// What is named, without the chip.
void exchange_slots(Place& one, Place& other) {
    std::swap(one.buffer, other.buffer);
    std::swap(one.index, other.index);
}

void ends(Found& found) {
    const auto exchange = [&](const Spot& spot, auto op) {
        exchange_slots(op.src, op.dst);
        found.becomes(spot, OperationForm{std::move(op)});
    };
    each_operation<Put>(found.kernel(), exchange);
    each_operation<Get>(found.kernel(), exchange);
    each_operation<Copy>(found.kernel(), exchange);
    each_operation<Reduce>(found.kernel(), [&](const Spot& spot, const Reduce& reduce) {
        if (!reduce.with) exchange(spot, reduce);
    });
}

void operands(Found& found) {
    each_operation<Reduce>(found.kernel(), [&](const Spot& spot, Reduce reduce) {
        if (!reduce.with) return;
        std::swap(reduce.src, *reduce.with);
        found.becomes(spot, OperationForm{std::move(reduce)});
    });
    each_operation<model::Compute<Symbolic>>(found.kernel(), [&](const Spot& spot, auto compute) {
        if (compute.reads.size() < 2) return;
        std::swap(compute.reads[0], compute.reads[1]);
        found.becomes(spot, OperationForm{std::move(compute)});
    });
}

void no_counter(Found& found) {
    each_operation<Put>(found.kernel(), [&](const Spot& spot, const Put& put) {
        for (auto member : {&Put::send, &Put::recv}) {
            if (!(put.*member)) continue;
            Put without = put;
            (without.*member).reset();
            found.becomes(spot, OperationForm{std::move(without)});
        }
    });
    each_operation<Get>(found.kernel(), [&](const Spot& spot, Get get) {
        if (!get.done) return;
        get.done.reset();
        found.becomes(spot, OperationForm{std::move(get)});
    });
}

void length(Found& found) {
    const auto vary = [&](const Spot& spot, auto op) {
        const Expr old = op.len;
        for (const int by : {-1, 1}) {
            op.len = shifted(old, by);
            if (literal(op.len) != 0) found.becomes(spot, OperationForm{op});
        }
    };
    each_operation<Put>(found.kernel(), vary);
    each_operation<Get>(found.kernel(), vary);
    each_operation<Copy>(found.kernel(), vary);
    each_operation<Reduce>(found.kernel(), vary);
}

void channel(Found& found) {
    const auto without = [&](const Spot& spot, auto op) {
        if (op.channel.empty()) return;
        op.channel = {};
        found.becomes(spot, OperationForm{std::move(op)});
    };
    each_operation<Put>(found.kernel(), without);
    each_operation<Get>(found.kernel(), without);
    each_operation<model::Signal<Symbolic>>(found.kernel(), without);
}

void add_or_copy(Found& found) {
    each_operation<Put>(found.kernel(), [&](const Spot& spot, Put put) {
        put.accumulate = !put.accumulate;
        found.becomes(spot, OperationForm{std::move(put)});
    });
    each_operation<Copy>(found.kernel(), [&](const Spot& spot, const Copy& copy) {
        // A reduce has all its ends on the own chip.
        if (!copy.src.chip) found.becomes(spot, OperationForm{Reduce{copy.src, copy.dst, {}, copy.len, {}}});
    });
    each_operation<Reduce>(found.kernel(), [&](const Spot& spot, const Reduce& reduce) {
        found.becomes(spot, OperationForm{Copy{reduce.src, reduce.dst, reduce.len}});
    });
}

/// The rule of a reduce that names none.
Symbol rule_of(const Kernel& kernel) {
    for (const model::ContractForm& contract : kernel.contracts)
        if (!contract.rule.empty()) return contract.rule;
    return Symbol(model::default_rule);
}

void rule(Found& found) {
    const Symbol own = rule_of(found.kernel());
    each_operation<Reduce>(found.kernel(), [&](const Spot& spot, Reduce reduce) {
        const Symbol used = reduce.rule.empty() ? own : reduce.rule;
        reduce.rule = Symbol(used.text() == model::default_rule ? "max" : model::default_rule);
        found.becomes(spot, OperationForm{std::move(reduce)});
    });
}

constexpr std::array transfer_slips{
    Slip{"transfer in the other direction", "The other neighbour needs the same, and has the room.", direction},
    Slip{"ends exchanged", "Both slots hold the same.", ends},
    Slip{"operands exchanged", "The reduction commutes.", operands},
    Slip{"transfer without its counter", "Nobody waits for it, and nothing has to.", no_counter},
    Slip{"another length", "The slots beside may as well be carried, or need not.", length},
    Slip{"no channel", "The order of landings does not matter.", channel},
    Slip{"add for copy, or copy for add", "What was there adds nothing.", add_or_copy},
    Slip{"another rule", "The rule does not matter here.", rule},
};

}  // namespace

std::span<const Slip> slips_of_transfers() { return transfer_slips; }

}  // namespace ringproof::generators::mutation
