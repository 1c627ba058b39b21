#include <fmt/format.h>

#include "model/language/grammar.h"
#include "model/language/tree_reader.h"

namespace ringproof::model {

Block TreeReader::block(const Node& node) {
    const Names::Scope scope(names_);
    Block result;
    result.reserve(node.children.size());
    for (const auto& child : node.children) result.push_back(statement(*child));
    return result;
}

Statement TreeReader::statement(const Node& node) {
    if (node.is_type<grammar::let>()) {
        const Node& name = *node.children[0];
        Expr value = number(*node.children[1]);
        names_.declare(Kind::variable, name.string_view(), where(name));
        return {Let{name.string(), std::move(value)}, where(node)};
    }
    if (node.is_type<grammar::loop>()) return {loop(node), where(node)};
    if (node.is_type<grammar::branch>()) return {branch(node), where(node)};
    return {operation(node), where(node)};
}

For TreeReader::loop(const Node& node) {
    const Node& name = *node.children[0];
    const Node& range = *node.children[1];
    For result{name.string(), number(*range.children[0]), number(*range.children[1]), {}};
    const Names::Scope scope(names_);
    names_.declare(Kind::variable, name.string_view(), where(name));
    result.body = block(*node.children[2]);
    return result;
}

If TreeReader::branch(const Node& node) {
    Children children(node);
    const Node& condition = children.take();
    If result{number(condition), block(children.take()), {}};
    std::vector<Statement> others;
    while (const Node* other = children.take_if<grammar::else_if>()) {
        if (others.size() == grammar::deepest)
            refuse(Code::too_large, fmt::format("more than {} times 'else if' in one 'if'", grammar::deepest), *other);
        others.push_back({If{number(*other->children[0]), block(*other->children[1]), {}}, where(*other)});
    }
    Block last;
    if (const Node* otherwise = children.take_if<grammar::otherwise>()) last = block(*otherwise->children[0]);
    // Each 'else if' stands alone in the 'else' of the one before it.
    for (; !others.empty(); others.pop_back()) {
        std::get<If>(others.back().node).otherwise = std::move(last);
        last.clear();
        last.push_back(std::move(others.back()));
    }
    result.otherwise = std::move(last);
    return result;
}

OperationForm TreeReader::operation(const Node& node) {
    const auto child = [&](std::size_t i) -> const Node& { return *node.children[i]; };
    if (node.is_type<grammar::put>()) return put(node);
    if (node.is_type<grammar::wait>()) return wait(node);
    if (node.is_type<grammar::copy>()) return copy(node);
    if (node.is_type<grammar::reduce>()) return reduce(node);
    if (node.is_type<grammar::signal>()) return signal(node);
    if (node.is_type<grammar::get>()) return get(node);
    if (node.is_type<grammar::set>()) return Set<Symbolic>{counter(child(0)), number(child(1))};
    if (node.is_type<grammar::snapshot>()) return Snapshot<Symbolic>{counter(child(0))};
    if (node.is_type<grammar::compute>()) return compute(node);
    if (node.is_type<grammar::write>()) return Write<Symbolic>{place(child(0)), value(child(1))};
    if (node.is_type<grammar::read>()) return Read<Symbolic>{place(child(0)), value(child(1))};
    if (node.is_type<grammar::poll>()) return Poll<Symbolic>{place(child(0))};
    if (node.is_type<grammar::fence>()) return Fence<Symbolic>{};
    if (node.is_type<grammar::barrier>()) return Barrier<Symbolic>{Symbol(child(0).string_view())};
    Quiet<Symbolic> quiet;
    if (!node.children.empty()) quiet.until = *from_word<Until>(child(0).string_view());
    return quiet;
}

namespace {

/// The clauses behind an operation, each at most once; `refuse(clause)` if one stands twice.
template <class Refuse>
class Clauses {
public:
    Clauses(Children& children, Refuse refuse) {
        while (!children.empty()) {
            const Node& clause = children.take();
            for (const Node* other : clauses_)
                if (other->type == clause.type) refuse(clause);
            clauses_.push_back(&clause);
        }
    }
    template <class Rule>
    const Node* find() const {
        for (const Node* clause : clauses_)
            if (clause->is_type<Rule>()) return clause;
        return nullptr;
    }
    /// The child number `i` of that clause, or null.
    template <class Rule>
    const Node* argument(std::size_t i = 0) const {
        const Node* const clause = find<Rule>();
        return clause == nullptr ? nullptr : clause->children[i].get();
    }

private:
    std::vector<const Node*> clauses_;
};

}  // namespace

// Declares `clauses` from what is left of `children`.
#define RINGPROOF_CLAUSES                                                            \
    const Clauses clauses(children, [this](const Node& clause) {                     \
        refuse(Code::syntax, "this stands twice, expected it at most once", clause); \
    })

Raise<Symbolic> TreeReader::raise(const Node& clause) {
    Raise<Symbolic> result{counter(*clause.children[0])};
    if (clause.children.size() > 1) result.add = number(*clause.children[1]->children[0]);
    return result;
}

Put<Symbolic> TreeReader::put(const Node& node) {
    Children children(node);
    Put<Symbolic> result;
    result.src = place(children.take());
    result.dst = place(children.take());
    RINGPROOF_CLAUSES;
    if (const Node* len = clauses.argument<grammar::len>()) result.len = number(*len);
    if (const Node* send = clauses.find<grammar::send>()) result.send = raise(*send);
    if (const Node* recv = clauses.find<grammar::recv>()) {
        result.recv = raise(*recv);
        if (result.recv->counter.chip)
            refuse(Code::syntax, "'recv' is a counter of the target chip, expected it without a chip",
                   *recv->children[0]);
        result.recv->counter.chip = result.dst.chip;
    }
    if (const Node* channel = clauses.argument<grammar::channel>()) result.channel = Symbol(channel->string_view());
    result.accumulate = clauses.find<grammar::accumulate>() != nullptr;
    return result;
}

Get<Symbolic> TreeReader::get(const Node& node) {
    Children children(node);
    Get<Symbolic> result;
    result.src = place(children.take());
    result.dst = place(children.take());
    RINGPROOF_CLAUSES;
    if (const Node* len = clauses.argument<grammar::len>()) result.len = number(*len);
    if (const Node* done = clauses.find<grammar::done>()) result.done = raise(*done);
    if (const Node* channel = clauses.argument<grammar::channel>()) result.channel = Symbol(channel->string_view());
    return result;
}

Signal<Symbolic> TreeReader::signal(const Node& node) {
    Children children(node);
    Signal<Symbolic> result;
    result.counter = counter(children.take());
    RINGPROOF_CLAUSES;
    const Node* const set = clauses.argument<grammar::set_to>();
    const Node* const add = clauses.argument<grammar::add>();
    if (set != nullptr && add != nullptr) refuse(Code::syntax, "expected either 'add' or 'set', not both", *set);
    if (add != nullptr) result.effect = Add<Symbolic>{number(*add)};
    if (set != nullptr) result.effect = Assign<Symbolic>{number(*set)};
    if (const Node* channel = clauses.argument<grammar::channel>()) result.channel = Symbol(channel->string_view());
    if (const Node* covers = clauses.argument<grammar::covers>()) {
        result.covers = from_word<Covers>(covers->string_view());
        if (!result.covers) refuse(Code::syntax, "expected 'own', 'channel', 'link' or 'none' after 'covers'", *covers);
    }
    return result;
}

Wait<Symbolic> TreeReader::wait(const Node& node) {
    Children children(node);
    Wait<Symbolic> result{counter(children.take()), AtLeast<Symbolic>{Symbolic::one(), Symbolic::one()}};
    if (children.empty()) return result;
    if (const Node* equals = children.take_if<grammar::equals>()) {
        result.until = Equals<Symbolic>{number(*equals->children[0])};
    } else if (const Node* above = children.take_if<grammar::above_snapshot>()) {
        result.until = AboveSnapshot<Symbolic>{number(*above->children[0])};
    } else if (const Node* at_least = children.take_if<grammar::at_least>()) {
        AtLeast<Symbolic> until{number(*at_least->children[0])};
        if (const Node* take = children.take_if<grammar::take>()) {
            const Node& amount = *take->children[0];
            if (amount.is_type<grammar::take_all>())
                until.take = All{};
            else
                until.take = number(amount);
        }
        result.until = std::move(until);
    } else {
        const Expr amount = number(children.take());
        result.until = AtLeast<Symbolic>{amount, amount};
    }
    return result;
}

Copy<Symbolic> TreeReader::copy(const Node& node) {
    Children children(node);
    Copy<Symbolic> result;
    result.src = place(children.take());
    result.dst = place(children.take());
    RINGPROOF_CLAUSES;
    if (const Node* len = clauses.argument<grammar::len>()) result.len = number(*len);
    return result;
}

Reduce<Symbolic> TreeReader::reduce(const Node& node) {
    Children children(node);
    Reduce<Symbolic> result;
    result.src = place(children.take());
    if (const Node* into = children.take_if<grammar::into>()) {
        result.dst = place(*into->children[0]);
    } else {
        const Node& with = children.take();
        result.with = place(*with.children[0]);
        result.dst = place(*with.children[1]);
    }
    RINGPROOF_CLAUSES;
    if (const Node* len = clauses.argument<grammar::len>()) result.len = number(*len);
    if (const Node* by = clauses.argument<grammar::by>()) result.rule = rule(*by);
    return result;
}

Compute<Symbolic> TreeReader::compute(const Node& node) {
    Children children(node);
    Compute<Symbolic> result;
    result.label = Symbol(children.take().string_view());
    RINGPROOF_CLAUSES;
    if (const Node* reads = clauses.find<grammar::reads>())
        for (const auto& child : reads->children) result.reads.push_back(place(*child));
    if (const Node* writes = clauses.find<grammar::writes>())
        for (const auto& child : writes->children) result.writes.push_back(place(*child));
    if (const Node* cost = clauses.argument<grammar::cost>()) result.cost = number(*cost);
    return result;
}

#undef RINGPROOF_CLAUSES

}  // namespace ringproof::model
