#include <string>

#include <fmt/format.h>

#include "model/describe.h"
#include "model/language/expression_printer.h"
#include "model/language/language.h"

namespace ringproof::model {
namespace {

/// Writes one kernel; blocks are indented by two.
class Printer : public ExpressionPrinter {
public:
    using ExpressionPrinter::operator();

    template <class Form>
    void target(const Form& form, Symbol name) {
        if (form.chip) chip(*form.chip);
        text += name.text();
        if (form.index) index(form.index);
    }
    void place(const Symbolic::Place& form) { target(form, form.buffer); }
    void counter(const Symbolic::Counter& form) { target(form, form.semaphore); }
    /// A remote place names its chip also when that is its own.
    void remote(const Symbolic::Place& form) {
        if (!form.chip) text += "me.";
        place(form);
    }

    void value(const Symbolic::Value& form) {
        if (form)
            term(*form);
        else
            text += "nothing";
    }
    void term(const TermForm& form) {
        const Overloaded cases{
            [this](const AtomForm& atom) { quote(atom.name); },
            [this](const InputForm& input) {
                text += input.buffer.text();
                index(input.index);
                text += '@';
                number(input.chip, level::primary);
            },
            [this](const ReductionForm& reduction) {
                text += fmt::format("{}({} in ", reduction.rule.text(), reduction.variable);
                range(reduction);
                text += ": ";
                term(*reduction.body);
                text += ')';
            },
            [this](const ApplicationForm& application) {
                text += application.label.text();
                list(application.arguments, [this](const TermForm& argument) { term(argument); });
            },
            [this](const SeriesForm& series) {
                for (std::size_t i = 0; i < series.operands.size(); ++i) {
                    if (i > 0) text += ' ';
                    term(series.operands[i]);
                }
            },
        };
        std::visit(cases, form.node);
    }

    void block(const Block& body, int indent) {
        for (const Statement& statement : body) {
            text.append(static_cast<std::size_t>(indent), ' ');
            this->statement(statement, indent);
            text += '\n';
        }
    }
    void statement(const Statement& form, int indent);

    // The operations; each begins with its name.
    void operator()(const Put<Symbolic>& put) {
        place(put.src);
        text += " -> ";
        remote(put.dst);
        length(put.len);
        if (put.send) raise(" send ", *put.send);
        if (put.recv) {
            // Its chip is the destination's and is not said.
            Raise<Symbolic> recv = *put.recv;
            recv.counter.chip = nullptr;
            raise(" recv ", recv);
        }
        channel(put.channel);
        if (put.accumulate) text += " accumulate";
    }
    void operator()(const Get<Symbolic>& get) {
        remote(get.src);
        text += " -> ";
        place(get.dst);
        length(get.len);
        if (get.done) raise(" done ", *get.done);
        channel(get.channel);
    }
    void operator()(const Signal<Symbolic>& signal) {
        counter(signal.counter);
        const Overloaded effect{
            [this](const Add<Symbolic>& add) { optional(" add ", add.add, 1); },
            [this](const Assign<Symbolic>& assign) { amount(" set ", assign.set); },
        };
        std::visit(effect, signal.effect);
        channel(signal.channel);
        if (signal.covers) text += fmt::format(" covers {}", word(*signal.covers));
    }
    void operator()(const Wait<Symbolic>& wait) {
        counter(wait.counter);
        std::visit([this](const auto& until) { this->until(until); }, wait.until);
    }
    void operator()(const Set<Symbolic>& set) {
        counter(set.counter);
        // A minus sign would bind to the counter's name where a signal stands before.
        amount(" ", set.value, print(set.value).starts_with('-') ? level::primary : level::choice);
    }
    void operator()(const Snapshot<Symbolic>& snapshot) { counter(snapshot.counter); }
    void operator()(const Copy<Symbolic>& copy) {
        place(copy.src);
        text += " -> ";
        place(copy.dst);
        length(copy.len);
    }
    void operator()(const Reduce<Symbolic>& reduce) {
        place(reduce.src);
        if (reduce.with) {
            text += ", ";
            place(*reduce.with);
        }
        text += reduce.with ? " -> " : " into ";
        place(reduce.dst);
        length(reduce.len);
        if (!reduce.rule.empty()) text += " by " + reduce.rule.text();
    }
    void operator()(const Compute<Symbolic>& compute) {
        text += compute.label.text();
        places(" reads ", compute.reads);
        places(" writes ", compute.writes);
        optional(" cost ", compute.cost, 0);
    }
    void operator()(const Write<Symbolic>& write) {
        place(write.dst);
        text += ' ';
        value(write.value);
    }
    void operator()(const Read<Symbolic>& read) {
        place(read.src);
        text += " expect ";
        value(read.expect);
    }
    void operator()(const Poll<Symbolic>& poll) { place(poll.src); }
    void operator()(const Fence<Symbolic>&) {}
    void operator()(const Quiet<Symbolic>& quiet) {
        if (quiet.until != Until::landed) text += fmt::format("until {}", word(quiet.until));
    }
    void operator()(const Barrier<Symbolic>& barrier) { text += barrier.name.text(); }

