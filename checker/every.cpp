#include "checker/every.h"

#include <algorithm>
#include <chrono>
#include <memory>

#include <fmt/format.h>

#include "checker/every/accesses.h"
#include "checker/every/progress.h"
#include "checker/every/relays.h"
#include "checker/every/results.h"
#include "checker/every/smt_text.h"

namespace ringproof::checker {
namespace {

using every::NotProved;
using every::Outside;

class Proving {
public:
    Proving(const model::Kernel& kernel, const model::Profile& profile, const EveryOptions& options)
        : kernel_(kernel), profile_(profile), options_(options), deadline_(options.timeout) {}

    void prove(EveryVerdict& verdict) {
        const std::int64_t from = prove_general(verdict);
        for (std::int64_t n = options_.least; n < from; ++n) {
            const every::Samples samples = make_samples(n, n);
            if (!samples.empty()) verdict.parts.push_back(prove_part(n, n, samples, verdict));
        }
    }

private:
    /// Where samples of few chips do not show how a ring goes on, larger ones may.
    std::int64_t prove_general(EveryVerdict& verdict) {
        const std::int64_t counted = counted_in_text();
        const std::int64_t usual = std::clamp<std::int64_t>(counted, 4, 8);
        const std::int64_t large = std::min<std::int64_t>(std::max(counted, options_.least), 24);
        try {
            return prove_from_some_size(usual, verdict);
        } catch (const NotProved& failed) {
            if (failed.gave_up || large <= usual) throw;
            try {
                return prove_from_some_size(large, verdict);
            } catch (const Outside&) {
                // Too large to look at.
                throw NotProved(failed);
            }
        }
    }

    /// Small rings have a pattern of their own (left is right, loops are empty): from which n on it is the general one
    /// is tried out. Samples are of `usual` chips and more.
    std::int64_t prove_from_some_size(std::int64_t usual, EveryVerdict& verdict) {
        const std::int64_t latest = usual + 2;
        for (std::int64_t from = std::max<std::int64_t>(options_.least, 3);; ++from) {
            const every::Samples samples = make_samples(from > latest ? usual : std::max(from, usual), 0);
            try {
                verdict.parts.push_back(prove_part(from, 0, samples, verdict));
                return from;
            } catch (const NotProved& failed) {
                const auto n = failed.model.find("n");
                if (failed.gave_up || n == failed.model.end() || n->second < from || n->second >= latest) throw;
                from = n->second;
            }
        }
    }

    /// From how many chips on samples show what happens on larger rings as well: more than what the text counts, and
    /// enough for loops over a part of the ring to have a few rounds.
    std::int64_t counted_in_text() const {
        const every::Program program =
            every::program_of(kernel_, profile_, every::variable("n"), every::variable("launches"));
        std::int64_t number = 0, divisor = 1;
        for (const auto& question : program.questions) number = std::max(number, every::greatest_number(question));
        for (const every::Operation& operation : program.operations)
            for (const every::Loop& loop : operation.loops)
                divisor = std::max(divisor, every::greatest_divisor(loop.to));
        return std::max(number + 2, 4 * std::min<std::int64_t>(divisor, 8));
    }

    /// Of `least` chips and more, or of as many alone; of fewer than are asked for, if those go well.
    every::Samples make_samples(std::int64_t least, std::int64_t most) const {
        constexpr std::size_t wanted = 3;
        constexpr std::int64_t tried = 40;
        every::Samples samples;
        for (std::int64_t n = least; (most == 0 ? n < least + tried : n <= most) && samples.size() < wanted; ++n) {
            try {
                samples.push_back(
                    std::make_unique<every::Sample>(kernel_, profile_, n, samples.empty() ? 3 : 2, deadline_));
            } catch (const model::Fault& fault) {
                if (fault.code() != model::Code::requires_not_met && n >= options_.least) throw;
                continue;
            }
            if (samples.back()->complete()) continue;
            if (n >= options_.least)
                throw NotProved{"deadlock", fmt::format("{} chips do not come to the end", n), {{"n", n}}};
            samples.pop_back();
        }
        if (samples.empty() && most == 0) throw Outside("no number of chips near to the least is allowed", {});
        return samples;
    }

    /// Of `least` chips and more (most: 0), or of as many alone.
    EveryPart prove_part(std::int64_t least, std::int64_t most, const every::Samples& samples,
                         EveryVerdict& verdict) const {
        using every::number;
        using every::variable;
        const auto n = least == most ? number(least) : variable("n");
        const every::Program program = every::program_of(kernel_, profile_, n, variable("launches"));
        const every::Order order(program);
        every::Proof proof(order, samples, deadline_, least);
        show_ranges(proof);
        every::Knowledge knowledge = synchronise(proof);
        const std::size_t before = proof.steps().size();
        try {
            show_properties(proof, knowledge, verdict);
        } catch (const NotProved& failed) {
            if (!failed.by_order) throw;
            // Some orders go round the whole ring, and few kernels lean on them.
            proof.forget(before);
            knowledge.relays = find_relays(proof, knowledge);
            if (knowledge.relays.empty()) throw;
            show_properties(proof, knowledge, verdict);
        }
        return {least, most, proof.take()};
    }

    static void show_properties(every::Proof& proof, const every::Knowledge& knowledge, EveryVerdict& verdict) {
        show_progress(proof, knowledge);
        show_entered(proof, knowledge);
        show_no_races(proof, knowledge);
        show_clean_exits(proof, knowledge);
        show_barriers(proof, knowledge);
        const every::Results results = show_results(proof, knowledge);
        verdict.law = std::max(verdict.law, results.law);
        verdict.same_expression = verdict.same_expression && results.same_expression;
        verdict.promises = results.promises;
    }

    const model::Kernel& kernel_;
    const model::Profile& profile_;
    const EveryOptions& options_;
    Deadline deadline_;
};

}  // namespace

EveryVerdict prove_every(const model::Kernel& kernel, const model::Profile& profile, const EveryOptions& options) {
    const auto start = std::chrono::steady_clock::now();
    EveryVerdict verdict;
    verdict.same_expression = true;
    try {
        Proving(kernel, profile, options).prove(verdict);
        verdict.outcome = Outcome::proved;
        verdict.prelude = every::SmtText::prelude();
    } catch (const Outside& outside) {
        verdict.outside = true;
        verdict.where = outside.where;
        verdict.message = outside.what();
    } catch (const NotProved& failed) {
        verdict.property = failed.about;
        verdict.message = failed.reason;
        verdict.model = failed.model;
    } catch (const GaveUp& gave_up) {
        verdict.reason = gave_up.reason;
        verdict.message = gave_up.what();
    }
    if (verdict.outcome != Outcome::proved) verdict.parts.clear();
    verdict.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return verdict;
}

}  // namespace ringproof::checker
