#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "model/concretizer.h"
#include "model/contract.h"
#include "model/evaluate.h"
#include "model/language/language.h"
#include "model/language/suggest.h"
#include "model/validity.h"

namespace ringproof::model {
namespace {

/// Every operation may come with a few statements that choose it, and these with some work to find their numbers.
std::int64_t most_statements(const Limits& limits) { return 4 * limits.operations + 10'000; }
std::int64_t work_for(const Limits& limits) { return 25 * most_statements(limits); }

/// Counts what is executed, so that no kernel runs on for ever: statements, loop rounds, claims.
class Budget {
public:
    explicit Budget(const Limits& limits) : limit_(most_statements(limits)), left_(limit_) {}

    void spend(const Evaluator& evaluator, Where where) {
        if (--left_ < 0)
            throw evaluator.fault(Code::too_large,
                                  fmt::format("more than {} statements and rounds are executed", limit_), where);
    }
    /// Refuses a loop at its beginning if its rounds alone are too many.
    void check_rounds(const Evaluator& evaluator, std::int64_t from, std::int64_t to, Where where) const {
        if (from >= to) return;
        const auto rounds = static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
        if (rounds > static_cast<std::uint64_t>(left_))
            throw evaluator.fault(
                Code::too_large,
                fmt::format("{} rounds are too many, the limit is {} statements and rounds in all", rounds, limit_),
                where);
    }

private:
    std::int64_t limit_, left_;
};

/// The texts of Step::at, made once for each statement and round of its loops, not for each chip.
class Origins {
public:
    explicit Origins(const Kernel& kernel)
        : file_(kernel.file.empty() ? kernel.name : kernel.file.substr(kernel.file.find_last_of('/') + 1)) {}

    /// The rounds of loops that are open, outermost first.
    void open(const For* loop, std::int64_t value) { open_.push_back({loop, value, 0}); }
    void close() { open_.pop_back(); }

    Symbol at(const Statement& statement, Evaluator& evaluator) {
        const auto [found, fresh] = symbols_.try_emplace({round(), &statement, 0});
        if (!fresh) return found->second;
        const std::string text = fmt::format("{}:{}{}", file_, statement.where.line, evaluator.loop_text());
        evaluator.spend(static_cast<std::int64_t>(text.size()), statement.where);
        return found->second = Symbol(text);
    }

private:
    struct Key {
        std::uint32_t round;
        const void* what;
        std::int64_t value;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const {
            std::uint64_t hash = reinterpret_cast<std::uintptr_t>(key.what) + key.round * 0x9e3779b97f4a7c15ULL;
            hash = (hash ^ (hash >> 32)) * 0xd6e8feb86659fd93ULL +
                   static_cast<std::uint64_t>(key.value) * 0xff51afd7ed558ccdULL;
            return hash ^ (hash >> 29);
        }
    };

    struct Open {
        const For* loop;
        std::int64_t value;
        std::uint32_t id;  ///< 0: not asked for yet
    };

    /// The id of the present round, the same on every chip; 0 outside of loops. Only rounds with operations get one.
    std::uint32_t round() {
        std::uint32_t outer = 0;
        if (!open_.empty() && open_.back().id != 0) return open_.back().id;
        for (Open& open : open_) {
            if (open.id == 0)
                open.id =
                    rounds_.try_emplace({outer, open.loop, open.value}, static_cast<std::uint32_t>(rounds_.size()) + 1)
                        .first->second;
            outer = open.id;
        }
        return outer;
    }

    std::string file_;
    std::vector<Open> open_;
    std::unordered_map<Key, std::uint32_t, Hash> rounds_;
    std::unordered_map<Key, Symbol, Hash> symbols_;
};

class Instantiation {
public:
    Instantiation(const Kernel& kernel, std::int64_t n, const Limits& limits)
        : kernel_(kernel),
          n_(n),
          limits_(limits),
          evaluator_(kernel, n, work_for(limits)),
          budget_(limits),
          origins_(kernel) {}

    Schedule make(const Settings& settings) {
        check_chips();
        set_parameters(settings);
        check_conditions();
        declare();
        concretizer_.emplace(kernel_, evaluator_, schedule_, limits_.operations);
        make_contracts();
        validate();
        for (std::int32_t chip = 0; chip < schedule_.chips; ++chip) {
            evaluator_.enter_chip(chip);
            for (const EnsuresForm& form : kernel_.ensures) claim(form, 0);
            for (const AgentForm& form : kernel_.agents) run(form, chip);
        }
        return std::move(schedule_);
    }

private:
    void check_chips() {
        if (n_ < 1) throw evaluator_.fault(Code::size_range, fmt::format("{} chips, expected at least 1", n_), {});
        if (n_ > limits_.chips)
            throw evaluator_.fault(Code::too_large, fmt::format("{} chips, the limit is {}", n_, limits_.chips), {});
    }

    void set_parameters(const Settings& settings) {
        std::vector<std::string_view> known;
        for (const Parameter& parameter : kernel_.parameters) {
            known.push_back(parameter.name);
            const auto setting = settings.find(parameter.name);
            evaluator_.set(evaluator_.slot(parameter.name),
                           setting == settings.end() ? parameter.value : setting->second);
        }
        for (const auto& [name, value] : settings)
            if (std::find(known.begin(), known.end(), name) == known.end())
                throw evaluator_.fault(Code::unknown_name,
                                       fmt::format("kernel '{}' has no parameter '{}'{}", kernel_.name, name,
                                                   known.empty() ? "; it has none at all" : did_you_mean(name, known)),
                                       {});
    }

    void check_conditions() {
        if (kernel_.torus) {
            const std::int64_t rows = evaluator_.evaluate(kernel_.torus->rows);
            const std::int64_t columns = evaluator_.evaluate(kernel_.torus->columns);
            if (rows < 1 || columns < 1 || rows > n_ || columns > n_ || rows * columns != n_)
                throw evaluator_.fault(
                    Code::requires_not_met,
                    fmt::format("a torus of {} rows and {} columns has not {} chips", rows, columns, n_),
                    kernel_.torus->rows->where);
            evaluator_.set_torus(rows, columns);
        }
        for (const Expr& condition : kernel_.conditions) {
            if (evaluator_.holds(condition)) continue;
            std::string values = fmt::format("n = {}", n_);
            for (const Parameter& parameter : kernel_.parameters) {
                const auto variable =
                    std::make_shared<const Expression>(Expression{Variable{parameter.name}, parameter.where});
                values += fmt::format(", {} = {}", parameter.name, evaluator_.evaluate(kept_.emplace_back(variable)));
            }
            throw Fault(Code::requires_not_met,
                        fmt::format("the kernel requires {}, which does not hold for {}", print(condition), values),
                        locate(kernel_, condition->where));
        }
    }

    /// The size of a declaration; `total` grows by what all chips together need of it.
    std::int32_t size(const Expr& form, std::string_view kind, Symbol name, Where where, std::int64_t& total,
                      std::int64_t limit) {
        const std::int64_t size = evaluator_.evaluate(form);
        if (size < 1)
            throw evaluator_.fault(Code::size_range,
                                   fmt::format("{} '{}' has size {}, expected at least 1", kind, name.text(), size),
                                   where);
        const bool fits =
            size <= limit && (total += size * n_) <= limit && size <= std::numeric_limits<std::int32_t>::max();
        if (!fits)
            throw evaluator_.fault(Code::too_large,
                                   fmt::format("{} '{}' has size {} on each of {} chips, the limit is {} in all", kind,
                                               name.text(), size, n_, limit),
                                   where);
        return static_cast<std::int32_t>(size);
    }

    void check_count(std::string_view kind, std::size_t count) const {
        const std::int64_t most = most_declarations(limits_);
        if (static_cast<std::int64_t>(count) > most / n_)
            throw evaluator_.fault(
                Code::too_large,
                fmt::format("{} {} on each of {} chips, the limit is {} in all", count, kind, n_, most), {});
    }

    void declare() {
        schedule_.name = kernel_.name;
        schedule_.about = kernel_.about;
        schedule_.source = kernel_.file;
        schedule_.chips = static_cast<std::int32_t>(n_);
        schedule_.profile = kernel_.profile;
        std::vector<Buffer> buffers;
        std::int64_t slots = 0, counters = 0;
        for (const BufferForm& form : kernel_.buffers)
            buffers.push_back(
                {0, form.name, size(form.size, "buffer", form.name, form.where, slots, limits_.slots), form.role, {}});
        std::vector<Semaphore> semaphores;
        for (const SemaphoreForm& form : kernel_.semaphores)
            semaphores.push_back({0, form.name,
                                  size(form.size, "semaphore", form.name, form.where, counters, limits_.counters), 0,
                                  form.life});
        check_count("buffers", buffers.size());
        check_count("semaphores", semaphores.size());
        check_count("agents", kernel_.agents.size());
        const auto on_each_chip = [this](auto& all, const auto& declared) {
            all.reserve(declared.size() * static_cast<std::size_t>(n_));
            for (std::int32_t chip = 0; chip < schedule_.chips; ++chip)
                for (const auto& one : declared) all.emplace_back(one).chip = chip;
        };
        on_each_chip(schedule_.buffers, buffers);
        on_each_chip(schedule_.semaphores, semaphores);
        std::vector<Agent> agents;
        for (const AgentForm& form : kernel_.agents) agents.push_back({0, form.name, {}});
        on_each_chip(schedule_.agents, agents);
    }

    void make_contracts() {
        const auto count = static_cast<std::int64_t>(kernel_.contracts.size());
        if (const std::int64_t most = most_contracts(schedule_, limits_); count > most)
            throw evaluator_.fault(Code::too_large, fmt::format("{} contracts, the limit is {}", count, most),
                                   kernel_.contracts.front().where);
        for (const ContractForm& form : kernel_.contracts) {
            Contract contract{form.collective, form.in, form.out, form.rule};
            if (form.root) contract.root = concretizer_->number(form.root);
            if (form.distance) contract.distance = concretizer_->number(form.distance);
            schedule_.contracts.push_back(contract);
        }
    }

    void validate() {
        // Contracts apart, so that a fault of one has its line.
        const auto contracts = std::exchange(schedule_.contracts, {});
        try {
            validate_declarations(schedule_, limits_);
        } catch (const Fault& fault) {
            throw evaluator_.fault(fault.code(), fault.message(), {});
        }
        if (contracts.empty()) return;
        const BufferIndex buffers(schedule_);
        for (std::size_t i = 0; i < contracts.size(); ++i)
            if (const auto message = check_contract(buffers, contracts[i]); !message.empty())
                throw evaluator_.fault(Code::bad_contract, message, kernel_.contracts[i].where);
        schedule_.contracts = contracts;
    }

    /// The claims of one `ensures` on the present chip, from its range number `range` on.
    void claim(const EnsuresForm& form, std::size_t range) {
        budget_.spend(evaluator_, form.where);
        if (range == form.ranges.size()) {
            if (form.condition && !evaluator_.holds(form.condition)) return;
            const Place place = concretizer_->place(form.place);
            schedule_.claims.push_back({place, concretizer_->term(form.value)});
            if (const auto found = complaint(schedule_, schedule_.claims.back()))
                throw evaluator_.fault(found->code, found->message, form.place.where);
            return;
        }
        const EnsuresForm::Range& each = form.ranges[range];
        rounds(each.variable, each.from, each.to, form.where, [&](std::int64_t) { claim(form, range + 1); });
    }

    /// Calls `body(value)` for each value of a loop variable.
    template <class Body>
    void rounds(const std::string& variable, const Expr& first, const Expr& end, Where where, Body body) {
        const std::int64_t from = evaluator_.evaluate(first), to = evaluator_.evaluate(end);
        budget_.check_rounds(evaluator_, from, to, where);
        const std::size_t slot = evaluator_.slot(variable);
        evaluator_.loops.push_back({variable, from});
        for (std::int64_t value = from; value < to; ++value) {
            evaluator_.loops.back().value = value;
            evaluator_.set(slot, value);
            budget_.spend(evaluator_, where);
            body(value);
        }
        evaluator_.loops.pop_back();
        evaluator_.unset(slot);
    }

    void run(const AgentForm& form, std::int32_t chip) {
        const std::size_t agents = kernel_.agents.size();
        const auto position = static_cast<std::size_t>(&form - kernel_.agents.data());
        steps_ = &schedule_.agents[static_cast<std::size_t>(chip) * agents + position].steps;
        // Chips do much the same.
        if (chip > 0)
            steps_->reserve(schedule_.agents[static_cast<std::size_t>(chip - 1) * agents + position].steps.size());
        run(form.body);
    }

    void run(const Block& block) {
        const std::size_t lets = lets_.size();
        for (const Statement& statement : block) {
            budget_.spend(evaluator_, statement.where);
            if (const auto* const operation = std::get_if<OperationForm>(&statement.node))
                add(*operation, statement);
            else if (const auto* const let = std::get_if<Let>(&statement.node))
                evaluator_.set(lets_.emplace_back(evaluator_.slot(let->name)), evaluator_.evaluate(let->value));
            else if (const auto* const branch = std::get_if<If>(&statement.node))
                run(evaluator_.holds(branch->condition) ? branch->then : branch->otherwise);
            else
                run(std::get<For>(statement.node), statement.where);
        }
        for (; lets_.size() > lets; lets_.pop_back()) evaluator_.unset(lets_.back());
    }

    void run(const For& loop, Where where) {
        rounds(loop.variable, loop.from, loop.to, where, [&](std::int64_t value) {
            origins_.open(&loop, value);
            run(loop.body);
            origins_.close();
        });
    }

    void add(const OperationForm& form, const Statement& statement) {
        if (++operations_ > limits_.operations)
            throw evaluator_.fault(Code::too_large, fmt::format("more than {} operations", limits_.operations),
                                   statement.where);
        steps_->push_back({concretizer_->operation(form, statement.where), origins_.at(statement, evaluator_)});
    }

    const Kernel& kernel_;
    std::int64_t n_;
    Limits limits_;
    Schedule schedule_;
    Evaluator evaluator_;
    std::optional<Concretizer> concretizer_;
    Budget budget_;
    Origins origins_;
    std::vector<std::size_t> lets_;  ///< slots of the lets of the blocks that are open
    std::vector<Step>* steps_ = nullptr;
    std::int64_t operations_ = 0;
    std::vector<Expr> kept_;  ///< expressions made here live as long as the evaluator
};

}  // namespace

Schedule instantiate(const Kernel& kernel, std::int64_t n, const Settings& settings, const Limits& limits) {
    return Instantiation(kernel, n, limits).make(settings);
}

}  // namespace ringproof::model
