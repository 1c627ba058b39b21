#include "checker/every/synchronisation.h"

#include <algorithm>

#include <fmt/format.h>

namespace ringproof::checker::every {
namespace {

using Way = Proof::Way;

/// The units of both kinds, one to one: mapped there and back they are the same.
Expr comes_back(const Order& order, const std::vector<Mapping>& back, const Mapping::Image& image, std::size_t from,
                const Instance& instance) {
    std::vector<Expr> ways;
    for (const Mapping::Image& again : back[image.to].images(order, image.instance))
        if (again.to == from)
            ways.push_back(both(again.condition, all_equal(again.instance.numbers(), instance.numbers())));
    return any_of(ways);
}

class Synchronising {
public:
    explicit Synchronising(Proof& proof) : proof_(proof), program_(proof.program()), order_(proof.order()) {}

    Knowledge find() {
        fit_units();
        show_units();
        guess_lemmas();
        show_lemmas();
        // The paths that were found are in terms of what moves away now.
        proof_.forget(proof_.steps().size());
        return std::move(knowledge_);
    }

private:
    // ---- Units -----------------------------------------------------------------------------------------------------

    void fit_units() {
        std::vector<std::vector<Pair>> by_raise(program_.raises.size()), by_wait(program_.waits.size());
        for (const auto& sample : proof_.samples())
            for (const Pair& pair : sample->matched) {
                by_raise[pair.from].push_back(pair);
                by_wait[pair.to].push_back({pair.n, pair.to, pair.to_numbers, pair.from, pair.from_numbers});
            }
        for (std::size_t wait = 0; wait < program_.waits.size(); ++wait)
            knowledge_.takes.push_back(fitted(wait_to_raise, wait, by_wait[wait], *program_.waits[wait].operation));
        for (std::size_t raise = 0; raise < program_.raises.size(); ++raise)
            knowledge_.taken.push_back(
                fitted(raise_to_wait, raise, by_raise[raise], *program_.raises[raise].operation));
    }

    Mapping fitted(const Relation& relation, std::size_t from, const std::vector<Pair>& pairs,
                   const Operation& operation) const {
        if (pairs.empty()) return {&relation, from, {}};
        auto mapping = fit(relation, from, pairs, proof_.samples(), program_);
        if (!mapping)
            throw NotProved{"deadlock",
                            fmt::format("no rule was found by which units that are raised and units that are waited "
                                        "for belong together, at {}",
                                        text_of(operation)),
                            {}};
        return *mapping;
    }

    void show_units() {
        for (const Wait& wait : program_.waits) {
            const Instance unit = Family(wait).any("");
            std::vector<Expr> met;
            for (const Mapping::Image& image : knowledge_.takes[wait.number].images(order_, unit))
                met.push_back(both(image.condition, comes_back(order_, knowledge_.taken, image, wait.number, unit)));
            proof_.require(
                "deadlock",
                fmt::format("each unit that {} waits for is raised by one instance, which no other unit of a "
                            "wait stands for",
                            text_of(*wait.operation)),
                order_.exists(wait, unit), any_of(met));
        }
        for (const Raise& raise : program_.raises) {
            const Instance unit = Family(raise).any("");
            std::vector<Expr> apart;
            for (const Mapping::Image& image : knowledge_.taken[raise.number].images(order_, unit))
                apart.push_back(
                    either(negated(image.condition), comes_back(order_, knowledge_.takes, image, raise.number, unit)));
            proof_.require("deadlock",
                           fmt::format("no two units that are raised stand for one unit of a wait: those of {}",
                                       text_of(*raise.operation)),
                           order_.exists(raise, unit), all_of(apart));
        }
    }

    // ---- Lemmas ----------------------------------------------------------------------------------------------------

    void guess_lemmas() {
        std::vector<std::vector<Pair>> of_landed(program_.raises.size());
        for (const bool landed : {true, false}) {
            std::vector<std::vector<Pair>> by_raise(program_.raises.size());
            for (const auto& sample : proof_.samples())
                for (const Pair& pair : landed ? sample->landed : sample->issued) by_raise[pair.from].push_back(pair);
            for (const Raise& raise : program_.raises) {
                const auto& pairs = by_raise[raise.number];
                // An issue comes before whatever its landing comes before.
                if (pairs.empty() || (!landed && pairs == of_landed[raise.number])) continue;
                if (auto mapping = fit(raise_to_wait, raise.number, pairs, proof_.samples(), program_))
                    knowledge_.lemmas.push_back({raise.number, landed, std::move(*mapping)});
            }
            if (landed) of_landed = std::move(by_raise);
        }
    }

    void show_lemmas() {
        const std::size_t before = proof_.steps().size();
        for (;;) {
            std::vector<Lemma> good;
            for (const Lemma& lemma : knowledge_.lemmas)
                if (is_shown(lemma)) good.push_back(lemma);
            if (good.size() == knowledge_.lemmas.size()) return;
            // What was shown may lean on what does not hold.
            knowledge_.lemmas = std::move(good);
            proof_.forget(before);
        }
    }

    /// The unit's wait is not after `wait`: `when` tells for which of its images.
    Expr is_taken_by(const Raise& raise, const Order& order, const Instance& unit, const Instance& wait) const {
        std::vector<Expr> ways;
        for (const Mapping::Image& image : knowledge_.taken[raise.number].images(order, unit))
            ways.push_back(both(image.condition, order.text_before(image.instance, wait, true)));
        return any_of(ways);
    }

