#include "checker/every/program.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "checker/every/filled.h"
#include "model/describe.h"
#include "model/language/language.h"

namespace ringproof::checker::every {
namespace {

using model::Overloaded;
using Form = model::Symbolic;

/// The units that gradual credit lets rise before the landing: floor(add (length - 1) / length).
std::int64_t early_units(const Expr& add, const Expr& length, model::Where where) {
    const auto units = known(add), slots = known(length);
    if (units == 1 || slots == 1) return 0;
    if (!units || !slots) throw Outside("gradual credit of a put whose length or units depend on n or a loop", where);
    return *units * (*slots - 1) / *slots;
}

class Reading {
public:
    Reading(const model::Kernel& kernel, const model::Profile& profile, const Expr& n, const Expr& launches) {
        program_.kernel = &kernel;
        program_.profile = profile;
        program_.n = n;
        program_.launches = launches;
        if (kernel.torus) throw Outside("a torus: rows and columns are not linear in n", kernel.torus->rows->where);
        if (profile.entry == model::Entry::together) throw Outside("entry together has no launches", {});
        if (profile.counter_values) throw Outside("counters of limited width", {});
        if (profile.signal_covers == model::Covers::none || profile.signal_covers == model::Covers::channel)
            throw Outside(fmt::format("signal_covers {}", word(profile.signal_covers)), {});
        program_.names["n"] = n;
        for (const model::Parameter& parameter : kernel.parameters)
            program_.names[parameter.name] = number(parameter.value);
        names_ = program_.names;
    }

    Program read() {
        const model::Kernel& kernel = *program_.kernel;
        for (const Expr& condition : kernel.conditions) program_.conditions.push_back(fill(condition));
        for (const model::BufferForm& buffer : kernel.buffers) {
            program_.buffers.push_back({buffer.name, fill(buffer.size), buffer.role, buffer.ring});
            constexpr std::int64_t prime = 1009, most = 8;
            const auto size = known(substitute(buffer.size, with(names_, "n", number(prime))));
            if (size && *size % prime == 0 && *size / prime > 1 && *size / prime <= most)
                program_.block_sizes.insert(*size / prime);
        }
        for (const model::SemaphoreForm& semaphore : kernel.semaphores) {
            program_.semaphores.emplace_back(semaphore.name, fill(semaphore.size));
            program_.global.push_back(semaphore.life.value_or(program_.profile.counter_life) == model::Life::global);
        }
        names_ = program_.names_of_chip();
        for (agent_ = 0; agent_ < kernel.agents.size(); ++agent_) {
            positions_ = {0};
            walk(kernel.agents[agent_].body);
        }
        coarsen();
        add_environment();
        check_waiters();
        return std::move(program_);
    }

private:
    Expr fill(const Expr& expression) const { return filled(expression, names_); }
    Expr fill(const Expr& expression, const Expr& otherwise) const { return expression ? fill(expression) : otherwise; }

    static Names with(Names names, const std::string& name, const Expr& value) {
        names[name] = value;
        return names;
    }

    // ---- The text ------------------------------------------------------------------------------------------------

    void walk(const model::Block& block) {
        const Names outer = names_;
        for (const model::Statement& statement : block) {
            ++positions_.back();
            const Overloaded cases{
                [&](const model::Let& let) { names_[let.name] = fill(let.value); },
                [&](const model::For& loop) { this->walk(loop); },
                [&](const model::If& branch) { this->walk(branch); },
                [&](const model::OperationForm& form) { this->add(form, statement); },
            };
            std::visit(cases, statement.node);
        }
        names_ = outer;
    }

    void walk(const model::For& loop) {
        constexpr std::size_t deepest = 4;
        if (loops_.size() >= deepest) throw Outside("more than four loops inside each other", loop.from->where);
        const Names outer = names_;
        std::string name = loop.variable;
        for (int k = 2; !loops_known_.insert(name).second; ++k) name = fmt::format("{}_{}", loop.variable, k);
        loops_.push_back({name, fill(loop.from), fill(loop.to)});
        names_[loop.variable] = variable(name);
        positions_.push_back(0);
        walk(loop.body);
        positions_.pop_back();
        loops_.pop_back();
        names_ = outer;
    }

