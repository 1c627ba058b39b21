#include "checker/every/results.h"

#include <algorithm>

#include <fmt/format.h>

#include "checker/every/promises.h"
#include "checker/every/values.h"
#include "model/language/language.h"
#include "model/rule.h"

namespace ringproof::checker::every {
namespace {

using Way = Proof::Way;

Expr next_chip(const Chain& chain, const Expr& n) {
    return remainder(chain.step > 0 ? plus(chain.first, chain.count) : minus(chain.first, chain.count), n);
}

/// What decides of two chains of more than one operand whether they are one expression.
bool alike(const Chain& left, const Chain& right) {
    return left.rule == right.rule && left.step == right.step && left.right == right.right;
}

Expr equals(const Chain& left, const Chain& right) {
    if (left.buffer != right.buffer) return number(0);
    return all_of({equal(left.index, right.index), equal(left.first, right.first), equal(left.count, right.count),
                   equal(left.launch, right.launch), alike(left, right) ? number(1) : equal(left.count, number(1))});
}

/// `whole` is what `left` ⊕ `right` makes.
Expr joins(const Chain& whole, const Chain& left, const Chain& right, model::Symbol rule, const Expr& n) {
    const Chain &longer = whole.right ? left : right, &single = whole.right ? right : left;
    if (whole.buffer != longer.buffer || whole.buffer != single.buffer || whole.rule != rule) return number(0);
    Chain so_far = longer;
    so_far.step = whole.step;
    return all_of({at_most(number(1), longer.count), equal(single.count, number(1)),
                   equal(whole.count, plus(longer.count, number(1))), equal(whole.first, longer.first),
                   equal(single.first, next_chip(so_far, n)), equal(whole.index, longer.index),
                   equal(whole.index, single.index), equal(whole.launch, longer.launch),
                   equal(whole.launch, single.launch),
                   alike(whole, longer) ? number(1) : equal(longer.count, number(1))});
}

class Showing {
public:
    Showing(Proof& proof, const Knowledge& knowledge)
        : proof_(proof),
          knowledge_(knowledge),
          program_(proof.program()),
          order_(proof.order()),
          values_(program_, proof.samples()) {}

    Results show() {
        fit_sources();
        const auto promises = promises_of(proof_);
        for (const Access& access : program_.accesses)
            if (!access.writes && access.operation != nullptr) show_written(access);
        for (const Promise& promise : promises) {
            const Access& reading = reading_of(promise);
            if (!was_found_[reading.number])
                throw NotProved{"wrong-result",
                                fmt::format("no rule was found by which the write that the end of a launch sees in {} "
                                            "depends on n",
                                            promise.buffer.text()),
                                {}};
            show_between(reading);
            need(reading);
        }
        for (std::size_t i = 0; i < needed_.size(); ++i) show_value(*needed_[i]);
        for (const Promise& promise : promises) show_kept(promise);
        results_.promises = promises.size();
        return results_;
    }

private:
    // ---- Which write a read sees -----------------------------------------------------------------------------------

    void fit_sources() {
        std::vector<std::vector<Pair>> pairs(program_.accesses.size());
        for (const auto& sample : proof_.samples())
            for (const Pair& pair : sample->sources) pairs[pair.from].push_back(pair);
        for (const Access& access : program_.accesses) {
            Mapping none{&read_to_write, access.number, {}};
            auto found = fit(read_to_write, access.number, pairs[access.number], proof_.samples(), program_);
            was_found_.push_back(found.has_value());
            sources_.push_back(found ? std::move(*found) : none);
        }
    }

    void show_written(const Access& read) {
        const Instance instance = Family(read).any("");
        std::vector<Expr> any;
        for (const Mapping::Image& image : sources_[read.number].images(order_, instance))
            any.push_back(image.condition);
        if (any.empty() && !holds(negated(order_.exists(read, instance))))
            for (const auto& sample : proof_.samples())
                if (!sample->instances(sample->program().accesses[read.number]).empty())
                    throw NotProved{
                        "uninitialised",
                        fmt::format("no rule was found by which the write that {} sees depends on n", text_of(read)),
                        {}};
        proof_.require("uninitialised", fmt::format("{} reads what some write has left", text_of(read)),
                       order_.exists(read, instance), any_of(any));
        show_between(read);
    }

