#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/places.h"
#include "tests/support/verdicts.h"

/// Takes each wait out of each kernel of specs/kernels, one at a time, and asks what it was good for. What the answers
/// are not the usual one (a race, a deadlock, ...) for, specs/kernels/redundant_waits.md lists: nothing more, nothing
/// less.
namespace ringproof::specs {
namespace {

using model::Block;
using model::Kernel;
using model::Wait;

constexpr std::int64_t chips = 4;
constexpr std::int32_t launches = 2;

/// `wait sent`, as in the text of the kernel from there on.
std::string text_at(const Kernel& kernel, model::Where where) {
    const std::string rest =
        kernel.lines.at(static_cast<std::size_t>(where.line) - 1).substr(static_cast<std::size_t>(where.column) - 1);
    std::string text = rest.substr(0, rest.find_first_of(";}#"));
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

/// Removes the `index`-th wait of a block, counted through what it nests, and tells where it stood. `index` goes down
/// by the waits that were passed.
bool remove_wait(Block& block, int& index, model::Where& where) {
    for (auto statement = block.begin(); statement != block.end(); ++statement) {
        if (const auto* const operation = std::get_if<model::OperationForm>(&statement->node)) {
            if (!std::holds_alternative<Wait<model::Symbolic>>(*operation) || index-- > 0) continue;
            where = statement->where;
            block.erase(statement);
            return true;
        }
        if (auto* const loop = std::get_if<model::For>(&statement->node)) {
            if (remove_wait(loop->body, index, where)) return true;
        } else if (auto* const choice = std::get_if<model::If>(&statement->node)) {
            if (remove_wait(choice->then, index, where) || remove_wait(choice->otherwise, index, where)) return true;
        }
    }
    return false;
}

/// The kernel without its `index`-th wait; false if it has no such wait.
bool without_wait(Kernel& kernel, int index, model::Where& where) {
    return std::any_of(kernel.agents.begin(), kernel.agents.end(),
                       [&](model::AgentForm& agent) { return remove_wait(agent.body, index, where); });
}

/// What the tables of redundant_waits.md say: `file:line wait text` to the title of the table.
std::map<std::string, std::string> listed() {
    std::istringstream in(tests::text_of(tests::specs("kernels/redundant_waits.md")));
    std::map<std::string, std::string> waits;
    std::string title;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("## ")) title = line.substr(3);
        if (!line.starts_with("| `")) continue;
        // | `file:line` | `wait text` | reason |
        std::vector<std::string> cells;
        std::istringstream row(line.substr(1));
        for (std::string cell; std::getline(row, cell, '|');) {
            const std::size_t first = cell.find_first_not_of(" `"), last = cell.find_last_not_of(" `");
            cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
        }
        EXPECT_GE(cells.size(), 3u) << line;
        EXPECT_GT(cells.at(2).size(), 10u) << "no reason: " << line;
        EXPECT_TRUE(waits.emplace(cells.at(0) + " " + cells.at(1), title).second) << "twice: " << line;
    }
    return waits;
}

/// Whether nothing but a counter is wrong: units are left over at exit, or arrive after it.
bool is_of_counters(const model::Finding& finding) {
    return finding.code == model::Code::dirty_counter || (finding.code == model::Code::left_already && finding.counter);
}

/// What is lost with the wait: "Redundant", "Only for the books" as the tables say, or empty: it is needed.
std::string loss_of(const Kernel& kernel) {
    model::Schedule schedule = instantiate(kernel, chips);
    const checker::Verdict verdict = tests::verdict_of(schedule, launches);
    EXPECT_NE(verdict.outcome, checker::Outcome::undecided);
    if (verdict.outcome == checker::Outcome::proved) return "Redundant";
    if (!std::all_of(verdict.counterexamples.begin(), verdict.counterexamples.end(),
                     [](const auto& shown) { return is_of_counters(shown.finding); }))
        return "";
    // Where counters may hold what they like whenever they like, all else must be right.
    schedule.profile.exit = model::Exit::any;
    for (model::Semaphore& semaphore : schedule.semaphores) semaphore.life = model::Life::global;
    return tests::word_of(tests::verdict_of(schedule)) == "proved" ? "Only for the books" : "";
}

class DropWait : public testing::TestWithParam<std::string> {};

TEST_P(DropWait, IsMissed) {
    const auto list = listed();
    const Kernel whole = tests::kernel_at("kernels/" + GetParam());
    std::size_t seen = 0;
    model::Where where{};
    for (int index = 0;; ++index) {
        Kernel kernel = whole;
        if (!without_wait(kernel, index, where)) break;
        const std::string wait = GetParam() + ":" + std::to_string(where.line) + " " + text_at(whole, where);
        const auto known = list.find(wait);
        seen += known != list.end() ? 1 : 0;
        EXPECT_EQ(loss_of(kernel), known == list.end() ? "" : known->second) << wait;
    }
    // A row that names no wait of the kernel is out of date.
    const auto rows = std::count_if(list.begin(), list.end(),
                                    [](const auto& row) { return row.first.starts_with(GetParam() + ":"); });
    EXPECT_EQ(seen, static_cast<std::size_t>(rows));
}

std::vector<std::string> kernels() {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(tests::specs("kernels")))
        if (entry.path().extension() == ".ring") found.push_back(entry.path().filename().string());
    std::sort(found.begin(), found.end());
    return found;
}

INSTANTIATE_TEST_SUITE_P(Kernels, DropWait, testing::ValuesIn(kernels()),
                         [](const auto& info) { return info.param.substr(0, info.param.size() - 5); });

TEST(DropWaitList, NamesKernelsThatExist) {
    const auto all = kernels();
    for (const auto& [wait, title] : listed()) {
        EXPECT_NE(std::find(all.begin(), all.end(), wait.substr(0, wait.find(':'))), all.end()) << wait;
        EXPECT_TRUE(title == "Redundant" || title == "Only for the books") << title;
    }
}

}  // namespace
}  // namespace ringproof::specs