    void walk(const model::If& branch) {
        const Expr condition = fill(branch.condition);
        program_.questions.push_back(condition);
        // What leaves one out is often counted up to it, and on from there.
        if (const auto* const node = std::get_if<model::BinaryExpression>(&condition->node);
            node != nullptr && node->op == model::Binary::unequal) {
            program_.questions.push_back(less(node->left, node->right));
            program_.questions.push_back(less(variable("part"), node->right));
        }
        guards_.push_back(condition);
        walk(branch.then);
        guards_.back() = negated(condition);
        walk(branch.otherwise);
        guards_.pop_back();
    }

    // ---- Operations ----------------------------------------------------------------------------------------------

    void add(const model::OperationForm& form, const model::Statement& statement) {
        constexpr std::size_t most = 300;
        if (program_.operations.size() >= most) throw Outside("more than 300 operations in the text", statement.where);
        Operation& operation = program_.operations.emplace_back();
        operation.number = program_.operations.size() - 1;
        operation.agent = agent_;
        operation.form = &form;
        operation.where = statement.where;
        operation.text = model::print(statement);
        operation.loops = loops_;
        operation.guard = all_of(guards_);
        operation.path = positions_;
        std::visit([&](const auto& op) { this->read(operation, op); }, form);
    }

    struct Slots {
        model::Symbol buffer;
        Expr chip, index;
    };
    Slots place(const Form::Place& form) {
        Slots slots{form.buffer, fill(form.chip, variable("me")), fill(form.index, number(0))};
        note(slots.chip);
        note(slots.index);
        const Place& buffer = program_.buffer(form.buffer);
        if (buffer.ring) slots.index = remainder(slots.index, buffer.size);
        return slots;
    }
    /// Choices in an expression are questions that the text asks.
    void note(const Expr& expression) {
        if (const auto* const node = std::get_if<model::ChoiceExpression>(&expression->node)) {
            program_.questions.push_back(node->condition);
            note(node->then);
            note(node->otherwise);
        } else if (const auto* const sides = std::get_if<model::BinaryExpression>(&expression->node)) {
            note(sides->left);
            note(sides->right);
        }
    }

    Access& touch(Operation& operation, const Slots& slots, const Expr& length, bool writes, Ending ends) {
        Access& access = program_.accesses.emplace_back();
        access.number = program_.accesses.size() - 1;
        access.operation = &operation;
        access.buffer = slots.buffer;
        access.chip = slots.chip;
        access.length = length;
        access.index = plus(slots.index, known(length) == 1 ? number(0) : variable("part"));
        access.writes = writes;
        access.ends = ends;
        operation.accesses.push_back(&access);
        return access;
    }

    void raise(Operation& operation, const Form::Counter& counter, Ending at, const Expr& units) {
        if (known(units) == 0) return;
        Raise& raise = program_.raises.emplace_back();
        raise.number = program_.raises.size() - 1;
        raise.operation = &operation;
        raise.at = at;
        raise.semaphore = counter.semaphore;
        raise.chip = fill(counter.chip, variable("me"));
        raise.index = fill(counter.index, number(0));
        note(raise.chip);
        note(raise.index);
        raise.units = units;
        operation.raises.push_back(&raise);
    }

    void read(Operation& operation, const model::Put<Form>& put) {
        const Expr length = fill(put.len);
        const Slots from = place(put.src), to = place(put.dst);
        check_own(operation, put.src.chip);
        if (put.send) check_own(operation, put.send->counter.chip);
        if (put.recv && model::print(fill(put.recv->counter.chip, variable("me"))) != model::print(to.chip))
            throw Outside("a counter of another chip than the destination's", operation.where);
        operation.target = to.chip;
        operation.push = true;
        operation.covers = program_.profile.signal_covers;
        touch(operation, from, length, false, Ending::read);
        touch(operation, to, length, true, Ending::land).remote_begin = true;
        if (put.accumulate) throw Outside("a put that accumulates", operation.where);
        if (put.send) raise(operation, put.send->counter, Ending::read, fill(put.send->add));
        if (!put.recv) return;
        const Expr units = fill(put.recv->add);
        const std::int64_t early =
            program_.profile.credit == model::Credit::gradual ? early_units(units, length, operation.where) : 0;
        raise(operation, put.recv->counter, Ending::credit, number(early));
        raise(operation, put.recv->counter, Ending::land, minus(units, number(early)));
    }