    void head(const Kernel& kernel);

private:
    void chip(const Expression& expression) {
        const auto* const variable = std::get_if<Variable>(&expression.node);
        const auto* const call = std::get_if<CallExpression>(&expression.node);
        const bool near =
            variable != nullptr && (variable->name == "left" || variable->name == "right" || variable->name == "me");
        const bool far = call != nullptr && call->function == Function::chip;
        if (!near && !far) text += "chip(";
        visit(expression);
        text += near || far ? "." : ").";
    }
    void index(const Expr& expression) { amount("[", expression), text += ']'; }
    void amount(std::string_view before, const Expr& expression, int least = level::choice) {
        text += before;
        number(expression, least);
    }
    /// Unless it is the literal `usual`, which goes without saying.
    void optional(std::string_view before, const Expr& expression, std::int64_t usual) {
        const auto* const integer = std::get_if<Integer>(&expression->node);
        if (integer == nullptr || integer->value != usual) amount(before, expression);
    }
    void length(const Expr& len) { optional(" len ", len, 1); }
    void channel(Symbol name) {
        if (!name.empty()) text += " channel " + name.text();
    }
    void raise(std::string_view before, const Raise<Symbolic>& form) {
        text += before;
        counter(form.counter);
        optional(" add ", form.add, 1);
    }
    void places(std::string_view before, const std::vector<Symbolic::Place>& list) {
        for (std::size_t i = 0; i < list.size(); ++i) {
            text += i == 0 ? before : ", ";
            place(list[i]);
        }
    }
    void range(const auto& form) {
        number(form.from);
        text += " .. ";
        number(form.to);
    }
    void quote(Symbol name) {
        text += '"';
        for (const char c : name.text()) {
            if (c == '"' || c == '\\') text += '\\';
            text += c;
        }
        text += '"';
    }

    void until(const AtLeast<Symbolic>& form) {
        const auto* const take = std::get_if<Expr>(&form.take);
        if (take != nullptr && print(*take) == print(form.at_least)) {
            optional(" ", form.at_least, 1);
            return;
        }
        amount(" at_least ", form.at_least);
        if (take != nullptr)
            optional(" take ", *take, 0);
        else
            text += " take all";
    }
    void until(const Equals<Symbolic>& form) { amount(" equals ", form.equals); }
    void until(const AboveSnapshot<Symbolic>& form) { amount(" above_snapshot ", form.above_snapshot); }

    void braces(const Block& body, int indent) {
        text += " {\n";
        block(body, indent + 2);
        text.append(static_cast<std::size_t>(indent), ' ');
        text += '}';
    }
    void branch(const If& form, int indent) {
        amount("if ", form.condition);
        braces(form.then, indent);
        if (form.otherwise.empty()) return;
        text += " else ";
        const auto* const other = form.otherwise.size() == 1 ? std::get_if<If>(&form.otherwise.front().node) : nullptr;
        if (other != nullptr) {
            branch(*other, indent);
        } else {
            text.pop_back();
            braces(form.otherwise, indent);
        }
    }

