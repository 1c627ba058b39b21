#include "checker/command/survey.h"

#include <algorithm>

#include <fmt/format.h>

namespace ringproof::command {
namespace {

/// What a file can be, the best first; between `undecided` and `invalid` the properties.
std::vector<std::string_view> all_words() {
    std::vector<std::string_view> list{"proved", "undecided"};
    for (const std::string_view property : model::words<model::Property>) list.push_back(property);
    list.insert(list.end(), {"invalid", "broken", "open"});
    return list;
}

/// The more the worse. Properties of one file are told apart by the order in which verdicts name them.
int badness(const Answer& answer) {
    constexpr int undecided = 1, refuted = 1000, invalid = 2000, broken = 3000;
    if (!answer.broken.empty()) return broken;
    switch (answer.outcome()) {
        case checker::Outcome::proved:
            return 0;
        case checker::Outcome::undecided:
            return undecided;
        case checker::Outcome::counterexample:
            return refuted - model::precedence(answer.codes.front());
        default:
            return invalid;
    }
}

}  // namespace

std::string Survey::line(const FileAnswers& file) {
    std::string word = "open", about;
    if (file.fault) {
        word = "invalid";
        about = file.fault->what();
    } else if (file.open == 0 && !file.answers.empty()) {
        const Answer& worst = *std::ranges::max_element(file.answers, {}, badness);
        word = worst.found();
        const std::size_t alike = std::ranges::count(file.answers, word, &Answer::found);
        about = fmt::format("{}: {}: {}", file.file, worst.size(), worst.message());
        if (file.answers.size() > 1) about += fmt::format(" ({} of {} questions)", alike, file.answers.size());
        for (const model::PlanFact& fact : worst.facts)
            if (fact.limits && word == "proved") about += "; " + fact.text;
    } else {
        about = file.file;
    }
    ++files_[word];
    return fmt::format("{:<14} {}\n", word, about);
}

std::string Survey::table() const {
    std::string out;
    int all = 0;
    for (const std::string_view word : all_words())
        if (const auto found = files_.find(word); found != files_.end()) {
            out += fmt::format("{:<14} {:>5}\n", word, found->second);
            all += found->second;
        }
    return out + fmt::format("{:<14} {:>5}\n", "files", all);
}

}  // namespace ringproof::command