    void read(Operation& operation, const model::Get<Form>& get) {
        const Expr length = fill(get.len);
        const Slots from = place(get.src), to = place(get.dst);
        check_own(operation, get.dst.chip);
        if (get.done) check_own(operation, get.done->counter.chip);
        operation.target = from.chip;
        touch(operation, from, length, false, Ending::land).remote_begin = true;
        touch(operation, to, length, true, Ending::land);
        if (get.done) raise(operation, get.done->counter, Ending::land, fill(get.done->add));
    }

    void read(Operation& operation, const model::Signal<Form>& signal) {
        const auto* const add = std::get_if<model::Add<Form>>(&signal.effect);
        if (add == nullptr) throw Outside("a signal that sets a counter is not monotone", operation.where);
        operation.target = fill(signal.counter.chip, variable("me"));
        operation.push = true;
        operation.covers = signal.covers.value_or(program_.profile.signal_covers);
        if (operation.covers == model::Covers::channel)
            throw Outside("a signal that covers a channel", operation.where);
        raise(operation, signal.counter, Ending::deliver, fill(add->add));
    }

    void read(Operation& operation, const model::Wait<Form>& form) {
        check_own(operation, form.counter.chip);
        const auto* const until = std::get_if<model::AtLeast<Form>>(&form.until);
        if (until == nullptr) throw Outside("a wait for an exact value or a snapshot is not monotone", operation.where);
        const auto* const take = std::get_if<Expr>(&until->take);
        if (take == nullptr) throw Outside("a wait that takes all is not monotone", operation.where);
        const Expr units = fill(until->at_least), taken = fill(*take);
        if (model::print(units) != model::print(taken))
            throw Outside("a wait that does not take what it waits for", operation.where);
        Wait& wait = program_.waits.emplace_back();
        wait.number = program_.waits.size() - 1;
        wait.operation = &operation;
        wait.semaphore = form.counter.semaphore;
        wait.index = fill(form.counter.index, number(0));
        wait.units = units;
        operation.wait = &wait;
    }

    void read(Operation& operation, const model::Copy<Form>& copy) {
        const Expr length = fill(copy.len);
        check_own(operation, copy.dst.chip);
        load(operation, touch(operation, place(copy.src), length, false, Ending::own));
        touch(operation, place(copy.dst), length, true, Ending::own);
    }

    void read(Operation& operation, const model::Reduce<Form>& reduce) {
        const Expr length = fill(reduce.len);
        check_own(operation, reduce.dst.chip);
        if (reduce.with) check_own(operation, reduce.with->chip);
        load(operation, touch(operation, place(reduce.src), length, false, Ending::own));
        touch(operation, place(reduce.with ? *reduce.with : reduce.dst), length, false, Ending::own);
        touch(operation, place(reduce.dst), length, true, Ending::own);
        operation.label = reduce.rule;
        for (const model::ContractForm& contract : program_.kernel->contracts)
            if (operation.label.empty()) operation.label = contract.rule;
        if (operation.label.empty()) operation.label = model::Symbol(model::default_rule);
    }

    void read(Operation& operation, const model::Compute<Form>& compute) {
        for (const Form::Place& form : compute.reads)
            load(operation, touch(operation, place(form), number(1), false, Ending::own));
        for (const Form::Place& form : compute.writes) check_own(operation, form.chip);
        for (const Form::Place& form : compute.writes) touch(operation, place(form), number(1), true, Ending::own);
        operation.label = compute.label;
        operation.cost = fill(compute.cost);
    }

