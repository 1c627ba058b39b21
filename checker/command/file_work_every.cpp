#include <algorithm>
#include <new>

#include <fmt/format.h>

#include "checker/command/file_work.h"
#include "checker/every.h"
#include "checker/every_text.h"
#include "model/diagnostic.h"

/// Proofs for every number of chips, and where there is none, sizes that fail.
namespace ringproof::command {
namespace {

using checker::EveryVerdict;
using checker::Outcome;
using model::Fault;

/// Sizes that a failed proof points to are tried up to this.
constexpr std::int64_t largest_tried = 12;

/// All steps as one script for another solver.
void record(const EveryVerdict& verdict, checker::smt::Transcripts& transcripts) {
    for (const checker::EveryPart& part : verdict.parts) {
        checker::smt::Transcript& transcript = transcripts.open(
            fmt::format("every-{}", part.least),
            fmt::format("; Each question asks for numbers for which a step of the proof for {} fails: unsat says that\n"
                        "; there are none.\n",
                        checker::range_text(part)),
            "QF_LIA");
        transcript.command(verdict.prelude);
        for (const checker::EveryStep& step : part.steps) {
            transcript.command("(push 1)\n" + step.script);
            transcript.question(step.name, checker::smt::Answer::proved);
            transcript.command("(pop 1)");
        }
    }
}

/// Throws Fault where one of them names no parameter.
void check_settings(const model::Kernel& kernel, std::int64_t chips, const model::Settings& settings) {
    if (settings.empty()) return;
    try {
        instantiate(kernel, chips, settings);
    } catch (const Fault& fault) {
        if (fault.code() != model::Code::requires_not_met) throw;
    }
}

}  // namespace

FileWork::Result FileWork::ask_every(const Ask& question, double seconds) const {
    const VerifyArguments& arguments = shared_->arguments;
    const Variant& variant = variants_[question.variant];
    Answer answer;
    answer.chips = question.chips;
    answer.asked_profile = variant.asked;
    answer.profile = model::profile_text(variant.profile);
    answer.own_options = variant.own_options;
    answer.every.emplace().least = question.chips;
    try {
        model::Kernel kernel = *source_->kernel();
        answer.schedule = kernel.name;
        answer.every->some = !kernel.conditions.empty();
        check_settings(kernel, question.chips, arguments.settings);
        set_parameters(kernel, arguments.settings);
        checker::EveryOptions options;
        options.least = question.chips;
        options.timeout = seconds;
        const EveryVerdict found = checker::prove_every(kernel, variant.profile, options);
        checker::Verdict& verdict = answer.decision.verdict;
        verdict.engine = "every";
        verdict.seconds = found.seconds;
        answer.decision.engines = {verdict.engine};
        answer.decision.asked = 1;
        if (found.outcome != Outcome::proved) return not_for_every(question, kernel, found, std::move(answer));
        verdict.outcome = Outcome::proved;
        verdict.law = found.law;
        verdict.same_expression = found.same_expression;
        verdict.claims = static_cast<std::int64_t>(found.promises);
        for (const checker::EveryPart& part : found.parts) {
            answer.every->steps += part.steps.size();
            answer.every->ranges.push_back(fmt::format("{} for {}", part.steps.size(), checker::range_text(part)));
        }
        checker::smt::Transcripts transcripts;
        if (shared_->second.wanted()) record(found, transcripts);
        answer.confirmation = shared_->second.on({file_, kernel.name, variants_.size() > 1 ? answer.profile : "", 0, 0},
                                                 transcripts, arguments.options.timeout);
        if (!arguments.proof.empty())
            write_file(arguments.proof, checker::proof_markdown(kernel, variant.profile, found));
    } catch (const Fault& fault) {
        if (fault.code() == model::Code::requires_not_met) return Skipped{fault};
        answer.fault = fault.at(here());
    } catch (const std::bad_alloc&) {
        answer.decision.verdict.reason = model::Code::out_of_memory;
        answer.decision.verdict.message = "memory was used up";
    } catch (const checker::Disagreement& disagreement) {
        answer.broken = fmt::format("DISAGREEMENT: {}", disagreement.what());
    } catch (const std::exception& error) {
        answer.broken = fmt::format("internal error: {}", error.what());
    }
    return answer;
}

/// The smallest size that fails, of those asked for and up to the one that the proof failed at.
FileWork::Result FileWork::not_for_every(const Ask& question, const model::Kernel& kernel, const EveryVerdict& found,
                                         Answer answer) const {
    const VerifyArguments& arguments = shared_->arguments;
    const std::string why = checker::not_proved_text(kernel, found);
    std::vector<std::int64_t> sizes = arguments.sizes;
    if (const auto n = found.model.find("n"); n != found.model.end())
        for (std::int64_t more = sizes.back() + 1; more <= std::min(n->second, largest_tried); ++more)
            sizes.push_back(more);
    const auto& launches = arguments.launches.empty() ? arguments.launches_of_kernels : arguments.launches;
    const auto tell_of_earlier_proof = [&](Answer& to) {
        if (!arguments.proof.empty() && checker::is_proof(arguments.proof))
            to.notes.push_back(fmt::format("'{}' is an earlier proof, and not of this kernel", arguments.proof));
    };
    std::vector<Judged> known;
    for (const std::int64_t n : sizes)
        for (const std::int32_t count : launches) {
            const Ask size{question.variant, n, count, 0, false};
            Result result = ask(size, arguments.options.timeout, !arguments.trace.empty());
            auto* const found_here = std::get_if<Answer>(&result);
            if (found_here != nullptr && (!found_here->broken.empty() || found_here->fault)) return result;
            const auto judged = judged_of(result, size);
            if (judged->standing != Standing::fails) {
                if (judged->standing != Standing::not_taken) known.push_back(*judged);
                continue;
            }
            found_here->smallest = Smallest{judged->size, judged->property, known};
            found_here->tell_smallest = !known.empty();
            found_here->notes.push_back(why);
            tell_of_earlier_proof(*found_here);
            return result;
        }
    answer.decision.verdict.reason = found.reason;
    answer.decision.verdict.message = found.message;
    answer.notes.push_back(why);
    answer.notes.push_back(known_text(known));
    tell_of_earlier_proof(answer);
    return answer;
}

}  // namespace ringproof::command
