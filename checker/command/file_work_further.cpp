#include <algorithm>
#include <new>

#include <fmt/format.h>

#include "checker/command/file_work.h"
#include "checker/command/repair.h"
#include "checker/command/slack.h"
#include "checker/limits.h"
#include "model/diagnostic.h"

/// What is looked for once all questions about a file have their answers.
namespace ringproof::command {
namespace {

using checker::Outcome;
using model::Code;
using model::Fault;

/// Seconds for the search for the smallest size that fails, which nobody asked for: small sizes take milliseconds.
constexpr double longest_look = 10;

bool is_refuted(const Answer& answer) {
    return answer.broken.empty() && !answer.fault && answer.outcome() == Outcome::counterexample;
}

}  // namespace

void FileWork::look_for_smallest() {
    const VerifyArguments& arguments = shared_->arguments;
    // Of what no second solver was asked nothing should stand among what it confirmed.
    if (arguments.as_expected || arguments.weaken || arguments.every_n || shared_->second.wanted()) return;
    for (std::size_t variant = 0; variant < variants_.size(); ++variant) look_for_smallest(variant);
}

void FileWork::look_for_smallest(std::size_t variant) {
    std::vector<Judged> known;
    // None of the questions is open, so nobody else writes here.
    for (std::size_t i = 0; i < results_.size(); ++i) {
        const auto* const answer = std::get_if<Answer>(&results_[i]);
        if (questions_[i].variant != variant || (answer != nullptr && !answer->broken.empty())) continue;
        if (const auto judged = judged_of(results_[i], questions_[i])) known.push_back(*judged);
    }
    std::optional<Smallest> smallest;
    std::string broken;
    try {
        smallest = smallest_of(variant, known);
    } catch (const checker::Disagreement& disagreement) {
        broken = disagreement.what();
    }
    if (!smallest && broken.empty()) return;
    // Nothing new where it is the least that was asked for.
    std::optional<Size> least;
    for (const Judged& judged : known)
        if (judged.standing != Standing::not_taken && (!least || judged.size < *least)) least = judged.size;
    const std::lock_guard lock(guard_);
    for (std::size_t i = 0; i < results_.size(); ++i) {
        auto* const answer = std::get_if<Answer>(&results_[i]);
        if (questions_[i].variant != variant || answer == nullptr || !is_refuted(*answer)) continue;
        answer->broken = broken;
        answer->smallest = smallest;
        answer->tell_smallest = smallest && smallest->size != *least;
    }
}

std::optional<Judged> FileWork::judged_of(const Result& result, const Ask& question) {
    if (std::holds_alternative<std::monostate>(result)) return std::nullopt;
    Judged judged{{question.chips, std::max(question.launches, 1)}, Standing::not_taken, {}};
    const auto* const answer = std::get_if<Answer>(&result);
    if (answer == nullptr) return judged;
    if (!answer->broken.empty())
        throw checker::Disagreement(fmt::format("at n = {}{}: {}", answer->chips, answer->manner(), answer->broken));
    judged.size.launches = answer->launches;
    if (answer->fault) return judged;
    judged.standing = answer->outcome() == Outcome::proved           ? Standing::proved
                      : answer->outcome() == Outcome::counterexample ? Standing::fails
                                                                     : Standing::undecided;
    if (is_refuted(*answer)) judged.property = answer->found();
    return judged;
}

std::optional<Smallest> FileWork::smallest_of(std::size_t variant, const std::vector<Judged>& known) const {
    // A plan has one size, and one number of launches would have to stand for all its ways.
    if (source_->plan() != nullptr) return std::nullopt;
    const bool is_kernel = source_->kernel() != nullptr;
    const double timeout = shared_->arguments.options.timeout;
    const checker::Deadline deadline(timeout == 0 ? longest_look : std::min(timeout, longest_look));
    try {
        return find_smallest(known, [&](Size size) {
            // A schedule has its number of chips.
            if (!is_kernel && size.chips != questions_.front().chips) return Judged{size, Standing::not_taken, {}};
            if (deadline.over()) return Judged{size, Standing::undecided, {}};
            const std::shared_lock lock(shared_->memory);
            const Ask question{variant, size.chips, size.launches, 0};
            return judged_of(ask(question, deadline.left(), false), question)
                .value_or(Judged{size, Standing::undecided, {}});
        });
    } catch (const std::bad_alloc&) {
        return std::nullopt;
    }
}

std::vector<model::Schedule> FileWork::schedules() const {
    std::vector<model::Schedule> list;
    for (const Ask& question : questions_) try {
            list.push_back(schedule_of(question));
        } catch (const Fault& fault) {
            if (fault.code() != Code::requires_not_met) throw;
        }
    std::stable_sort(list.begin(), list.end(),
                     [](const model::Schedule& one, const model::Schedule& other) { return one.chips < other.chips; });
    return list;
}

bool FileWork::all_proved() const {
    bool any = false;
    for (const Result& result : results_) {
        if (std::holds_alternative<Skipped>(result)) continue;
        const auto* const answer = std::get_if<Answer>(&result);
        if (answer == nullptr || !answer->broken.empty() || answer->outcome() != Outcome::proved) return false;
        any = true;
    }
    return any;
}

std::vector<checker::repair::Size> FileWork::larger_than(const std::vector<checker::repair::Size>& sizes) const {
    constexpr std::int64_t more = 2, tried = 4, most_chips = 16;
    const auto& kernel = std::get<model::Kernel>(source_->content);
    std::int64_t largest = 0;
    std::int32_t launches = 1;
    for (const checker::repair::Size& size : sizes) {
        largest = std::max(largest, size.chips);
        launches = std::max(launches, size.launches);
    }
    std::vector<checker::repair::Size> larger;
    for (std::int64_t n = largest + 1; n <= std::min(largest + tried, most_chips) && std::ssize(larger) < more; ++n)
        try {
            instantiate(kernel, n, shared_->arguments.settings);
            larger.push_back({n, launches});
        } catch (const Fault&) {
            // The kernel does not take so many chips.
            continue;
        }
    return larger;
}

std::string FileWork::look_for_repair() const {
    const auto* const kernel = source_->kernel();
    if (kernel == nullptr) {
        if (shared_->arguments.json) return {};
        return fmt::format("{}: is a schedule, and a repair is looked for in the text of kernels\n", file_);
    }
    std::vector<checker::repair::Size> sizes, failing, smaller;
    for (const Result& result : results_) {
        const auto* const answer = std::get_if<Answer>(&result);
        if (answer == nullptr) continue;
        if (!answer->broken.empty() || answer->fault) return {};
        sizes.push_back({answer->chips, answer->launches});
        if (!is_refuted(*answer)) continue;
        // Those that fail tell most, the smallest of them first.
        if (answer->smallest && failing.empty()) {
            failing.push_back({answer->smallest->size.chips, answer->smallest->size.launches});
            // What is right stays right.
            for (const Judged& judged : answer->smallest->smaller)
                if (judged.standing == Standing::proved) smaller.push_back({judged.size.chips, judged.size.launches});
        }
        failing.push_back(sizes.back());
    }
    if (failing.empty()) return {};
    std::vector<checker::repair::Size> larger = larger_than(sizes);
    std::vector<checker::repair::Size> all;
    for (const auto* const list : {&failing, &smaller, &sizes, &larger})
        for (const checker::repair::Size& size : *list)
            if (std::find(all.begin(), all.end(), size) == all.end()) all.push_back(size);
    return repair_of(file_, *kernel, variants_.front().profile, all, shared_->arguments);
}

void FileWork::look_further() {
    const VerifyArguments& arguments = shared_->arguments;
    std::string more, broken;
    std::optional<Fault> fault;
    try {
        const std::shared_lock lock(shared_->memory);
        if (arguments.slack && source_->plan() != nullptr)
            more = arguments.json ? ""
                                  : fmt::format(
                                        "{}: is a plan; most of what it waits for is its runtime's, so no slack "
                                        "is looked for\n",
                                        file_);
        else if (arguments.slack && all_proved())
            more = slack_of(file_, source_->lines(), schedules(), arguments);
        else if (arguments.slack && !arguments.json)
            more = fmt::format("{}: not proved, so there is no slack to tell of\n", file_);
        if (arguments.repair) more += look_for_repair();
    } catch (const Fault& found) {
        fault = found.at(here());
    } catch (const std::bad_alloc&) {
        fault = Fault(Code::too_large, "out of memory", here());
    } catch (const checker::Disagreement& disagreement) {
        broken = fmt::format("DISAGREEMENT: {}", disagreement.what());
    } catch (const std::exception& error) {
        broken = fmt::format("internal error: {}", error.what());
    }
    const std::lock_guard lock(guard_);
    more_ = std::move(more);
    if (fault) fault_ = fault;
    for (Result& result : results_)
        if (auto* const answer = std::get_if<Answer>(&result); answer != nullptr && !broken.empty())
            answer->broken = broken;
}

}  // namespace ringproof::command
