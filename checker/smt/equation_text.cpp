#include "checker/smt/equation_text.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "model/rule.h"

namespace ringproof::checker::smt {
namespace {

using model::Value;
using Kind = model::Values::Kind;

constexpr std::string_view sort_names[] = {"Int", "String"};

bool is_reduction(Kind kind) { return kind == Kind::reduction || kind == Kind::accumulation; }

std::string name_of(Value value, bool sequence) { return fmt::format("{}{}", sequence ? "s" : "t", value); }

/// What a rule makes of two numbers, or of two sequences.
std::string reduced(std::string_view rule, const std::string& left, const std::string& right) {
    if (rule == "add") return fmt::format("(+ {} {})", left, right);
    if (rule == "compose") return fmt::format("(str.++ {} {})", left, right);
    return fmt::format("(ite ({} {} {}) {} {})", rule == "max" ? ">=" : "<=", left, right, left, right);
}

}  // namespace

std::vector<Value> EquationText::parts_of(Value value) const {
    const auto& node = values_.node(value);
    if (is_reduction(node.kind)) return {node.left, node.right};
    if (node.kind != Kind::application) return {};
    const auto arguments = values_.arguments(value);
    return {arguments.begin(), arguments.end()};
}

std::vector<Value> EquationText::with_parts(Value value) const {
    std::vector<Value> order, open{value};
    std::unordered_set<Value> entered, left;
    while (!open.empty()) {
        const Value next = open.back();
        if (entered.insert(next).second) {
            const std::vector<Value> parts = parts_of(next);
            open.insert(open.end(), parts.begin(), parts.end());
        } else {
            open.pop_back();
            if (left.insert(next).second) order.push_back(next);
        }
    }
    return order;
}

bool EquationText::has_sequences(Value value) const {
    const std::vector<Value> all = with_parts(value);
    return std::any_of(all.begin(), all.end(), [&](Value part) {
        const auto& node = values_.node(part);
        return is_reduction(node.kind) && model::rules()[node.rule].name == "compose";
    });
}

std::string EquationText::declared(const std::string& meaning, std::size_t arguments, Sort sort) {
    const std::string_view sort_name = sort_names[static_cast<int>(sort)];
    const auto [known, is_new] =
        declarations_.emplace(fmt::format("{} {}", sort_name, meaning), fmt::format("u{}", declarations_.size()));
    if (is_new) {
        std::string sorts;
        for (std::size_t i = 0; i < arguments; ++i) (sorts += i == 0 ? "" : " ") += sort_name;
        transcript_.command(
            fmt::format("(declare-fun {} ({}) {}) ; {}", known->second, sorts, sort_name, in_comment(meaning)));
    }
    return known->second;
}

std::string EquationText::definition(Value value, Sort sort) {
    const auto& node = values_.node(value);
    const auto name = [&](Value part) { return name_of(part, sort == Sort::sequence); };
    if (node.kind == Kind::nothing) return declared("nothing", 0, sort);
    if (node.kind == Kind::atom) return declared(fmt::format("atom {}", node.name.text()), 0, sort);
    if (is_reduction(node.kind)) return reduced(model::rules()[node.rule].name, name(node.left), name(node.right));
    const std::vector<Value> arguments = parts_of(value);
    std::string function =
        declared(fmt::format("output {} of {} arguments to {}", node.output, arguments.size(), node.name.text()),
                 arguments.size(), sort);
    if (arguments.empty()) return function;
    std::string call = "(" + function;
    for (const Value argument : arguments) call += " " + name(argument);
    return call + ")";
}

void EquationText::define(Value value, Sort sort) {
    const std::string name = name_of(value, sort == Sort::sequence);
    if (!defined_.insert(name).second) return;
    const std::string text = definition(value, sort);
    transcript_.command(fmt::format("(define-fun {} () {} {})", name, sort_names[static_cast<int>(sort)], text));
}

void EquationText::question(const std::string& name, Value found, Value expected, Answer answer) {
    const bool sequences = has_sequences(found) || has_sequences(expected);
    for (const Value value : {found, expected})
        for (const Value part : with_parts(value)) define(part, sequences ? Sort::sequence : Sort::number);
    transcript_.command("(push 1)");
    transcript_.command(
        fmt::format("(assert (not (= {} {})))", name_of(found, sequences), name_of(expected, sequences)));
    transcript_.question(name, answer);
    transcript_.command("(pop 1)");
}

}  // namespace ringproof::checker::smt
