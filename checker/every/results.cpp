#include "checker/every/results.h"

#include <algorithm>

#include <fmt/format.h>

#include "checker/every/promises.h"
#include "checker/every/sources.h"
#include "checker/every/values.h"
#include "model/language/language.h"
#include "model/rule.h"

namespace ringproof::checker::every {
namespace {

class Showing {
public:
    Showing(Proof& proof, const Knowledge& knowledge)
        : proof_(proof),
          program_(proof.program()),
          order_(proof.order()),
          values_(program_, proof.samples()),
          sources_(proof, knowledge) {}

    Results show() {
        const auto promises = promises_of(proof_);
        for (const Access& access : program_.accesses)
            if (!access.writes && access.operation != nullptr) sources_.show_written(access);
        for (const Promise& promise : promises) {
            const Access& reading = reading_of(promise);
            if (!sources_.found(reading))
                throw NotProved{"wrong-result",
                                fmt::format("no rule was found by which the write that the end of a launch sees in {} "
                                            "depends on n",
                                            promise.buffer.text()),
                                {}};
            sources_.show_seen(reading);
            need(reading);
        }
        for (std::size_t i = 0; i < needed_.size(); ++i) show_value(*needed_[i]);
        for (const Promise& promise : promises) show_kept(promise);
        results_.promises = promises.size();
        return results_;
    }

private:
    // ---- What writes leave -----------------------------------------------------------------------------------------

    void need(const Access& read) {
        for (const auto& alternative : sources_.of(read).alternatives) {
            const Access& write = program_.accesses[alternative.to];
            if (std::find(needed_.begin(), needed_.end(), &write) != needed_.end()) continue;
            needed_.push_back(&write);
            if (write.operation != nullptr)
                for (const Access* const operand : operands_of(*write.operation)) need(*operand);
        }
    }

    struct Seen {
        Expr condition;
        Description held;
    };
    std::vector<Seen> seen_by(const Access& read, const Instance& instance) {
        std::vector<Seen> all;
        for (const Mapping::Image& image : sources_.of(read).images(order_, instance))
            for (const Description& held : values_.of(program_.accesses[image.to])) {
                Description filled = held.at(image.instance, program_.n);
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
        for (const Description& alternative : alternatives) {
            const Description held = alternative.at(instance, program_.n);
            ways.push_back(both(held.when, made(held, write, instance)));
            name += (name.empty() ? "" : "; or ") + in_words(alternative);
        }
        proof_.require("wrong-result",
                       fmt::format("{} leaves in {}: {}", every::text_of(*write.operation), write.buffer.text(), name),
                       order_.exists(write, instance), any_of(ways));
    }

    Expr made(const Description& held, const Access& write, const Instance& instance) {
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

    static std::string in_words(const Description& held) {
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

    Expr is_promised(const Description& held, const Kept& kept) const {
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

    Expr any_seen(const Kept& kept, const std::function<Expr(const Description&)>& condition) {
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
                       any_seen(one, [&](const Description& held) { return is_promised(held, one); }));
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
        const Expr same = any_seen(one, [&](const Description& held) {
            return any_seen(other, [&](const Description& of_other) {
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
                                  any_seen(kept, [&](const Description& held) {
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
    const Program& program_;
    const Order& order_;
    Values values_;
    Sources sources_;
    std::vector<const Access*> needed_;
    Results results_;
};

}  // namespace

Results show_results(Proof& proof, const Knowledge& knowledge) { return Showing(proof, knowledge).show(); }

}  // namespace ringproof::checker::every
