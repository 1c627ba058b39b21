#include "checker/command/mutant_answers.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "checker/command/command.h"

namespace ringproof::command {
namespace {

/// `, 2 launches`, ` and 1, 2 launches`; nothing for one.
std::string with_launches(const std::vector<std::int32_t>& launches) {
    if (launches == std::vector{1}) return {};
    return fmt::format("{} {} launches", launches.size() == 1 ? "," : " and", fmt::join(launches, ", "));
}

std::string at(const MutantVerdict& verdict, const KernelAnswers& kernel) {
    std::string text = fmt::format("at n = {}", verdict.chips);
    if (kernel.launches.size() > 1) text += with_launches({verdict.launches});
    return text;
}

std::string verdict_text(const MutantAnswer& mutant, const KernelAnswers& kernel) {
    if (!mutant.broken.empty()) return "NO ANSWER: " + mutant.broken;
    if (const MutantVerdict* const caught = mutant.caught())
        return fmt::format("caught{}: {} ({}) {}", mutant.books_only ? ", only for the books" : "", caught->word,
                           number(caught->code), at(*caught, kernel));
    if (const MutantVerdict* const undecided = mutant.undecided())
        return fmt::format("undecided {} ({}): {}", at(*undecided, kernel), number(undecided->code), mutant.message);
    return fmt::format("harmless: proved for n = {}. {}", sizes_text(kernel.sizes), mutant.harmless_because);
}

/// Of one kernel that nothing can be asked of.
std::string unfit_text(const KernelAnswers& kernel) { return fmt::format("{}: {}\n", kernel.file, kernel.unfit); }

}  // namespace

const MutantVerdict* MutantAnswer::caught() const {
    const auto found = std::find_if(verdicts.begin(), verdicts.end(), [](const MutantVerdict& verdict) {
        return verdict.word != "proved" && verdict.word != "undecided";
    });
    return found == verdicts.end() ? nullptr : &*found;
}

const MutantVerdict* MutantAnswer::undecided() const {
    const auto found = std::find_if(verdicts.begin(), verdicts.end(),
                                    [](const MutantVerdict& verdict) { return verdict.word == "undecided"; });
    return found == verdicts.end() ? nullptr : &*found;
}

std::string_view MutantAnswer::outcome() const {
    if (!broken.empty()) return "broken";
    if (caught() != nullptr) return "caught";
    return undecided() != nullptr ? "undecided" : "harmless";
}

double MutantAnswer::seconds() const {
    double sum = 0;
    for (const MutantVerdict& verdict : verdicts) sum += verdict.seconds;
    return sum;
}

std::string text_of(const KernelAnswers& kernel) {
    if (kernel.fault) return fmt::format("{}: invalid\n", kernel.file);
    if (!kernel.unfit.empty()) return unfit_text(kernel);
    if (!kernel.read) return {};
    std::string text =
        fmt::format("{}: proved for n = {}{}\n", kernel.file, sizes_text(kernel.sizes), with_launches(kernel.launches));
    Score score;
    score.count(kernel);
    for (const MutantAnswer& mutant : kernel.mutants)
        text += fmt::format("  {}:{}  {}: {}: {}\n", mutant.where.line, mutant.where.column, mutant.slip, mutant.what,
                            verdict_text(mutant, kernel));
    return text + "  " + score.text() + "\n";
}

std::string json_lines(const KernelAnswers& kernel) {
    using nlohmann::ordered_json;
    std::string text;
    const auto add = [&](const ordered_json& line) {
        text += line.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
    };
    if (kernel.fault || !kernel.unfit.empty())
        add({{"file", kernel.file},
             {"verdict", kernel.fault ? "invalid" : "not-proved"},
             {"message", kernel.fault ? kernel.fault->message() : kernel.unfit}});
    for (const MutantAnswer& mutant : kernel.mutants) {
        const MutantVerdict* const caught = mutant.caught();
        const MutantVerdict* const shown = caught != nullptr ? caught : mutant.undecided();
        ordered_json line{{"file", kernel.file}, {"line", mutant.where.line}, {"column", mutant.where.column},
                          {"slip", mutant.slip}, {"what", mutant.what},       {"verdict", mutant.outcome()},
                          {"property", nullptr}, {"sizes", kernel.sizes},     {"launches", kernel.launches}};
        if (caught != nullptr) {
            line["property"] = caught->word;
            line["books_only"] = mutant.books_only;
        }
        if (shown != nullptr) {
            line["code"] = number(shown->code);
            line["chips"] = shown->chips;
            line["caught_launches"] = shown->launches;
            if (caught == nullptr) line.erase("caught_launches");
        }
        if (!mutant.verdicts.empty()) line["engines"] = mutant.verdicts.back().engines;
        line["seconds"] = mutant.seconds();
        line["message"] = mutant.outcome() == "harmless" ? std::string(mutant.harmless_because)
                          : mutant.broken.empty()        ? mutant.message
                                                         : mutant.broken;
        add(line);
    }
    return text;
}

void Score::count(const KernelAnswers& kernel) {
    invalid_ += kernel.fault.has_value();
    if (!kernel.unfit.empty()) unfit_.push_back(kernel.unfit_status);
    for (const MutantAnswer& mutant : kernel.mutants) {
        ++mutants_;
        const std::string_view outcome = mutant.outcome();
        if (outcome == "caught") {
            ++caught_[mutant.caught()->word];
            ++caught_in_all_;
            books_only_ += mutant.books_only;
        }
        harmless_ += outcome == "harmless";
        undecided_ += outcome == "undecided";
        broken_ += outcome == "broken";
    }
}

std::string Score::text() const {
    // The most frequent first.
    std::vector<std::pair<std::string, int>> counts(caught_.begin(), caught_.end());
    std::stable_sort(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<std::string> parts;
    for (const auto& [word, count] : counts) parts.push_back(fmt::format("{} {}", count, word));
    std::string text = fmt::format("{} {}: {} caught", mutants_, mutants_ == 1 ? "mutant" : "mutants", caught_in_all_);
    if (!parts.empty()) text += fmt::format(" ({})", fmt::join(parts, ", "));
    text += fmt::format(", {} harmless, {} undecided", harmless_, undecided_);
    if (books_only_ > 0) text += fmt::format("; {} of those caught only for the books", books_only_);
    if (broken_ > 0) text += fmt::format("; {} WITHOUT ANSWER", broken_);
    return text;
}

int Score::status() const {
    const auto unfit_with = [&](int status) { return std::find(unfit_.begin(), unfit_.end(), status) != unfit_.end(); };
    if (broken_ > 0 || unfit_with(internal_error)) return internal_error;
    if (invalid_ > 0) return bad_input;
    if (unfit_with(refuted)) return refuted;
    return undecided_ > 0 || unfit_with(undecided) ? undecided : all_proved;
}

}  // namespace ringproof::command
