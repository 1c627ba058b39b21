#include "checker/command/file_work.h"

#include <algorithm>
#include <filesystem>
#include <new>
#include <set>

#include <fmt/format.h>

#include "checker/command/trace_files.h"
#include "checker/report.h"
#include "checker/weaken.h"
#include "model/diagnostic.h"

namespace ringproof::command {
namespace {

using checker::Outcome;
using model::Code;
using model::Fault;

bool ran_out_of_memory(const Answer& answer) {
    return answer.broken.empty() && !answer.fault && answer.outcome() == Outcome::undecided &&
           answer.verdict().reason == Code::out_of_memory;
}

void set_out_of_memory(Answer& answer) {
    answer.decision = {};
    answer.decision.verdict.reason = Code::out_of_memory;
    answer.decision.verdict.message = "memory was used up";
}

}  // namespace

FileWork::FileWork(std::string path, Shared& shared)
    : shared_(&shared), trace_stem_(trace_stem(path)), file_(std::move(path)) {
    if (const int before = shared.trace_stems[trace_stem_]++; before > 0) trace_stem_ += fmt::format("-{}", before + 1);
}

void FileWork::read() {
    std::optional<model::Source> source;
    std::optional<Fault> fault;
    try {
        source = model::read_source(file_);
        find_questions(*source);
    } catch (const Fault& found) {
        fault = found.at(here());
    } catch (const std::bad_alloc&) {
        fault = Fault(Code::too_large, "out of memory", here());
    }
    if (fault) questions_.clear();
    const std::lock_guard lock(guard_);
    read_ = true;
    fault_ = fault;
    source_ = std::move(source);
    if (source_) file_ = source_->file;
    results_.resize(questions_.size());
    open_ = questions_.size();
}

void FileWork::find_questions(const model::Source& source) {
    const VerifyArguments& arguments = shared_->arguments;
    const auto* const kernel = source.kernel();
    std::optional<model::Schedule> lowered;
    if (const auto* const plan = source.plan(); plan != nullptr) {
        lowered = plan->schedule(0, arguments.plan, {});
        notes_ = plan->notes(arguments.plan);
    }
    const auto* const schedule = lowered ? &*lowered : std::get_if<model::Schedule>(&source.content);
    for (std::size_t i = 0; i < arguments.profiles.size(); ++i) {
        const model::Profile asked = arguments.profiles[i].of(kernel != nullptr ? kernel->profile : schedule->profile);
        variants_.push_back({asked, i, {}, model::options_of(asked)});
        if (!arguments.weaken) continue;
        for (const checker::Change& change : checker::changes_of(asked))
            variants_.push_back({change.profile, i, change.to, model::options_of(asked)});
    }
    const std::vector<std::int64_t> sizes =
        kernel != nullptr ? arguments.sizes : std::vector<std::int64_t>{schedule->chips};
    std::vector<std::int32_t> launches = arguments.launches;
    if (launches.empty() && kernel != nullptr) launches = arguments.launches_of_kernels;
    if (launches.empty()) launches = {0};
    const std::size_t ways = source.ways(arguments.plan).size();
    if (arguments.every_n && kernel == nullptr)
        throw Fault(Code::usage, "is a schedule, of a fixed number of chips; --every-n speaks of kernels");
    if (arguments.every_n) {
        for (std::size_t variant = 0; variant < variants_.size(); ++variant)
            questions_.push_back({variant, sizes.front(), 0, 0, true});
        return;
    }
    for (std::size_t variant = 0; variant < variants_.size(); ++variant)
        for (std::size_t way = 0; way < ways; ++way)
            for (const std::int32_t count : launches)
                for (const std::int64_t n : sizes) questions_.push_back({variant, n, count, way, false});
}

std::string FileWork::label(std::size_t question) const {
    const Ask& ask = questions_[question];
    if (ask.every) return fmt::format("{} for every n", file_);
    const std::string way = source_->ways(shared_->arguments.plan)[ask.way];
    return fmt::format("{} n = {}{}{}", file_, ask.chips,
                       ask.launches > 1 ? fmt::format(", {} launches", ask.launches) : "",
                       way.empty() ? "" : ", " + way);
}

void FileWork::answer(std::size_t question) {
    const auto asked_under = [&](auto lock) {
        Result result = questions_[question].every ? ask_every(questions_[question], shared_->arguments.options.timeout)
                                                   : ask(questions_[question], shared_->arguments.options.timeout,
                                                         !shared_->arguments.trace.empty());
        lock.unlock();
        return result;
    };
    Result result = asked_under(std::shared_lock(shared_->memory));
    const auto* const first = std::get_if<Answer>(&result);
    if (first != nullptr && shared_->arguments.jobs > 1 && ran_out_of_memory(*first))
        // Others may have had what it needed.
        result = asked_under(std::unique_lock(shared_->memory));
    {
        const std::lock_guard lock(guard_);
        results_[question] = std::move(result);
        if (--open_ > 0) return;
        looking_ = true;
    }
    look_for_smallest();
    look_further();
    const std::lock_guard lock(guard_);
    looking_ = false;
}

model::Schedule FileWork::schedule_of(const Ask& question) const {
    const auto* const kernel = source_->kernel();
    model::Schedule schedule = kernel != nullptr ? instantiate(*kernel, question.chips, shared_->arguments.settings)
                                                 : source_->schedule(question.way, shared_->arguments.plan);
    apply(schedule, variants_[question.variant].profile, question.launches);
    return schedule;
}

FileWork::Result FileWork::ask(const Ask& question, double seconds, bool keep) const {
    const Variant& variant = variants_[question.variant];
    Answer answer;
    answer.chips = question.chips;
    answer.way = source_->ways(shared_->arguments.plan)[question.way];
    if (source_->plan() != nullptr) answer.assumed = shared_->arguments.plan.text();
    answer.launches = std::max(question.launches, 1);
    answer.asked_profile = variant.asked;
    answer.change = variant.change;
    try {
        answer.profile = model::profile_text(variant.profile);
        answer.own_options = variant.own_options;
        const model::Schedule schedule = schedule_of(question);
        answer.schedule = schedule.name;
        answer.launches = schedule.launches;
        checker::Options options = shared_->arguments.options;
        options.timeout = seconds;
        checker::smt::Transcripts transcripts;
        if (shared_->second.wanted()) options.transcripts = &transcripts;
        answer.decision = shared_->arguments.ask({schedule, answer.launches, options});
        const bool several = variants_.size() > 1;
        answer.confirmation =
            shared_->second.on({file_, schedule.name, several ? answer.profile : "", schedule.chips, answer.launches},
                               transcripts, options.timeout);
        if (answer.confirmation && answer.outcome() == Outcome::proved && answer.confirmation->unsat == 0) {
            // A proof that leaves nothing to confirm must not look like one that is confirmed.
            answer.confirmation->unasked = 1;
            answer.confirmation->complaint = fmt::format("{} proves without a solver", answer.verdict().engine);
        }
        if (keep) write_traces(answer, schedule);
        fill(answer, schedule);
        if (const auto* const plan = source_->plan(); plan != nullptr) {
            answer.notes = notes_;
            answer.facts = plan->facts(question.way, shared_->arguments.plan, {});
        }
    } catch (const Fault& fault) {
        // A kernel may leave out some of the sizes asked.
        if (fault.code() == Code::requires_not_met) return Skipped{fault};
        answer.fault = fault.at(here());
    } catch (const std::bad_alloc&) {
        set_out_of_memory(answer);
    } catch (const checker::Disagreement& disagreement) {
        answer.broken = fmt::format("DISAGREEMENT: {}", disagreement.what());
    } catch (const std::exception& error) {
        answer.broken = fmt::format("internal error: {}", error.what());
    }
    return answer;
}

void FileWork::write_traces(Answer& answer, const model::Schedule& schedule) const {
    const bool own = shared_->arguments.profiles[answer.asked_profile].asked().empty() && answer.change.option.empty();
    for (const auto& counterexample : answer.decision.verdict.counterexamples) {
        const std::string name = trace_name(trace_stem_, schedule, answer.way, own ? std::string() : answer.profile,
                                            counterexample.finding.code);
        const std::string stem = (std::filesystem::path(shared_->arguments.trace) / name).string();
        const auto lines = source_->lines();
        write_trace_files(stem, schedule, counterexample, {lines.begin(), lines.end()});
        answer.traces.push_back(stem);
    }
}

void FileWork::fill(Answer& answer, const model::Schedule& schedule) const {
    auto& counterexamples = answer.decision.verdict.counterexamples;
    if (answer.outcome() == Outcome::counterexample) {
        answer.headline = checker::headline(schedule, counterexamples.front().finding);
        answer.story = checker::story(schedule, counterexamples.front(), source_->lines());
        for (const auto& counterexample : counterexamples) answer.codes.push_back(counterexample.finding.code);
        counterexamples.clear();
        counterexamples.shrink_to_fit();
    }
    if (const auto* const kernel = source_->kernel())
        for (const model::Expectation& expectation : kernel->expectations)
            if (expectation.covers(answer.chips, answer.launches,
                                   shared_->arguments.profiles[answer.asked_profile].asked()))
                answer.expected = expectation.verdict;
}

bool FileWork::done() const {
    const std::lock_guard lock(guard_);
    return read_ && open_ == 0 && !looking_;
}

FileAnswers FileWork::take() {
    const std::lock_guard lock(guard_);
    FileAnswers all;
    all.file = file_;
    all.read = read_;
    all.fault = fault_;
    all.open = open_;
    all.more = std::move(more_);
    all.schedule = source_ && source_->kernel() == nullptr;
    std::optional<Fault> first_fault, first_refusal;
    std::set<std::int64_t> skipped;
    bool any_answer = false;
    for (std::size_t i = 0; i < results_.size(); ++i) {
        if (auto* const answer = std::get_if<Answer>(&results_[i])) {
            any_answer = any_answer || !answer->fault;
            if (answer->fault && !first_fault) first_fault = answer->fault;
            // While something is looked for further, which reads them, they stay.
            if (looking_)
                all.answers.push_back(*answer);
            else
                all.answers.push_back(std::move(*answer));
        }
        if (const auto* const refusal = std::get_if<Skipped>(&results_[i])) {
            skipped.insert(questions_[i].chips);
            if (!first_refusal) first_refusal = refusal->why.at(here());
        }
    }
    all.skipped.assign(skipped.begin(), skipped.end());
    // One fault at all sizes is one of the file.
    if (!any_answer && open_ == 0 && !all.fault) {
        all.fault = first_fault ? first_fault : first_refusal;
        all.answers.clear();
    }
    return all;
}

model::Location FileWork::here() const {
    model::Location location;
    location.file = file_;
    return location;
}

}  // namespace ringproof::command
