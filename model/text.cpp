#include "model/text.h"

#include <fmt/format.h>

#include "model/compare.h"
#include "model/json/json_keys.h"

namespace ringproof::model {
namespace {

std::string term_text(const Term& term);

std::string call(std::string_view name, const std::vector<Term>& operands) {
    std::string text(name);
    text += '(';
    for (std::size_t i = 0; i < operands.size(); ++i) text += (i == 0 ? "" : ", ") + term_text(operands[i]);
    return text + ')';
}

std::string term_text(const Term& term) {
    return std::visit(
        Overloaded{
            [](const Atom& atom) { return atom.name.text(); },
            [](const Input& input) { return fmt::format("{}[{}]@{}", input.buffer.text(), input.index, input.chip); },
            [](const Reduction& reduction) {
                return call(reduction.rule.empty() ? "reduce" : reduction.rule.text(), reduction.operands);
            },
            [](const Application& application) {
                const std::string& label = application.label.text();
                return call(application.output == 0 ? label : fmt::format("{}.{}", label, application.output),
                            application.arguments);
            },
        },
        term.node);
}

/// The chip of the agent, as far as the operation tells (semantics.md section 2), else -1.
std::int32_t own_chip(const Schedule& schedule, const Operation& operation) {
    return std::visit(
        [&]<class Op>(const Op& op) -> std::int32_t {
            constexpr bool is_signal = std::is_same_v<Op, Signal<Concrete>>;
            constexpr bool is_put = std::is_same_v<Op, Put<Concrete>>;
            if constexpr (requires { op.dst; } && !is_put)
                return schedule.chip_of(op.dst);
            else if constexpr (requires { op.src; })
                return schedule.chip_of(op.src);
            else if constexpr (requires { op.counter; } && !is_signal)
                return schedule.chip_of(op.counter);
            else if constexpr (requires { op.writes; })
                return op.writes.empty() ? -1 : schedule.chip_of(op.writes.front());
            else
                return -1;
        },
        operation);
}

/// Appends one operation to a text, word by word.
class Line {
public:
    Line(const Schedule& schedule, std::int32_t own, std::string_view name)
        : schedule_(schedule), own_(own), text_(name) {}

    template <Described T>
    void members(const T& value, bool first_always = false) {
        bool first = true;
        each_pair(value, T{}, [&](std::string_view name, const auto& member, const auto& usual) {
            using Member = std::remove_cvref_t<decltype(member)>;
            if constexpr (std::is_same_v<Member, Counter>) {
                words(with_chip(schedule_.name_of(member), schedule_.chip_of(member)));
            } else if constexpr (std::is_same_v<Member, Place>) {
                if (name == "dst" && !first) words("->");
                words(place(member));
            } else if constexpr (is_choice<Member>) {
                std::visit([this](const auto& chosen) { this->members(chosen, true); }, member);
            } else if ((first && first_always) || std::is_same_v<Member, Concrete::Value> || name == "value" ||
                       !equal(member, usual)) {
                if (name != "name") words(name);
                words(shown(member));
            }
            first = false;
        });
    }

    std::string take() { return std::move(text_); }

private:
    void words(std::string_view word) {
        if (word.empty()) return;
        text_ += ' ';
        text_ += word;
    }
    std::string with_chip(const std::string& name, std::int32_t chip) const {
        return chip == own_ ? name : fmt::format("chip {} {}", chip, name);
    }
    std::string place(Place place) const { return with_chip(schedule_.name_of(place), schedule_.chip_of(place)); }

    std::string shown(std::int32_t number) const { return std::to_string(number); }
    std::string shown(bool) const { return {}; }  // the name says it
    std::string shown(Symbol name) const { return name.text(); }
    std::string shown(const Concrete::Value& value) const { return model::text(value); }
    std::string shown(const std::optional<Place>& with) const { return place(*with); }
    /// Its chip is plain: that of `dst` for `recv`, else the own.
    std::string shown(const std::optional<Raise<Concrete>>& raise) const {
        const std::string text = schedule_.name_of(raise->counter);
        return raise->add == 1 ? text : fmt::format("{} add {}", text, raise->add);
    }
    std::string shown(const std::variant<Concrete::Number, All>& take) const {
        const auto* number = std::get_if<Concrete::Number>(&take);
        return number ? shown(*number) : "all";
    }
    std::string shown(const std::vector<Place>& places) const {
        std::string text;
        for (const Place& one : places) text += (text.empty() ? "" : ", ") + place(one);
        return text;
    }
    template <class Enum>
        requires std::is_enum_v<Enum> std::string shown(Enum value)
    const { return std::string(word(value)); }
    template <class Enum>
        requires std::is_enum_v<Enum> std::string shown(std::optional<Enum> value)
    const { return std::string(word(*value)); }

    const Schedule& schedule_;
    std::int32_t own_;
    std::string text_;
};

}  // namespace

std::string describe(const Schedule& schedule, const Operation& operation) {
    return std::visit(
        [&]<class Op>(const Op& op) {
            Line line(schedule, own_chip(schedule, operation), operation_name<Op>);
            line.members(op);
            return line.take();
        },
        operation);
}

std::string agent_text(const Schedule& schedule, std::int32_t agent) {
    return fmt::format("chip {}, agent {}", schedule.agents[agent].chip, schedule.agents[agent].name.text());
}

std::string operation_text(const Schedule& schedule, std::int32_t agent, std::int32_t step) {
    const auto& [operation, at] = schedule.agents[agent].steps[step];
    return fmt::format("operation {}{}: {}", step, at.empty() ? "" : fmt::format(" ({})", at.text()),
                       describe(schedule, operation));
}

std::string text(const Event& event) {
    return is_environment(event.moment)
               ? fmt::format("{} of chip {} in launch {}", word(event.moment), event.who, event.launch)
               : fmt::format("{} of step {} of agent {} in launch {}", word(event.moment), event.step, event.who,
                             event.launch);
}

std::string text(const Concrete::Value& value) { return value ? term_text(*value) : "nothing"; }

}  // namespace ringproof::model
