#include "model/concretizer.h"

#include <limits>
#include <type_traits>
#include <utility>

#include <boost/hana/at.hpp>
#include <boost/hana/length.hpp>
#include <fmt/format.h>

#include "model/describe.h"
#include "model/input_text.h"
#include "model/language/language.h"
#include "model/validity.h"

namespace ringproof::model {
namespace {

/// Copies a symbolic value to its concrete counterpart, member by member as model/describe.h lists them. A new
/// operation needs no code here.
struct Maker {
    Concretizer& concretizer;

    void make(const Expr& from, std::int32_t& to) { to = concretizer.number(from); }
    void make(const Symbolic::Place& from, Place& to) { to = concretizer.place(from); }
    void make(const Symbolic::Counter& from, Counter& to) { to = concretizer.counter(from); }
    void make(const TermForm& from, Term& to) { to = concretizer.term(from); }

    template <class From, class To>
    void make(const From& from, To& to) {
        if constexpr (std::is_same_v<From, To>) {
            to = from;
        } else {
            constexpr auto size = decltype(boost::hana::length(boost::hana::accessors<From>()))::value;
            members(from, to, std::make_index_sequence<size>());
        }
    }
    template <class From, class To>
    void make(const std::optional<From>& from, std::optional<To>& to) {
        if (from) make(*from, to.emplace());
    }
    void make(const std::vector<Symbolic::Place>& from, std::vector<Place>& to) {
        for (const Symbolic::Place& form : from) to.push_back(concretizer.listed(form));
    }
    template <class From, class To>
    void make(const std::vector<From>& from, std::vector<To>& to) {
        to.resize(from.size());
        for (std::size_t i = 0; i < from.size(); ++i) make(from[i], to[i]);
    }
    template <class... From, class... To>
    void make(const std::variant<From...>& from, std::variant<To...>& to) {
        alternatives(from, to, std::index_sequence_for<From...>());
    }

private:
    template <class From, class To, std::size_t... I>
    void members([[maybe_unused]] const From& from, [[maybe_unused]] To& to, std::index_sequence<I...>) {
        (make(boost::hana::second(boost::hana::at_c<I>(boost::hana::accessors<From>()))(from),
              boost::hana::second(boost::hana::at_c<I>(boost::hana::accessors<To>()))(to)),
         ...);
    }
    template <class From, class To, std::size_t... I>
    void alternatives(const From& from, To& to, std::index_sequence<I...>) {
        (void)((from.index() == I && (make(*std::get_if<I>(&from), to.template emplace<I>()), true)) || ...);
    }
};

/// Where the member of an operation that a complaint names stands in the text.
struct MemberSearch {
    std::string_view name;  ///< without index or part: `send`, not `send.add`
    Where where;            ///< found, or the statement's
    Symbol buffer;          ///< if it is a place: its buffer

    void look(const Symbolic::Place& place) {
        take(place.where);
        buffer = place.buffer;
    }
    void look(const Symbolic::Counter& counter) { take(counter.where); }
    void look(const Raise<Symbolic>& raise) { look(raise.counter); }
    void look(const Expr& expression) { take(expression->where); }
    template <class T>
    void look(const std::optional<T>& value) {
        if (value) look(*value);
    }
    template <class... Cases>
    void look(const std::variant<Cases...>& value) {
        std::visit([this](const auto& chosen) { this->look(chosen); }, value);
    }
    void look(const auto&) {}