    void comments(const Kernel& kernel);
    void profile(const Kernel& kernel);
    void contract(const ContractForm& form);
    void ensures(const EnsuresForm& form);
};

void Printer::statement(const Statement& form, int indent) {
    const Overloaded cases{
        [this](const Let& let) { amount(fmt::format("let {} = ", let.name), let.value); },
        [&](const For& loop) {
            text += fmt::format("for {} in ", loop.variable);
            range(loop);
            braces(loop.body, indent);
        },
        [&](const If& branch) { this->branch(branch, indent); },
        [this](const OperationForm& operation) {
            std::visit(
                [this]<class Op>(const Op& op) {
                    text += operation_name<Op>;
                    const std::size_t length = text.size();
                    text += ' ';
                    (*this)(op);
                    if (text.size() == length + 1) text.pop_back();
                },
                operation);
        },
    };
    std::visit(cases, form.node);
}

void Printer::comments(const Kernel& kernel) {
    for (std::size_t begin = 0; begin < kernel.about.size();) {
        const std::size_t end = std::min(kernel.about.find('\n', begin), kernel.about.size());
        text += end == begin ? "#" : "# " + kernel.about.substr(begin, end - begin);
        text += '\n';
        begin = end + 1;
    }
    for (const Expectation& expectation : kernel.expectations) {
        text += "# expect: " + expectation.verdict;
        if (!expectation.relation.empty()) text += fmt::format(" at n {} {}", expectation.relation, expectation.chips);
        if (!expectation.profile.empty()) text += " with profile " + expectation.profile;
        if (expectation.launches != 0) text += fmt::format(" with launches {}", expectation.launches);
        text += '\n';
    }
}

std::string setting_text(const std::optional<std::int32_t>& setting) {
    return setting ? std::to_string(*setting) : "unbounded";
}
template <class Enum>
std::string setting_text(Enum setting) {
    return std::string(word(setting));
}

void Printer::profile(const Kernel& kernel) {
    const Profile named = find_profile(kernel.profile_name).value_or(Profile{});
    if (kernel.profile_name == "default" && kernel.profile == named) return;
    text += "profile " + kernel.profile_name;
    Profile changed = named;
    each_member(kernel.profile, [&](std::string_view name, const auto& setting) {
        each_member(changed, [&](std::string_view other, const auto& usual) {
            if constexpr (std::is_same_v<decltype(setting), decltype(usual)>)
                if (name == other && setting != usual) text += fmt::format(", {} {}", name, setting_text(setting));
        });
    });
    text += '\n';
}

void Printer::contract(const ContractForm& form) {
    text += fmt::format("contract {}(", form.collective.text());
    std::string_view between;
    const auto argument = [&] {
        text += between;
        between = ", ";
    };
    if (!form.in.empty()) {
        argument();
        text += form.in == form.out ? form.in.text() : fmt::format("{} -> {}", form.in.text(), form.out.text());
    }
    if (!form.rule.empty()) argument(), text += form.rule.text();
    if (form.root) argument(), amount("root = ", form.root);
    if (form.distance) argument(), amount("distance = ", form.distance);
    text += ")\n";
}

void Printer::ensures(const EnsuresForm& form) {
    text += "ensures ";
    place(form.place);
    text += " == ";
    term(form.value);
    for (const EnsuresForm::Range& each : form.ranges) {
        text += fmt::format(" for {} in ", each.variable);
        range(each);
    }
    if (form.condition) amount(" if ", form.condition);
    text += '\n';
}

void Printer::head(const Kernel& kernel) {
    comments(kernel);
    text += fmt::format("kernel {}(n", kernel.name);
    for (const Parameter& parameter : kernel.parameters)
        text += fmt::format(", {} = {}", parameter.name, parameter.value);
    text += ")\n";
    if (kernel.torus) {
        amount("torus(", kernel.torus->rows);
        amount(", ", kernel.torus->columns);
        text += ")\n";
    }
    for (const Expr& condition : kernel.conditions) amount("requires ", condition), text += '\n';
    for (const ContractForm& form : kernel.contracts) contract(form);
    for (const EnsuresForm& form : kernel.ensures) ensures(form);
    profile(kernel);
    for (const BufferForm& form : kernel.buffers) {
        text += "buffer " + form.name.text();
        index(form.size);
        text += fmt::format(" {}{}\n", word(form.role), form.ring ? " ring" : "");
    }
    for (const SemaphoreForm& form : kernel.semaphores) {
        text += "sem " + form.name.text();
        index(form.size);
        if (form.life) text += fmt::format(" {}", word(*form.life));
        text += '\n';
    }
    text += '\n';
}

}  // namespace

std::string print(const Statement& statement) {
    Printer printer;
    printer.statement(statement, 0);
    return std::move(printer.text);
}

std::string print(const Kernel& kernel) {
    Printer printer;
    printer.head(kernel);
    if (kernel.agents.size() == 1 && kernel.agents.front().name.text() == only_agent) {
        printer.block(kernel.agents.front().body, 0);
        return std::move(printer.text);
    }
    for (const AgentForm& agent : kernel.agents) {
        printer.text += fmt::format("agent {} {{\n", agent.name.text());
        printer.block(agent.body, 2);
        printer.text += "}\n";
    }
    return std::move(printer.text);
}

}  // namespace ringproof::model
