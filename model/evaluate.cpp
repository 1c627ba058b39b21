#include "model/evaluate.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "model/language/language.h"

namespace ringproof::model {

Evaluator::Evaluator(const Kernel& kernel, std::int64_t n, std::int64_t most_work)
    : kernel_(kernel), n_(n), most_work_(most_work), work_left_(most_work) {
    n_slot_ = slot("n");
    me_slot_ = slot("me");
    left_slot_ = slot("left");
    right_slot_ = slot("right");
    row_slot_ = slot("row");
    col_slot_ = slot("col");
    set(n_slot_, n);
}

void Evaluator::set_torus(std::int64_t rows, std::int64_t columns) {
    rows_ = rows;
    columns_ = columns;
}

void Evaluator::enter_chip(std::int64_t chip) {
    me_ = chip;
    set(me_slot_, chip);
    set(left_slot_, wrapped(chip - 1, n_));
    set(right_slot_, wrapped(chip + 1, n_));
    if (!kernel_.torus) return;
    set(row_slot_, chip / columns_);
    set(col_slot_, chip % columns_);
}

std::size_t Evaluator::slot(const std::string& name) {
    const auto [found, fresh] = slots_.try_emplace(name, values_.size());
    if (fresh) {
        values_.emplace_back();
        names_.push_back(name);
    }
    return found->second;
}

std::string Evaluator::loop_text() const {
    std::string text;
    for (const Loop& loop : loops) text += fmt::format(" {}={}", loop.variable, loop.value);
    return text;
}

Fault Evaluator::fault(Code code, const std::string& message, Where where) const {
    std::string context = me_ < 0 ? "" : fmt::format(" on chip {}", me_);
    if (!loops.empty()) context += " with" + loop_text();
    return Fault(code, fmt::format("{} (n={}{})", message, n_, context), locate(kernel_, where));
}

void Evaluator::refuse_work(Where where) const {
    throw fault(Code::too_large,
                fmt::format("more than {} steps are needed to find the numbers of all operations", most_work_), where);
}

std::int64_t Evaluator::evaluate(const Expr& expression) {
    if (const auto* const integer = std::get_if<Integer>(&expression->node)) return integer->value;
    const auto found = compiled_.find(expression.get());
    return run(found != compiled_.end() ? found->second : compile(expression));
}

std::int32_t Evaluator::compile(const Expr& expression) {
    const Where where = expression->where;
    const auto make = [&](Kind kind, Binary op, std::initializer_list<Expr> operands, std::int64_t value = 0) {
        Instruction instruction{kind, op, {}, value, where};
        std::size_t i = 0;
        for (const Expr& operand : operands) instruction.operands[i++] = compile(operand);
        return instruction;
    };
    const Overloaded cases{
        [&](const Integer& integer) { return make(Kind::constant, {}, {}, integer.value); },
        [&](const Variable& variable) {
            return make(Kind::variable, {}, {}, static_cast<std::int64_t>(slot(variable.name)));
        },
        [&](const UnaryExpression& unary) {
            return make(unary.op == Unary::negate ? Kind::negate : Kind::not_, {}, {unary.operand});
        },
        [&](const BinaryExpression& binary) {
            return make(Kind::binary, binary.op, {binary.left, binary.right});
        },
        [&](const ChoiceExpression& choice) {
            return make(Kind::choice, {}, {choice.condition, choice.then, choice.otherwise});
        },
        [&](const CallExpression& call) {
            const auto& arguments = call.arguments;
            if (arguments.size() > 1) {
                const Kind kind = call.function == Function::min   ? Kind::min
                                  : call.function == Function::max ? Kind::max
                                                                   : Kind::chip_of_torus;
                return make(kind, {}, {arguments[0], arguments[1]});
            }
            const Kind kind = call.function == Function::pow2   ? Kind::pow2
                              : call.function == Function::log2 ? Kind::log2
                                                                : Kind::chip;
            return make(kind, {}, {arguments[0]});
        },
    };
    const Instruction instruction = std::visit(cases, expression->node);
    code_.push_back(instruction);
    const auto position = static_cast<std::int32_t>(code_.size()) - 1;
    compiled_.emplace(expression.get(), position);
    return position;
}

std::int64_t Evaluator::checked(bool overflow, std::int64_t value, const Instruction& code) const {
    if (overflow) throw fault(Code::arithmetic, "the result does not fit 64 bits", code.where);
    return value;
}

std::int64_t Evaluator::run(std::int32_t position) {
    const Instruction& code = code_[static_cast<std::size_t>(position)];
    spend(1, code.where);
    switch (code.kind) {
        case Kind::constant:
            return code.value;
        case Kind::variable: {
            const Value& value = values_[static_cast<std::size_t>(code.value)];
            if (!value.known)
                throw fault(Code::unknown_name,
                            fmt::format("'{}' has no value here", names_[static_cast<std::size_t>(code.value)]),
                            code.where);
            return value.value;
        }
        case Kind::negate: {
            std::int64_t result = 0;
            const bool overflow = __builtin_sub_overflow(std::int64_t{0}, run(code.operands[0]), &result);
            return checked(overflow, result, code);
        }
        case Kind::not_:
            return run(code.operands[0]) == 0;
        case Kind::binary:
            return run_binary(code);
        case Kind::choice:
            return run(code.operands[run(code.operands[0]) != 0 ? 1 : 2]);
        default:
            return run_call(code);
    }
}

std::int64_t Evaluator::run_binary(const Instruction& code) {
    const std::int64_t left = run(code.operands[0]);
    // The connectives look at their right side only if it matters, so that a guard can stand before a division.
    if (code.op == Binary::or_ && left != 0) return 1;
    if (code.op == Binary::and_ && left == 0) return 0;
    const std::int64_t right = run(code.operands[1]);
    if (const auto value = value_of(code.op, left, right)) return *value;
    if (right == 0 && (code.op == Binary::divide || code.op == Binary::modulo))
        throw fault(Code::arithmetic, fmt::format("{} {} 0: division by zero", left, word(code.op)), code.where);
    return checked(true, 0, code);
}

std::int64_t Evaluator::run_call(const Instruction& code) {
    const std::int64_t first = run(code.operands[0]);
    switch (code.kind) {
        case Kind::chip:
            return wrapped(first, n_);
        case Kind::chip_of_torus:
            return wrapped(first, rows_) * columns_ + wrapped(run(code.operands[1]), columns_);
        case Kind::min:
            return std::min(first, run(code.operands[1]));
        case Kind::max:
            return std::max(first, run(code.operands[1]));
        case Kind::pow2:
            if (first < 0 || first > 62)
                throw fault(Code::arithmetic, fmt::format("pow2({}): expected a number from 0 to 62", first),
                            code.where);
            return std::int64_t{1} << first;
        default:
            if (first < 1)
                throw fault(Code::arithmetic, fmt::format("log2({}): expected a number from 1 on", first), code.where);
            return std::bit_width(static_cast<std::uint64_t>(first) - 1);
    }
}

namespace {

std::optional<std::int64_t> quotient_of(Binary op, std::int64_t left, std::int64_t right) {
    if (right == 0) return std::nullopt;
    // Apart, for the machine's quotient of the least number by -1 overflows.
    if (right == -1) return op == Binary::modulo ? 0 : value_of(Binary::minus, 0, left);
    const std::int64_t quotient = left / right, rest = left % right;
    const bool round = rest != 0 && (rest < 0) != (right < 0);
    return op == Binary::divide ? quotient - round : rest + (round ? right : 0);
}

}  // namespace

std::optional<std::int64_t> value_of(Binary op, std::int64_t left, std::int64_t right) {
    std::int64_t result = 0;
    bool overflow = false;
    switch (op) {
        case Binary::or_:
            return left != 0 || right != 0;
        case Binary::and_:
            return left != 0 && right != 0;
        case Binary::equal:
            return left == right;
        case Binary::unequal:
            return left != right;
        case Binary::less:
            return left < right;
        case Binary::less_equal:
            return left <= right;
        case Binary::greater:
            return left > right;
        case Binary::greater_equal:
            return left >= right;
        case Binary::plus:
            overflow = __builtin_add_overflow(left, right, &result);
            break;
        case Binary::minus:
            overflow = __builtin_sub_overflow(left, right, &result);
            break;
        case Binary::times:
            overflow = __builtin_mul_overflow(left, right, &result);
            break;
        case Binary::mask:
            return left & right;
        case Binary::divide:
        case Binary::modulo:
            return quotient_of(op, left, right);
    }
    return overflow ? std::nullopt : std::optional(result);
}

}  // namespace ringproof::model
