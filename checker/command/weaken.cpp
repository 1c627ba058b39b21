#include "checker/weaken.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "checker/command/answers.h"
#include "checker/command/command.h"

namespace ringproof::command {
namespace {

using checker::Outcome;
using model::OptionValue;

bool same(const OptionValue& one, const OptionValue& other) {
    return one.option == other.option && one.value == other.value;
}

/// `RP101 read before landing at n = 3`
std::string failure(const Answer& answer) {
    return fmt::format("{} {} at n = {}{}", model::number(answer.codes.front()),
                       model::diagnostic(answer.codes.front()).title, answer.chips, answer.manner());
}

bool refuted(const Answer& answer) { return answer.broken.empty() && answer.outcome() == Outcome::counterexample; }

/// `proved for n = 2..4; race (RP101) for n = 5, 6`: the verdicts of one row of the table.
std::string row_text(const std::vector<const Answer*>& row) {
    std::vector<std::pair<std::string, std::vector<std::int64_t>>> groups;
    for (const Answer* const answer : row) {
        std::string what = answer->found();
        if (refuted(*answer)) what = fmt::format("fails: {} ({})", what, model::number(answer->codes.front()));
        if (answer->broken.empty() && answer->outcome() == Outcome::undecided)
            what += fmt::format(" ({})", model::number(answer->verdict().reason));
        const auto group =
            std::find_if(groups.begin(), groups.end(), [&](const auto& known) { return known.first == what; });
        auto& sizes =
            group == groups.end() ? groups.emplace_back(what, std::vector<std::int64_t>{}).second : group->second;
        // The same size with other launches is told once.
        if (std::find(sizes.begin(), sizes.end(), answer->chips) == sizes.end()) sizes.push_back(answer->chips);
    }
    std::vector<std::string> parts;
    for (const auto& [what, sizes] : groups)
        parts.push_back(groups.size() == 1 ? what : fmt::format("{} for n = {}", what, sizes_text(sizes)));
    return fmt::format("{}", fmt::join(parts, "; "));
}

/// The table and the sentences of one profile asked.
class Table {
public:
    /// `complete`: no question was left open.
    Table(const std::vector<const Answer*>& answers, bool complete) : complete_(complete) {
        for (const Answer* const answer : answers) {
            if (answer->change.option.empty()) {
                own_.push_back(answer);
                continue;
            }
            const auto row = std::find_if(rows_.begin(), rows_.end(), [&](const auto& known) {
                return same(known.front()->change, answer->change);
            });
            if (row == rows_.end())
                rows_.push_back({answer});
            else
                row->push_back(answer);
        }
    }

    std::string text(const std::string& file) const {
        if (own_.empty()) return {};
        std::vector<std::int64_t> sizes;
        for (const Answer* const answer : own_)
            if (std::find(sizes.begin(), sizes.end(), answer->chips) == sizes.end()) sizes.push_back(answer->chips);
        std::string out = fmt::format("{}, profile {}, n = {}{}: {}\n", file, own_.front()->profile, sizes_text(sizes),
                                      launches_text(), row_text(own_));
        for (const auto& row : rows_)
            out += fmt::format("  {:<14} {:<8} {}\n", row.front()->change.option, row.front()->change.value,
                               row_text(row));
        return out + sentences();
    }

private:
    std::string launches_text() const {
        std::vector<std::int64_t> launches;
        for (const Answer* const answer : own_)
            if (std::find(launches.begin(), launches.end(), answer->launches) == launches.end())
                launches.push_back(answer->launches);
        return launches.size() == 1 ? own_.front()->manner() : fmt::format(", {} launches", sizes_text(launches));
    }

    /// The answer under the own profile to the same question.
    const Answer* own_of(const Answer& answer) const {
        for (const Answer* const own : own_)
            if (own->chips == answer.chips && own->launches == answer.launches) return own;
        return nullptr;
    }

    /// The first answer of a row that is the other way round under the own profile: proved there and refuted here, or
    /// refuted there and proved here.
    const Answer* turned(const std::vector<const Answer*>& row, bool from_proved) const {
        for (const Answer* const answer : row) {
            const Answer* const own = own_of(*answer);
            if (own == nullptr) continue;
            const Answer& proved = from_proved ? *own : *answer;
            const Answer& failed = from_proved ? *answer : *own;
            if (proved.found() == "proved" && refuted(failed)) return answer;
        }
        return nullptr;
    }

    std::string sentences() const {
        std::string out;
        for (const OptionValue& own : own_.front()->own_options) {
            std::vector<std::string> failures, cures;
            for (const auto& row : rows_) {
                const OptionValue& to = row.front()->change;
                if (to.option != own.option) continue;
                if (const Answer* const worse = turned(row, true))
                    failures.push_back(fmt::format("with {} it fails: {}", to.value, failure(*worse)));
                if (const Answer* const better = turned(row, false))
                    cures.push_back(fmt::format("with {} ({}) it is proved at n = {}{}", to.value,
                                                checker::promise(to.option, to.value), better->chips,
                                                better->manner()));
            }
            if (!failures.empty())
                out += fmt::format("  Leans on {} ({} {}): {}.\n", checker::promise(own.option, own.value), own.option,
                                   own.value, fmt::join(failures, "; "));
            if (!cures.empty())
                out += fmt::format("  {} {} is not enough: {}.\n", own.option, own.value, fmt::join(cures, "; "));
        }
        if (out.empty() && complete_ && all_decided()) out = "  No option of the profile makes a difference.\n";
        return out;
    }

    bool all_decided() const {
        const auto decided = [](const Answer* answer) {
            return answer->found() != "undecided" && answer->found() != "invalid" && answer->broken.empty();
        };
        return std::all_of(own_.begin(), own_.end(), decided) &&
               std::all_of(rows_.begin(), rows_.end(),
                           [&](const auto& row) { return std::all_of(row.begin(), row.end(), decided); });
    }

    bool complete_;
    std::vector<const Answer*> own_;
    std::vector<std::vector<const Answer*>> rows_;
};

}  // namespace

std::string weaken_text(const FileAnswers& file) {
    std::string out;
    std::size_t asked = 0;
    for (const Answer& answer : file.answers) asked = std::max(asked, answer.asked_profile + 1);
    for (std::size_t i = 0; i < asked; ++i) {
        std::vector<const Answer*> answers;
        for (const Answer& answer : file.answers)
            if (answer.asked_profile == i) answers.push_back(&answer);
        out += Table(answers, file.open == 0).text(file.file);
    }
    for (const Answer& answer : file.answers)
        if (!answer.broken.empty()) out += fmt::format("  BROKEN: {}\n", answer.broken);
    if (file.open > 0) out += fmt::format("  {} questions are open: the table is not complete.\n", file.open);
    if (file.fault) out += fmt::format("{}: invalid\n", file.file);
    return out;
}

}  // namespace ringproof::command