    /// What a read is mapped to is over before, and no other write lies between.
    void show_between(const Access& read) {
        if (!shown_.insert(read.number).second) return;
        const std::size_t of = read.number;
        for (std::size_t i = 0; i < sources_[of].alternatives.size(); ++i) {
            const std::size_t source = sources_[of].alternatives[i].to;
            const auto image = [this, of, i](const Order& order, const Instance& instance) {
                return sources_[of].images(order, instance)[i];
            };
            Proof::Claim seen;
            seen.about = "uninitialised";
            seen.name = fmt::format("{} comes after {} has ended", text_of(read), text_of(program_.accesses[source]));
            seen.when = [of, image](const Order& order, const std::vector<Instance>& about) {
                return both(order.exists(order.program().accesses[of], about[0]), image(order, about[0]).condition);
            };
            seen.ways = [this, of, source, image](const Order& order, const std::vector<Instance>& about) {
                const auto& accesses = order.program().accesses;
                return ways_ended(order, knowledge_, accesses[source], image(order, about[0]).instance, accesses[of],
                                  about[0]);
            };
            seen.examples = [&read](const Sample& sample) { return reads(sample, read); };
            proof_.show(seen, {Family(read).any("")}, knowledge_);
            for (const Access& other : program_.accesses) {
                if (!other.writes || other.buffer != read.buffer) continue;
                const std::size_t third = other.number;
                Proof::Claim between;
                between.about = "wrong-result";
                between.name = fmt::format("between {} and {}, {} does not write", text_of(program_.accesses[source]),
                                           text_of(read), text_of(other));
                between.when = [of, source, third, image](const Order& order, const std::vector<Instance>& about) {
                    const auto& accesses = order.program().accesses;
                    const Mapping::Image found = image(order, about[0]);
                    std::vector<Expr> all{order.exists(accesses[of], about[0]), found.condition,
                                          order.exists(accesses[third], about[1]),
                                          same_slot(order, accesses[of], about[0], accesses[third], about[1])};
                    if (source == third)
                        all.push_back(negated(
                            both(order.same(found.instance, about[1]), equal(found.instance.part, about[1].part))));
                    // What an operation writes itself comes after what it reads.
                    if (accesses[of].operation != nullptr && accesses[third].operation == accesses[of].operation)
                        all.push_back(negated(order.same(about[0], about[1])));
                    return all_of(all);
                };
                between.ways = [this, of, source, third, image](const Order& order,
                                                                const std::vector<Instance>& about) {
                    const auto& accesses = order.program().accesses;
                    auto ways = ways_ended(order, knowledge_, accesses[third], about[1], accesses[source],
                                           image(order, about[0]).instance);
                    const auto later = ways_ended(order, knowledge_, accesses[of], about[0], accesses[third], about[1]);
                    ways.insert(ways.end(), later.begin(), later.end());
                    return ways;
                };
                between.examples = [&](const Sample& sample) { return meetings(sample, read, other); };
                proof_.show(between, {Family(read).any(""), Family(other).any("'")}, knowledge_);
            }
        }
    }

    static std::vector<std::vector<Instance>> reads(const Sample& sample, const Access& read) {
        std::vector<std::vector<Instance>> all;
        const Access& access = sample.program().accesses[read.number];
        for (const Numbers& numbers : sample.instances(access)) {
            all.push_back({Family(access).with(as_expressions(numbers))});
        }
        return all;
    }

    // ---- What writes leave -----------------------------------------------------------------------------------------

    void need(const Access& read) {
        for (const auto& alternative : sources_[read.number].alternatives) {
            const Access& write = program_.accesses[alternative.to];
            if (std::find(needed_.begin(), needed_.end(), &write) != needed_.end()) continue;
            needed_.push_back(&write);
            if (write.operation != nullptr)
                for (const Access* const operand : operands_of(*write.operation)) need(*operand);
        }
    }

    struct Seen {
        Expr condition;
        Held held;
    };
    std::vector<Seen> seen_by(const Access& read, const Instance& instance) {
        std::vector<Seen> all;
        for (const Mapping::Image& image : sources_[read.number].images(order_, instance))
            for (const Held& held : values_.of(program_.accesses[image.to])) {
                Held filled = held.at(image.instance, program_.n);
                const Expr condition = both(image.condition, filled.when);
                if (!fails(condition)) all.push_back({condition, std::move(filled)});
            }
        return all;
    }

    void show_value(const Access& write) {
        const auto& alternatives = values_.of(write);
        if (alternatives.empty())
            throw NotProved{"wrong-result",
                            fmt::format("no rule was found for what {} leaves in {}: not one input, one label or a "
                                        "reduction over neighbouring chips",
                                        text_of(write), write.buffer.text()),
                            {}};
        if (write.operation == nullptr) return;
        const Instance instance = Family(write).any("");
        std::vector<Expr> ways;
        std::string name;
        for (const Held& alternative : alternatives) {
            const Held held = alternative.at(instance, program_.n);
            ways.push_back(both(held.when, made(held, write, instance)));
            name += (name.empty() ? "" : "; or ") + in_words(alternative);
        }
        proof_.require("wrong-result",
                       fmt::format("{} leaves in {}: {}", every::text_of(*write.operation), write.buffer.text(), name),
                       order_.exists(write, instance), any_of(ways));
    }

