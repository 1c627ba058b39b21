#include "checker/command/kernel_work.h"

#include <algorithm>
#include <filesystem>
#include <new>

#include <fmt/format.h>

#include "model/language/language.h"
#include "model/source.h"

namespace ringproof::command {
namespace {

using checker::Decision;
using checker::Outcome;
using model::Code;
using model::Fault;
using model::Kernel;

std::string word_of(const Decision& decision) {
    switch (decision.verdict.outcome) {
        case Outcome::proved:
            return "proved";
        case Outcome::counterexample:
            return std::string(model::word(model::property_of(decision.verdict.counterexamples.front().finding.code)));
        default:
            return "undecided";
    }
}

/// Whether nothing but a counter is wrong: units are left over at exit, or arrive after it.
bool is_of_counters(const Decision& decision) {
    const auto& found = decision.verdict.counterexamples;
    return !found.empty() && std::all_of(found.begin(), found.end(), [](const auto& counterexample) {
        const model::Finding& finding = counterexample.finding;
        return finding.code == Code::dirty_counter || (finding.code == Code::left_already && finding.counter);
    });
}

model::Schedule schedule_of(const Kernel& kernel, std::int64_t chips, std::int32_t launches) {
    model::Schedule schedule = instantiate(kernel, chips);
    apply(schedule, schedule.profile, launches);
    return schedule;
}

}  // namespace

KernelWork::KernelWork(std::string path, const MutateArguments& arguments)
    : arguments_(&arguments), file_(std::move(path)) {}

void KernelWork::read() {
    std::optional<Fault> fault;
    model::Location here;
    here.file = file_;
    try {
        read_kernel();
        if (prove_kernel()) edits_ = generators::mutation::distinct_edits(*kernel_);
    } catch (const Fault& found) {
        fault = found.at(here);
    } catch (const std::bad_alloc&) {
        fault = Fault(Code::too_large, "out of memory", here);
    } catch (const std::exception& error) {
        answers_.unfit = fmt::format("NO ANSWER: {}", error.what());
        answers_.unfit_status = internal_error;
    }
    const std::lock_guard lock(guard_);
    answers_.file = file_;
    answers_.fault = fault;
    answers_.read = true;
    for (const generators::mutation::Edit& edit : edits_) {
        MutantAnswer answer;
        answer.slip = edit.slip->name;
        answer.harmless_because = edit.slip->harmless;
        answer.what = edit.what;
        answer.where = edit.where;
        answers_.mutants.push_back(std::move(answer));
    }
    known_.assign(edits_.size(), 0);
    answers_.open = edits_.size();
}

void KernelWork::read_kernel() {
    model::Source source = model::read_source(file_);
    file_ = source.file;
    auto* const kernel = std::get_if<Kernel>(&source.content);
    if (kernel == nullptr)
        throw Fault(Code::usage, "is a schedule; slips are made in kernels, whose loops and indices are still open");
    kernel_ = std::move(*kernel);
    kernel_->profile = arguments_->profile.of(kernel_->profile);
    // They speak of the kernel, not of its mutants.
    kernel_->expectations.clear();
}

bool KernelWork::prove_kernel() {
    answers_.launches = arguments_->launches;
    std::optional<Fault> refusal;
    for (const std::int64_t n : arguments_->sizes) {
        try {
            // Settings that name no parameter are refused here.
            instantiate(*kernel_, n, arguments_->settings);
        } catch (const Fault& fault) {
            if (fault.code() != Code::requires_not_met) throw;
            if (!refusal) refusal = fault;
            continue;
        }
        answers_.sizes.push_back(n);
    }
    if (answers_.sizes.empty()) throw Fault(*refusal);
    set_parameters(*kernel_, arguments_->settings);
    for (const std::int64_t n : answers_.sizes)
        for (const std::int32_t launches : answers_.launches) {
            MutantAnswer answer;
            const MutantVerdict verdict = verdict_of(*kernel_, n, launches, answer);
            if (verdict.word == "proved") continue;
            answers_.unfit = fmt::format(
                "not proved itself, so its mutants would show nothing: {} ({}) at n = {}, {}. "
                "'ringproof verify {} -n {} --launches {}' tells more",
                verdict.word, number(verdict.code), n,
                launches == 1 ? "1 launch" : fmt::format("{} launches", launches), file_, n, launches);
            answers_.unfit_status = verdict.word == "undecided" ? undecided : refuted;
            return false;
        }
    return true;
}

std::string KernelWork::label(std::size_t mutant) const {
    return fmt::format("{} mutant {} of {}", file_, mutant + 1, edits_.size());
}

MutantVerdict KernelWork::verdict_of(const Kernel& kernel, std::int64_t chips, std::int32_t launches,
                                     MutantAnswer& answer) const {
    MutantVerdict verdict;
    verdict.chips = chips;
    verdict.launches = launches;
    try {
        const model::Schedule schedule = schedule_of(kernel, chips, launches);
        const Decision decision = arguments_->ask({schedule, launches, arguments_->options});
        verdict.word = word_of(decision);
        verdict.engines = decision.engines;
        verdict.seconds = decision.verdict.seconds;
        if (decision.verdict.outcome == Outcome::counterexample) {
            verdict.code = decision.verdict.counterexamples.front().finding.code;
            answer.books_only = is_of_counters(decision);
        }
        if (verdict.word == "undecided") {
            verdict.code = decision.verdict.reason;
            answer.message = decision.verdict.message;
        }
    } catch (const Fault& fault) {
        verdict.word = "invalid";
        verdict.code = fault.code();
        answer.message = fault.message();
    } catch (const std::bad_alloc&) {
        verdict.word = "undecided";
        verdict.code = Code::out_of_memory;
        answer.message = "memory was used up";
    }
    return verdict;
}

void KernelWork::look_at(std::size_t index) {
    MutantAnswer answer;
    try {
        const Kernel mutant = made(*kernel_, edits_[index]);
        bool books_only = true;
        for (const std::int64_t n : answers_.sizes)
            for (const std::int32_t launches : answers_.launches) {
                if (answer.caught() != nullptr && arguments_->save.empty()) continue;
                answer.books_only = false;
                answer.verdicts.push_back(verdict_of(mutant, n, launches, answer));
                if (answer.verdicts.back().word != "proved") books_only = books_only && answer.books_only;
            }
        answer.books_only = answer.caught() != nullptr && books_only && is_right_but_for_counters(mutant);
    } catch (const checker::Disagreement& disagreement) {
        answer.broken = fmt::format("DISAGREEMENT: {}", disagreement.what());
    } catch (const std::exception& error) {
        answer.broken = fmt::format("internal error: {}", error.what());
    }
    const std::lock_guard lock(guard_);
    MutantAnswer& known = answers_.mutants[index];
    known.verdicts = std::move(answer.verdicts);
    known.books_only = answer.books_only;
    known.message = std::move(answer.message);
    known.broken = std::move(answer.broken);
    known_[index] = 1;
    --answers_.open;
}

/// Where counters may hold what they like whenever they like, for one launch, so that none meets what another left.
bool KernelWork::is_right_but_for_counters(const Kernel& kernel) const {
    return std::all_of(answers_.sizes.begin(), answers_.sizes.end(), [&](std::int64_t n) {
        model::Schedule schedule = instantiate(kernel, n);
        schedule.profile.exit = model::Exit::any;
        for (model::Semaphore& semaphore : schedule.semaphores) semaphore.life = model::Life::global;
        apply(schedule, schedule.profile, 1);
        return arguments_->ask({schedule, 1, arguments_->options}).verdict.outcome == Outcome::proved;
    });
}

bool KernelWork::done() const {
    const std::lock_guard lock(guard_);
    return answers_.read && answers_.open == 0;
}

KernelAnswers KernelWork::take() {
    const std::lock_guard lock(guard_);
    if (answers_.open > 0) {
        // Of those that are open nothing is known.
        std::vector<MutantAnswer> known;
        for (std::size_t i = 0; i < known_.size(); ++i)
            if (known_[i] != 0) known.push_back(answers_.mutants[i]);
        answers_.mutants = std::move(known);
    }
    return std::move(answers_);
}

std::size_t KernelWork::save(const KernelAnswers& answers, const std::string& folder) const {
    namespace fs = std::filesystem;
    std::error_code failed;
    fs::create_directories(folder, failed);
    std::size_t saved = 0;
    for (std::size_t i = 0; i < answers.mutants.size() && !failed; ++i) {
        const MutantAnswer& answer = answers.mutants[i];
        const auto expectable = [](const MutantVerdict& verdict) {
            return verdict.word != "invalid" && verdict.word != "undecided";
        };
        if (!answer.broken.empty() || !std::all_of(answer.verdicts.begin(), answer.verdicts.end(), expectable))
            continue;
        Kernel kernel = made(*kernel_, edits_[i]);
        std::string about = fmt::format("{}:{}: {}: {}", answers.file, answer.where.line, answer.slip, answer.what);
        // Names and symbols may hold anything.
        std::replace_if(
            about.begin(), about.end(), [](unsigned char c) { return c < ' '; }, ' ');
        kernel.about = about;
        for (const MutantVerdict& verdict : answer.verdicts)
            kernel.expectations.push_back({verdict.word, "==", verdict.chips, verdict.launches, {}, {}});
        write_file((fs::path(folder) / fmt::format("{:03}.ring", i + 1)).string(), print(kernel));
        ++saved;
    }
    if (failed) throw Fault(Code::unwritable, fmt::format("'{}'", folder));
    return saved;
}

}  // namespace ringproof::command