    template <class Struct>
    void search(const Struct& object) {
        each_member(object, [&](std::string_view member, const auto& value) {
            if (member == name) look(value);
            search_inside(value);
        });
    }

private:
    void take(Where found) {
        if (found.line > 0) where = found;
    }
    template <class... Cases>
    void search_inside(const std::variant<Cases...>& value) {
        std::visit(
            [this](const auto& chosen) {
                if constexpr (Described<std::remove_cvref_t<decltype(chosen)>>) this->search(chosen);
            },
            value);
    }
    void search_inside(const auto&) {}
};

}  // namespace

Concretizer::Concretizer(const Kernel& kernel, Evaluator& evaluator, const Schedule& schedule, std::int64_t most_terms)
    : kernel_(kernel), evaluator_(evaluator), schedule_(schedule), terms_left_(most_terms), usual_rule_(default_rule) {
    for (const BufferForm& form : kernel.buffers)
        buffers_.emplace(form.name, static_cast<std::int32_t>(buffers_.size()));
    for (const SemaphoreForm& form : kernel.semaphores)
        semaphores_.emplace(form.name, static_cast<std::int32_t>(semaphores_.size()));
    for (const ContractForm& form : kernel.contracts) {
        if (form.rule.empty()) continue;
        usual_rule_ = form.rule;
        break;
    }
}

Operation Concretizer::operation(const OperationForm& form, Where where) {
    Operation result;
    Maker{*this}.make(form, result);
    if (auto* const reduce = std::get_if<Reduce<Concrete>>(&result); reduce != nullptr && reduce->rule.empty())
        reduce->rule = usual_rule_;
    if (auto found = complaint(schedule_, static_cast<std::int32_t>(evaluator_.chip()), result)) {
        MemberSearch member{found->member, where, {}};
        member.name = member.name.substr(0, member.name.find_first_of(".["));
        if (member.name == "semaphore" || member.name == "index") member.name = "counter";
        std::visit([&](const auto& op) { member.search(op); }, form);
        const auto buffer = buffers_.find(member.buffer);
        if (found->code == Code::index_range && buffer != buffers_.end() &&
            kernel_.buffers[static_cast<std::size_t>(buffer->second)].ring)
            found->message += "; a run of several slots does not wrap, not even in a 'ring' buffer";
        throw evaluator_.fault(found->code, found->message, member.where);
    }
    return result;
}

std::int32_t Concretizer::number(const Expr& expression) {
    const std::int64_t value = evaluator_.evaluate(expression);
    if (value < std::numeric_limits<std::int32_t>::min() || value > std::numeric_limits<std::int32_t>::max())
        throw evaluator_.fault(Code::amount_range, fmt::format("{} does not fit 32 bits", value), expression->where);
    return static_cast<std::int32_t>(value);
}

std::int32_t Concretizer::chip(const Expr& form) {
    if (!form) return static_cast<std::int32_t>(evaluator_.chip());
    const std::int64_t value = evaluator_.evaluate(form);
    if (value < 0 || value >= schedule_.chips)
        throw evaluator_.fault(
            Code::index_range,
            fmt::format("chip {} is outside 0 to {}; chip(E) is E modulo n", value, schedule_.chips - 1), form->where);
    return static_cast<std::int32_t>(value);
}

Fault Concretizer::outside(std::string_view kind, Symbol name, std::int64_t index, std::int32_t size, bool hint,
                           Where where) const {
    return evaluator_.fault(Code::index_range,
                            fmt::format("index {} of {} '{}' is outside 0 to {}{}", index, kind, name.text(), size - 1,
                                        hint ? "; declared 'ring', the buffer would wrap it" : ""),
                            where);
}

Place Concretizer::place(const Symbolic::Place& form) {
    evaluator_.spend(1, form.where);
    const auto found = buffers_.find(form.buffer);
    if (found == buffers_.end())
        throw evaluator_.fault(Code::unknown_name, fmt::format("'{}' is not declared", form.buffer.text()), form.where);
    const auto declared = static_cast<std::int32_t>(kernel_.buffers.size());
    Place result{chip(form.chip) * declared + found->second, 0};
    const std::int32_t size = schedule_.buffers[static_cast<std::size_t>(result.buffer)].size;
    std::int64_t at = index(form.index);
    if (kernel_.buffers[static_cast<std::size_t>(found->second)].ring)
        at = wrapped(at, size);
    else if (at < 0 || at >= size)
        throw outside("buffer", form.buffer, at, size, true, form.where);
    result.index = static_cast<std::int32_t>(at);
    return result;
}

Place Concretizer::listed(const Symbolic::Place& form) {
    constexpr std::int64_t work = 25;  // a quarter of what an operation may cost
    evaluator_.spend(work, form.where);
    return place(form);
}

Counter Concretizer::counter(const Symbolic::Counter& form) {
    evaluator_.spend(1, form.where);
    const auto found = semaphores_.find(form.semaphore);
    if (found == semaphores_.end())
        throw evaluator_.fault(Code::unknown_name, fmt::format("'{}' is not declared", form.semaphore.text()),
                               form.where);
    const auto declared = static_cast<std::int32_t>(kernel_.semaphores.size());
    const std::int32_t id = chip(form.chip) * declared + found->second;
    const std::int32_t size = schedule_.semaphores[static_cast<std::size_t>(id)].size;
    const std::int64_t at = index(form.index);
    if (at < 0 || at >= size) throw outside("semaphore", form.semaphore, at, size, false, form.where);
    return {id, static_cast<std::int32_t>(at)};
}

void Concretizer::spend_term(Where where) {
    if (--terms_left_ < 0)
        throw evaluator_.fault(Code::too_large, "the claims and values have more terms than the limit allows", where);
}

Term Concretizer::term(const TermForm& form) {
    spend_term(form.where);
    const Overloaded cases{
        [&](const AtomForm& atom) { return this->symbol(atom, form.where); },
        [&](const InputForm& input) { return this->input(input, form.where); },
        [&](const ReductionForm& reduction) { return this->reduction(reduction, form.where); },
        [this](const ApplicationForm& application) {
            Application result{application.label, 0, {}};
            for (const TermForm& argument : application.arguments) result.arguments.push_back(term(argument));
            return Term{std::move(result)};
        },
        [this](const SeriesForm& series) {
            Reduction result{usual_rule_, {}};
            for (const TermForm& operand : series.operands) result.operands.push_back(term(operand));
            return Term{std::move(result)};
        },
    };
    return std::visit(cases, form.node);
}

Term Concretizer::symbol(const AtomForm& form, Where where) {
    if (const auto input = input_of(form.name.text()); input && input->chip < schedule_.chips)
        if (const auto found = buffers_.find(input->buffer);
            found != buffers_.end() && is_input(kernel_.buffers[static_cast<std::size_t>(found->second)].role))
            throw evaluator_.fault(
                Code::wrong_kind,
                fmt::format("the symbol is spelt like an input value, expected {} without quotes", form.name.text()),
                where);
    return Term{Atom{form.name}};
}

Term Concretizer::input(const InputForm& form, Where where) {
    const Place slot = place({form.chip, form.buffer, form.index, where});
    return Term{Input{schedule_.chip_of(slot), form.buffer, slot.index}};
}

Term Concretizer::reduction(const ReductionForm& form, Where where) {
    Reduction result{form.rule, {}};
    const std::int64_t from = evaluator_.evaluate(form.from), to = evaluator_.evaluate(form.to);
    if (from >= to)
        throw evaluator_.fault(Code::size_range,
                               fmt::format("the range {} .. {} is empty, nothing to reduce", from, to), where);
    const std::size_t slot = evaluator_.slot(form.variable);
    evaluator_.loops.push_back({form.variable, from});
    for (std::int64_t value = from; value < to; ++value) {
        evaluator_.loops.back().value = value;
        evaluator_.set(slot, value);
        result.operands.push_back(term(*form.body));
    }
    evaluator_.loops.pop_back();
    evaluator_.unset(slot);
    return Term{std::move(result)};
}

}  // namespace ringproof::model