    Expr made(const Held& held, const Access& write, const Instance& instance) {
        const Operation& operation = *write.operation;
        const auto operands = operands_of(operation);
        std::vector<Expr> ways;
        if (is_work(operation)) {
            // Other results of the same work are other values, of which nothing is said.
            if (operation.accesses[operands.size()] != &write) return number(0);
            if (held.label != operation.label || held.chains.size() != operands.size()) return number(0);
            std::vector<Expr> all;
            for (std::size_t i = 0; i < operands.size(); ++i) {
                std::vector<Expr> any;
                for (const Seen& seen : seen_by(*operands[i], instance))
                    if (seen.held.label.empty())
                        any.push_back(both(seen.condition, equals(held.chains[i], seen.held.chains.front())));
                all.push_back(any_of(any));
            }
            return all_of(all);
        }
        if (is_reduction(operation)) {
            if (!held.label.empty()) return number(0);
            for (const Seen& left : seen_by(*operands[0], instance))
                for (const Seen& right : seen_by(*operands[1], instance))
                    if (left.held.label.empty() && right.held.label.empty())
                        ways.push_back(all_of({left.condition, right.condition,
                                               joins(held.chains.front(), left.held.chains.front(),
                                                     right.held.chains.front(), operation.label, program_.n)}));
            return any_of(ways);
        }
        for (const Seen& seen : seen_by(*operands[0], instance)) {
            if (seen.held.label != held.label || seen.held.chains.size() != held.chains.size()) continue;
            std::vector<Expr> all{seen.condition};
            for (std::size_t i = 0; i < held.chains.size(); ++i)
                all.push_back(equals(held.chains[i], seen.held.chains[i]));
            ways.push_back(all_of(all));
        }
        return any_of(ways);
    }

    static std::string in_words(const Held& held) {
        std::string text;
        for (const Chain& chain : held.chains) {
            const std::string slot = fmt::format("{}[{}]", chain.buffer.text(), model::print(chain.index));
            const std::string first = model::print(chain.first);
            if (!text.empty()) text += ", ";
            text += known(chain.count) == 1
                        ? fmt::format("{}@{}", slot, first)
                        : fmt::format("{} of {} over {} chips, from {} {}", chain.rule.text(), slot,
                                      model::print(chain.count), first, chain.step > 0 ? "upwards" : "downwards");
        }
        if (!held.label.empty()) text = fmt::format("{}({})", held.label.text(), text);
        return known(held.when) == 1 ? text : fmt::format("{} if {}", text, model::print(held.when));
    }

    // ---- Promises --------------------------------------------------------------------------------------------------

    const Access& reading_of(const Promise& promise) const {
        const auto found = std::find_if(program_.accesses.begin(), program_.accesses.end(), [&](const Access& access) {
            return access.operation == nullptr && !access.writes && access.buffer == promise.buffer;
        });
        if (found == program_.accesses.end()) throw Outside("a promise about what no launch gives back", promise.where);
        return *found;
    }

    /// The end of a launch on a chip, and the promised slot; with the promise's variables renamed by `suffix`.
    struct Kept {
        Expr hypothesis;
        Instance reading;
        Promise promise;
    };
    Kept kept(const Promise& promise, const std::string& suffix) const {
        const Access& access = reading_of(promise);
        Kept kept{number(1), Family(access).any(suffix), promise};
        Names names{{"n", program_.n}};
        std::set<std::string> used;
        collect_variables(promise.when, used);
        collect_variables(promise.index, used);
        const auto parts = [&](auto visit) {
            if (auto* const from = std::get_if<FromInput>(&kept.promise.value)) {
                visit(from->chip);
                visit(from->index);
            } else if (auto* const over = std::get_if<OverChips>(&kept.promise.value)) {
                visit(over->index);
            } else {
                for (FromInput& input : std::get<OfWork>(kept.promise.value).inputs) {
                    visit(input.chip);
                    visit(input.index);
                }
            }
        };
        parts([&](const Expr& part) { collect_variables(part, used); });
        for (const std::string& name : used)
            if (name != "n") names[name] = variable(name + suffix);
        names["me"] = kept.reading.chip;
        kept.promise.when = substitute(promise.when, names);
        kept.promise.index = substitute(promise.index, names);
        parts([&](Expr& part) { part = substitute(part, names); });
        kept.hypothesis = all_of(
            {order_.exists(access, kept.reading), kept.promise.when, equal(kept.reading.part, kept.promise.index)});
        return kept;
    }