    std::string name_of(const Lemma& lemma) const {
        const Operation& operation = *program_.raises[lemma.raise].operation;
        std::string waits;
        for (const auto& alternative : lemma.wait.alternatives)
            waits +=
                fmt::format("{}{}", waits.empty() ? "" : " or ", text_of(*program_.waits[alternative.to].operation));
        return fmt::format(
            "{} of {} comes before {}",
            lemma.landed ? fmt::format("the unit of {}", program_.raises[lemma.raise].semaphore.text()) : "the issue",
            text_of(operation), waits);
    }

    bool is_shown(const Lemma& lemma) {
        const Raise& raise = program_.raises[lemma.raise];
        const Instance raised = Family(*raise.operation).any("");
        const std::string name = name_of(lemma);
        std::vector<Expr> counted;
        for (const Mapping::Image& wait : lemma.wait.images(order_, raised))
            counted.push_back(both(wait.condition, is_taken_by(raise, order_, raised, wait.instance)));
        if (!proof_.follows("order", name + ": its unit is one of those that the wait has taken or takes",
                            order_.exists(raise, raised), any_of(counted)))
            return false;
        return std::all_of(program_.raises.begin(), program_.raises.end(), [&](const Raise& other) {
            return other.semaphore != raise.semaphore || is_shown(lemma, raise, raised, other, name);
        });
    }

    /// Units of `other` are taken by then, or come after the raise or after the wait.
    bool is_shown(const Lemma& lemma, const Raise& raise, const Instance& raised, const Raise& other,
                  const std::string& name) {
        Proof::Claim claim;
        claim.about = "order";
        claim.name =
            fmt::format("{}: units of {} are taken until then, or come later", name, text_of(*other.operation));
        claim.when = [&](const Order& order, const std::vector<Instance>& about) {
            const Raise &one = order.program().raises[raise.number], &two = order.program().raises[other.number];
            std::vector<Expr> all{order.exists(one, about[0]), order.exists(two, about[1]),
                                  equal(order.at(one.chip, about[0]), order.at(two.chip, about[1])),
                                  equal(order.at(one.index, about[0]), order.at(two.index, about[1]))};
            if (!order.program().is_global(one.semaphore)) all.push_back(equal(about[0].launch, about[1].launch));
            if (&one == &two) all.push_back(negated(order.same(about[0], about[1])));
            return all_of(all);
        };
        claim.ways = [&](const Order& order, const std::vector<Instance>& about) {
            const Raise &one = order.program().raises[raise.number], &two = order.program().raises[other.number];
            std::vector<Way> ways;
            const Instance& issue = about[1];
            for (const Mapping::Image& wait : lemma.wait.images(order, about[0])) {
                ways.push_back({both(wait.condition, is_taken_by(two, order, about[1], wait.instance))});
                ways.push_back({wait.condition, true, issue, wait.instance});
            }
            if (!lemma.landed) ways.push_back({number(1), true, issue, about[0]});
            // The source of a put may be read before the put begins, which is all that link order holds back.
            if (two.at != Ending::read)
                ways.push_back({order.follows_on_link(*one.operation, about[0], *two.operation, about[1])});
            return ways;
        };
        claim.examples = [&](const Sample& sample) { return examples(sample, raise, other); };
        return proof_.shows(claim, {raised, Family(other).any("'")}, knowledge_);
    }

    /// Raises of one counter, of few chips.
    std::vector<std::vector<Instance>> examples(const Sample& sample, const Raise& raise, const Raise& other) {
        const auto by_counter = [&](const Raise& which, bool parts) {
            ByThing found;
            const Raise& here = sample.program().raises[which.number];
            for (const Numbers& numbers : sample.instances(here.operation->number)) {
                Instance instance = Family(here).first_part(numbers);
                const std::int64_t chip = known(sample.order().at(here.chip, instance)).value();
                const std::int64_t index = known(sample.order().at(here.index, instance)).value();
                if (!sample.is_one_of_few(chip)) continue;
                const std::int64_t units = parts ? known(sample.order().at(here.units, instance)).value() : 1;
                for (std::int64_t part = 0; part < units; ++part) {
                    instance.part = number(part);
                    found[{chip, index, sample.program().is_global(here.semaphore) ? 0 : numbers[1]}].push_back(
                        instance);
                }
            }
            return found;
        };
        return together(by_counter(raise, false), by_counter(other, true));
    }

    Proof& proof_;
    const Program& program_;
    const Order& order_;
    Knowledge knowledge_;
};

}  // namespace

Knowledge synchronise(Proof& proof) { return Synchronising(proof).find(); }

std::vector<Way> ways_after(const Order& order, const Knowledge& knowledge, const Raise& raise, const Instance& raised,
                            const Instance& later) {
    std::vector<Way> ways;
    Instance whole = raised;
    whole.part = number(0);
    for (const Lemma& lemma : knowledge.lemmas) {
        if (lemma.raise != raise.number || !lemma.landed) continue;
        for (const Mapping::Image& wait : lemma.wait.images(order, whole))
            ways.push_back({wait.condition, true, later, wait.instance});
    }
    return ways;
}

}  // namespace ringproof::checker::every