    template <class Op>
    void read(Operation& operation, const Op&) {
        throw Outside(fmt::format("'{}' is not covered", model::operation_name<Op>), operation.where);
    }

    /// Assumes that the operation has touched it.
    static void load(const Operation& operation, const Access& source) {
        if (!is_own(source.chip)) throw Outside("a load from another chip", operation.where);
    }
    static bool is_own(const Expr& chip) { return !chip || model::print(chip) == "me"; }
    /// Throws Outside where it may be on another chip: schedules of such a kernel may be invalid.
    static void check_own(const Operation& operation, const Expr& chip) {
        if (!is_own(chip)) throw Outside("a place that may be on another chip than the agent", operation.where);
    }

    /// Counts in the largest units that all amounts of a semaphore are multiples of.
    void coarsen() {
        program_.grains.assign(program_.semaphores.size(), 0);
        const auto look = [&](model::Symbol semaphore, const Expr& units) {
            std::int64_t& grain = program_.grains[program_.semaphore(semaphore)];
            const auto amount = known(units);
            grain = amount && *amount >= 0 ? std::gcd(grain, *amount) : 1;
        };
        for (const Raise& raise : program_.raises) look(raise.semaphore, raise.units);
        for (const Wait& wait : program_.waits) look(wait.semaphore, wait.units);
        const auto divide = [&](model::Symbol semaphore, Expr& units) {
            const std::int64_t grain = program_.grain(semaphore);
            if (grain > 1) units = number(*known(units) / grain);
        };
        for (std::int64_t& grain : program_.grains) grain = std::max<std::int64_t>(grain, 1);
        for (Raise& raise : program_.raises) divide(raise.semaphore, raise.units);
        for (Wait& wait : program_.waits) divide(wait.semaphore, wait.units);
    }

    // ---- The environment -----------------------------------------------------------------------------------------

    void add_environment() {
        for (const Place& buffer : program_.buffers)
            for (const bool writes : {true, false}) {
                if (writes ? !is_input(buffer.role) : !is_output(buffer.role)) continue;
                Access& access = program_.accesses.emplace_back();
                access.number = program_.accesses.size() - 1;
                access.rank = writes ? 0 : 3;
                access.buffer = buffer.name;
                access.chip = variable("me");
                access.index = known(buffer.size) == 1 ? number(0) : variable("part");
                access.length = buffer.size;
                access.writes = writes;
            }
    }

    /// Condition C4.
    void check_waiters() const {
        std::map<model::Symbol, std::size_t> agents;
        for (const Wait& wait : program_.waits)
            if (agents.emplace(wait.semaphore, wait.operation->agent).first->second != wait.operation->agent)
                throw Outside(fmt::format("a second agent waits on '{}', which is not monotone", wait.semaphore.text()),
                              wait.operation->where);
    }

    Program program_;
    Names names_;
    std::size_t agent_ = 0;
    std::vector<Loop> loops_;
    /// Names that loops must not have: they mean something else here.
    std::set<std::string> loops_known_{"me", "n", "launch", "launches", "part", "block", "slot"};
    std::vector<Expr> guards_;
    std::vector<std::int32_t> positions_;
};

}  // namespace

Names Program::names_of_chip() const {
    Names all = names;
    const Expr me = variable("me");
    all["me"] = me;
    all["left"] = remainder(minus(me, number(1)), n);
    all["right"] = remainder(plus(me, number(1)), n);
    return all;
}

const Place& Program::buffer(model::Symbol name) const {
    return *std::find_if(buffers.begin(), buffers.end(), [&](const Place& place) { return place.name == name; });
}

std::size_t Program::semaphore(model::Symbol name) const {
    return static_cast<std::size_t>(std::find_if(semaphores.begin(), semaphores.end(),
                                                 [&](const auto& semaphore) { return semaphore.first == name; }) -
                                    semaphores.begin());
}

Program program_of(const model::Kernel& kernel, const model::Profile& profile, const Expr& n, const Expr& launches) {
    return Reading(kernel, profile, n, launches).read();
}

}  // namespace ringproof::checker::every
