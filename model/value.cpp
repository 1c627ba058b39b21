#include "model/value.h"

#include <algorithm>

#include <fmt/format.h>

#include "model/utf8.h"

namespace ringproof::model {
namespace {

constexpr std::size_t leaf_limit = 1'000'000;
constexpr int depth_limit = 1'000;

std::size_t mix(std::size_t seed, std::size_t value) {
    return seed ^ (value + 0x9e3779b97f4a7c15ULL + (seed << 6) + (seed >> 2));
}

RuleId rule_or_add(Symbol rule) { return *find_rule(rule.empty() ? "add" : rule.text()); }

}  // namespace

std::size_t Values::KeyHash::operator()(const Key& key) const {
    std::size_t seed = mix(static_cast<std::size_t>(key.kind), key.rule);
    seed = mix(mix(mix(seed, static_cast<std::size_t>(key.output)), key.left), key.right);
    seed = mix(seed, key.name.hash());
    for (const Value argument : key.arguments) seed = mix(seed, argument);
    return seed;
}

Values::Values() : nodes_(1) {}

Value Values::intern(Key key) {
    const auto [slot, fresh] = interned_.try_emplace(std::move(key), static_cast<Value>(nodes_.size()));
    if (!fresh) return slot->second;
    const Key& made = slot->first;
    bool open = made.kind == Kind::accumulation || nodes_[made.left].open || nodes_[made.right].open;
    for (const Value argument : made.arguments) open = open || nodes_[argument].open;
    nodes_.push_back(Node{made.kind, made.rule, open, made.left, made.right, made.name, made.output});
    if (!made.arguments.empty()) arguments_.emplace(slot->second, made.arguments);
    return slot->second;
}

Value Values::atom(Symbol name) { return intern({Kind::atom, 0, 0, nothing, nothing, name, {}}); }

Value Values::input(const Input& input, std::int32_t launch) {
    if (!given_.empty() && !giving_)
        if (const auto given = given_.find({input.chip, input.buffer, input.index}); given != given_.end()) {
            giving_ = true;
            const Value value = of(given->second, launch);
            giving_ = false;
            return value;
        }
    return atom(Symbol(input_name(input, launch)));
}

void Values::give(const Input& input, std::optional<Term> term) {
    given_.insert_or_assign({input.chip, input.buffer, input.index}, std::move(term));
}

Value Values::reduce(RuleId rule, Value left, Value right, bool accumulate) {
    return intern({accumulate ? Kind::accumulation : Kind::reduction, rule, 0, left, right, Symbol(), {}});
}

Value Values::apply(Symbol label, std::int32_t output, std::span<const Value> arguments) {
    return intern({Kind::application, 0, output, nothing, nothing, label, {arguments.begin(), arguments.end()}});
}

std::span<const Value> Values::arguments(Value application) const {
    const auto found = arguments_.find(application);
    return found == arguments_.end() ? std::span<const Value>{} : std::span<const Value>(found->second);
}

Value Values::of(const std::optional<Term>& term, std::int32_t launch) { return term ? of(*term, launch) : nothing; }

Value Values::of(const Term& term, std::int32_t launch) {
    struct Visitor {
        Values& values;
        std::int32_t launch;
        Value operator()(const Atom& atom) const { return values.atom(atom.name); }
        Value operator()(const Input& input) const { return values.input(input, launch); }
        Value operator()(const Reduction& reduction) const {
            Value sum = values.of(reduction.operands.front(), launch);
            for (std::size_t i = 1; i < reduction.operands.size(); ++i)
                sum = values.reduce(rule_or_add(reduction.rule), sum, values.of(reduction.operands[i], launch));
            return sum;
        }
        Value operator()(const Application& application) const {
            std::vector<Value> arguments;
            for (const Term& argument : application.arguments) arguments.push_back(values.of(argument, launch));
            return values.apply(application.label, application.output, arguments);
        }
    };
    return std::visit(Visitor{*this, launch}, term.node);
}

Value Values::of(const Expected& expected, std::int32_t chips, std::int32_t launch) {
    if (const Input* const one = std::get_if<Input>(&expected)) return input(*one, launch);
    const Across& across = std::get<Across>(expected);
    // Every chip of an all-reduce asks for the same sums: remember them.
    const Symbol key(fmt::format("{} {}[{}]#{}", across.rule.text(), across.buffer.text(), across.index, launch));
    auto [slot, fresh] = across_.try_emplace(key);
    if (fresh) {
        Value sum = input({0, across.buffer, across.index}, launch);
        for (std::int32_t chip = 1; chip < chips; ++chip)
            sum = reduce(rule_or_add(across.rule), sum, input({chip, across.buffer, across.index}, launch));
        slot->second.push_back(sum);
    }
    return slot->second.front();
}

std::vector<Value> Values::leaves(Value value, RuleId rule, Law law) {
    std::vector<Value> found, open{value};
    while (!open.empty()) {
        const Value next = open.back();
        open.pop_back();
        const Node& node = nodes_[next];
        const bool inner = node.rule == rule && (node.kind == Kind::reduction ||
                                                 (node.kind == Kind::accumulation && law >= Law::commutativity));
        if (inner) {
            open.push_back(node.right);
            open.push_back(node.left);
        } else {
            if (++leaves_seen_ > leaf_limit) throw TooLarge{};
            found.push_back(next);
        }
    }
    return found;
}

Value Values::canonical(Value value, Law law, int depth) {
    if (depth > depth_limit) throw TooLarge{};
    const Node node = nodes_[value];
    if (law == Law::none || node.kind == Kind::nothing || node.kind == Kind::atom) return value;
    auto& known = canonical_[static_cast<std::size_t>(law)];
    if (const auto found = known.find(value); found != known.end()) return found->second;

    Value result = value;
    if (node.kind == Kind::application) {
        const auto original = arguments(value);
        std::vector<Value> changed(original.begin(), original.end());
        for (Value& argument : changed) argument = canonical(argument, law, depth + 1);
        result = apply(node.name, node.output, changed);
    } else if (const Law own = std::min(law, rules()[node.rule].laws);
               own == Law::none || (node.kind == Kind::accumulation && own < Law::commutativity)) {
        result = intern({node.kind,
                         node.rule,
                         0,
                         canonical(node.left, law, depth + 1),
                         canonical(node.right, law, depth + 1),
                         Symbol(),
                         {}});
    } else {
        std::vector<Value> operands;
        for (const Value leaf : leaves(value, node.rule, own)) {
            // A leaf may shrink to a reduction by the same rule, max(a + b, a + b) to a + b: flatten again.
            const auto inner = leaves(canonical(leaf, law, depth + 1), node.rule, own);
            operands.insert(operands.end(), inner.begin(), inner.end());
        }
        if (own >= Law::commutativity) std::sort(operands.begin(), operands.end());
        if (own >= Law::idempotence) operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
        result = operands.front();
        for (std::size_t i = 1; i < operands.size(); ++i) result = reduce(node.rule, result, operands[i]);
    }
    known.emplace(value, result);
    return result;
}

Comparison Values::compare(Value found, Value expected) {
    leaves_seen_ = 0;
    try {
        for (const Law law : {Law::none, Law::associativity, Law::commutativity, Law::idempotence})
            if (canonical(found, law, 0) == canonical(expected, law, 0)) return {Comparison::Outcome::equal, law};
    } catch (const TooLarge&) {
        return {Comparison::Outcome::too_large, Law::none};
    }
    return {Comparison::Outcome::different, Law::none};
}

void Values::write(Value value, std::string& out, std::size_t limit, int depth) const {
    if (out.size() > limit || depth > depth_limit) return;
    const Node& node = nodes_[value];
    switch (node.kind) {
        case Kind::nothing:
            out += "nothing";
            return;
        case Kind::atom:
            out += node.name.text();
            return;
        case Kind::application: {
            out += node.name.text();
            if (node.output != 0) out += fmt::format("#{}", node.output);
            out += '(';
            const char* comma = "";
            for (const Value argument : arguments(value)) {
                out += comma;
                write(argument, out, limit, depth + 1);
                comma = ", ";
            }
            out += ')';
            return;
        }
        case Kind::reduction:
        case Kind::accumulation: {
            const std::string_view name = rules()[node.rule].name;
            const bool sum = name == "add";
            const bool brackets = !sum || depth > 0;
            if (!sum) out += name;
            if (brackets) out += '(';
            write(node.left, out, limit, depth + 1);
            out += sum ? " + " : ", ";
            write(node.right, out, limit, depth + 1);
            if (brackets) out += ')';
        }
    }
}

std::string Values::text(Value value, std::size_t limit) const {
    std::string out;
    write(value, out, limit, 0);
    if (out.size() > limit) {
        out.resize(character_begin(out, limit));
        out += " ...";
    }
    return out;
}

std::string input_name(const Input& input, std::int32_t launch) {
    return fmt::format("{}[{}]@{}#{}", input.buffer.text(), input.index, input.chip, launch);
}

}  // namespace ringproof::model
