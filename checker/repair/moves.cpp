#include <fmt/format.h>

#include "checker/repair/candidates.h"

namespace ringproof::checker::repair {
namespace {

constexpr int cost_of_one = 3, cost_of_two = 5;

/// The statements from `first` to `last` of one block go to another place.
void move_run(const KernelText& text, Found& found, const std::vector<const Site*>& run) {
    std::string statements;
    for (const Site* const site : run) {
        if (!statements.empty()) statements += "; ";
        statements += text.text(*site);
    }
    if (statements.find('\n') != std::string::npos) return;
    const Site& first = *run.front();
    const Site& last = *run.back();
    for (const Position& position : positions(text)) {
        if (found.full()) return;
        const Site& site = *position.site;
        const bool inside = site.range.begin >= first.range.begin && site.range.begin < last.range.end;
        const bool next = site.block == last.block && !position.behind && site.index == last.index + 1;
        if (site.agent != first.agent || inside || next) continue;
        std::vector<Edit> edits{position.insert(text, statements)};
        // A block that loses all at once goes as a whole.
        if (run.size() == first.last + 1 && first.parent != Site::no_site && run.size() > 1) continue;
        for (const Site* const moved : run) edits.push_back(text.without(*moved));
        found.add(run.size() == 1 ? cost_of_one : cost_of_two, std::move(edits),
                  fmt::format("Move '{}' from line {} to a place {}.", statements, text.line(first.range.begin),
                              position.words(text)));
    }
}

}  // namespace

void move_statements(const KernelText& text, Found& found) {
    const auto next_of = [&](const Site& site) -> const Site* {
        for (const Site& other : text.sites())
            if (other.block == site.block && other.index == site.index + 1) return &other;
        return nullptr;
    };
    for (const Site& site : text.sites())
        if (is_sync(*site.statement)) move_run(text, found, {&site});
    for (const Site& site : text.sites()) {
        const Site* const next = next_of(site);
        if (next != nullptr && is_sync(*site.statement) && is_sync(*next->statement))
            move_run(text, found, {&site, next});
    }
}

}  // namespace ringproof::checker::repair