    Expr is_input(const Chain& chain, const FromInput& input, const Expr& launch) const {
        if (chain.buffer != input.buffer) return number(0);
        return all_of({equal(chain.count, number(1)), equal(chain.first, input.chip), equal(chain.index, input.index),
                       equal(chain.launch, launch)});
    }

    Expr is_promised(const Held& held, const Kept& kept) const {
        const Expr launch = kept.reading.launch;
        if (const auto* const from = std::get_if<FromInput>(&kept.promise.value))
            return held.label.empty() ? is_input(held.chains.front(), *from, launch) : number(0);
        if (const auto* const over = std::get_if<OverChips>(&kept.promise.value)) {
            const Chain& chain = held.chains.front();
            if (!held.label.empty() || chain.buffer != over->buffer) return number(0);
            return all_of({equal(chain.count, program_.n), equal(chain.index, over->index), equal(chain.launch, launch),
                           chain.rule == over->rule ? number(1) : equal(chain.count, number(1))});
        }
        const auto& work = std::get<OfWork>(kept.promise.value);
        if (held.label != work.label || held.chains.size() != work.inputs.size()) return number(0);
        std::vector<Expr> all;
        for (std::size_t i = 0; i < work.inputs.size(); ++i)
            all.push_back(is_input(held.chains[i], work.inputs[i], launch));
        return all_of(all);
    }

    Expr any_seen(const Kept& kept, const std::function<Expr(const Held&)>& condition) {
        std::vector<Expr> ways;
        for (const Seen& seen : seen_by(reading_of(kept.promise), kept.reading))
            ways.push_back(both(seen.condition, condition(seen.held)));
        return any_of(ways);
    }

    void show_kept(const Promise& promise) {
        const Kept one = kept(promise, "");
        const std::string name = fmt::format("line {}: every launch ends with what is promised of {}",
                                             promise.where.line, promise.buffer.text());
        proof_.require("wrong-result", name, one.hypothesis,
                       any_seen(one, [&](const Held& held) { return is_promised(held, one); }));
        const auto* const over = std::get_if<OverChips>(&promise.value);
        if (over == nullptr) return;
        const model::Law law = law_of(one);
        const auto rule = model::find_rule(over->rule.text());
        if (!rule || model::rules()[*rule].laws < law)
            throw NotProved{
                "wrong-result", fmt::format("the result needs {}, which {} has not", word(law), over->rule.text()), {}};
        results_.law = std::max(results_.law, law);
        const Kept other = kept(promise, "'");
        const Expr same_claim =
            equal(std::get<OverChips>(one.promise.value).index, std::get<OverChips>(other.promise.value).index);
        const Expr same = any_seen(one, [&](const Held& held) {
            return any_seen(other, [&](const Held& of_other) {
                const Chain &left = held.chains.front(), &right = of_other.chains.front();
                return either(equal(left.count, number(1)),
                              alike(left, right) ? equal(left.first, right.first) : number(0));
            });
        });
        results_.same_expression =
            proof_.follows(
                "laws", fmt::format("line {}: all chips hold the same expression", promise.where.line),
                all_of({one.hypothesis, other.hypothesis, same_claim, equal(one.reading.launch, other.reading.launch)}),
                same) &&
            results_.same_expression;
    }

    /// What the comparison with the left fold over chips 0, 1, ... leans on, as far as it can be shown.
    model::Law law_of(const Kept& kept) {
        const Expr n = program_.n;
        const auto follows = [&](std::string_view what, bool right, int step, const Expr& first) {
            return proof_.follows("laws", fmt::format("line {}: {}", kept.promise.where.line, what), kept.hypothesis,
                                  any_seen(kept, [&](const Held& held) {
                                      const Chain& chain = held.chains.front();
                                      const bool fits = chain.right == right && chain.step == step;
                                      return either(equal(chain.count, number(1)),
                                                    fits ? equal(chain.first, first) : number(0));
                                  }));
        };
        if (follows("the operands are added from chip 0 up", true, 1, number(0))) return model::Law::none;
        if (follows("the operands stand in the order of chips", false, -1, minus(n, number(1))))
            return model::Law::associativity;
        return model::Law::commutativity;
    }

    Proof& proof_;
    const Knowledge& knowledge_;
    const Program& program_;
    const Order& order_;
    Values values_;
    std::vector<Mapping> sources_;
    std::vector<bool> was_found_;
    std::set<std::size_t> shown_;
    std::vector<const Access*> needed_;
    Results results_;
};

}  // namespace

Results show_results(Proof& proof, const Knowledge& knowledge) { return Showing(proof, knowledge).show(); }

}  // namespace ringproof::checker::every
