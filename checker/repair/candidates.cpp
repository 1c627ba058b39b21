#include "checker/repair/candidates.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "model/language/language.h"

namespace ringproof::checker::repair {
namespace {

std::optional<std::int64_t> integer(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace

void Found::add(int cost, std::vector<Edit> edits, std::string sentence) {
    if (!full()) list_.push_back({cost, std::move(edits), std::move(sentence)});
}

std::vector<Candidate> Found::take() {
    std::stable_sort(list_.begin(), list_.end(),
                     [](const Candidate& one, const Candidate& other) { return one.cost < other.cost; });
    return std::move(list_);
}

std::vector<Candidate> candidates(const KernelText& text, std::size_t most) {
    constexpr Family families[] = {change_words,    change_waits,      move_statements,
                                   part_semaphores, tell_of_transfers, add_credits};
    std::vector<Candidate> all;
    for (const Family family : families) {
        // Each has its share, so that a family of many does not push out the others.
        Found found(most / std::size(families));
        family(text, found);
        for (Candidate& candidate : found.take()) all.push_back(std::move(candidate));
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Candidate& one, const Candidate& other) { return one.cost < other.cost; });
    return all;
}

Edit Position::insert(const KernelText& text, const std::string& statements) const {
    return behind ? text.behind(*site, statements) : text.before(*site, statements);
}

std::string Position::words(const KernelText& text) const {
    return behind ? fmt::format("behind line {}", text.line(site->range.end - 1))
                  : fmt::format("before line {}", text.line(site->range.begin));
}

std::vector<Position> positions(const KernelText& text) {
    std::vector<Position> list;
    for (const Site& site : text.sites()) {
        list.push_back({&site, false});
        if (site.index == site.last) list.push_back({&site, true});
    }
    return list;
}

std::string counter_text(const model::Symbolic::Counter& counter) {
    const std::string& name = counter.semaphore.text();
    return counter.index ? fmt::format("{}[{}]", name, print(counter.index)) : name;
}

std::string chip_text(const model::Expr& chip) { return chip ? print(chip) : std::string(); }

bool is_sync(const model::Statement& statement) {
    if (const auto* const form = std::get_if<model::OperationForm>(&statement.node))
        return std::holds_alternative<Wait>(*form) || std::holds_alternative<Signal>(*form);
    const auto* const branch = std::get_if<model::If>(&statement.node);
    return branch != nullptr && !branch->then.empty() &&
           std::all_of(branch->then.begin(), branch->then.end(), is_sync) &&
           std::all_of(branch->otherwise.begin(), branch->otherwise.end(), is_sync);
}

std::string minus_one(const std::string& expression) {
    if (const auto value = integer(expression)) return std::to_string(*value - 1);
    const std::size_t space = expression.rfind(' ');
    if (space != std::string::npos && space >= 2 && expression.find_first_of("?<>=()") == std::string::npos) {
        const auto value = integer(std::string_view(expression).substr(space + 1));
        const char sign = expression[space - 1];
        const std::string rest = expression.substr(0, space - 2);
        if (value && sign == '-') return fmt::format("{} - {}", rest, *value + 1);
        if (value && sign == '+') return *value == 1 ? rest : fmt::format("{} + {}", rest, *value - 1);
    }
    return expression + " - 1";
}

std::string fresh_name(const KernelText& text, const std::string& name) {
    const std::vector<Range> tokens = text.tokens({0, text.text().size()});
    for (int number = 1;; ++number) {
        std::string fresh = number == 1 ? name : fmt::format("{}_{}", name, number);
        if (std::none_of(tokens.begin(), tokens.end(), [&](Range range) { return text.text(range) == fresh; }))
            return fresh;
    }
}

std::optional<Range> declared_at(const KernelText& text, std::string_view name) {
    for (const Range range : text.tokens({0, text.body().begin}))
        if (text.text(range) == name) {
            // A contract names buffers before they are declared, but no semaphores.
            return range;
        }
    return std::nullopt;
}

std::string quoted(const KernelText& text, const Site& site) {
    return fmt::format("'{}' on line {}", text.text(site), text.line(site.range.begin));
}

}  // namespace ringproof::checker::repair
