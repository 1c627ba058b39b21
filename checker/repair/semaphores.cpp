#include <algorithm>
#include <functional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "checker/repair/candidates.h"
#include "model/language/language.h"

namespace ringproof::checker::repair {
namespace {

constexpr int cost_of_own = 6, cost_of_twice = 7, cost_of_split = 7;
/// Waits on a semaphore that is split: more have too many ways to be shared out.
constexpr std::size_t most_waits = 5;

/// A word that names a semaphore, in an operation.
struct Use {
    Range word;
    const Site* site;
    bool waits;
};

std::vector<Use> uses_of(const KernelText& text, const std::string& name) {
    std::vector<Use> uses;
    for (const Site& site : text.sites()) {
        if (!std::holds_alternative<model::OperationForm>(site.statement->node)) continue;
        for (const Range word : text.tokens(site.range))
            if (text.text(word) == name) uses.push_back({word, &site, operation_of<Wait>(site) != nullptr});
    }
    return uses;
}

bool is_scalar(const model::SemaphoreForm& form) { return !form.size || print(form.size) == "1"; }

/// How the counter of a use is chosen.
struct Choice {
    bool earlier = false;     ///< waits in the loop are for the round before
    bool first = false;       ///< outside of loops: counter 0, else the last
    std::string slot, slots;  ///< not empty: by this index instead of the round, in a semaphore of so many
    int size = 0;             ///< one of `sizes_of`
};

/// How many counters a loop up to `to` needs, and so many that there is one at least where the loop has no round.
std::vector<std::string> sizes_of(const std::string& to) {
    std::vector<std::string> sizes{to};
    // `n` for `n - 1`
    if (const std::size_t minus = to.rfind(" - "); minus != std::string::npos) sizes.push_back(to.substr(0, minus));
    sizes.push_back(fmt::format("max(1, {})", to));
    return sizes;
}

/// A scalar semaphore becomes an array with a counter for each round, or for each slot, and its uses follow.
bool own_counters(const KernelText& text, const std::string& name, const Choice& choice, std::vector<Edit>& edits,
                  std::string& size) {
    const auto declared = declared_at(text, name);
    const std::vector<Use> uses = uses_of(text, name);
    const auto raise =
        std::find_if(uses.begin(), uses.end(), [](const Use& use) { return !use.waits && !use.site->loops.empty(); });
    if (!declared || raise == uses.end()) return false;
    const Loop& loop = raise->site->loops.back();
    const std::vector<std::string> sizes = sizes_of(loop.to);
    size = choice.slot.empty() ? sizes[std::min<std::size_t>(choice.size, sizes.size() - 1)] : choice.slots;
    edits.push_back({{declared->end, declared->end}, fmt::format("[{}]", size)});
    for (const Use& use : uses) {
        std::string index = choice.slot;
        if (index.empty()) {
            if (use.site->loops.empty())
                index = choice.first ? loop.from : minus_one(loop.to);
            else
                index = use.site->loops.back().variable + (choice.earlier && use.waits ? " - 1" : "");
        }
        edits.push_back({{use.word.end, use.word.end}, fmt::format("[{}]", index)});
    }
    return true;
}

void own_counters(const KernelText& text, Found& found) {
    std::vector<std::vector<std::string>> groups;
    std::vector<std::string> received;
    std::vector<Choice> choices;
    for (const int size : {0, 1, 2})
        for (const bool first : {false, true})
            for (const bool earlier : {false, true}) choices.push_back({earlier, first, {}, {}, size});
    for (const model::SemaphoreForm& form : text.kernel().semaphores)
        if (is_scalar(form)) groups.push_back({form.name.text()});
    for (const Site& site : text.sites()) {
        const auto* const put = operation_of<Put>(site);
        if (put == nullptr) continue;
        if (put->recv &&
            std::find(received.begin(), received.end(), put->recv->counter.semaphore.text()) == received.end())
            received.push_back(put->recv->counter.semaphore.text());
        for (const model::BufferForm& buffer : text.kernel().buffers)
            if (put->dst.index && buffer.name == put->dst.buffer && buffer.size)
                choices.push_back({false, false, print(put->dst.index), print(buffer.size), 0});
    }
    if (received.size() > 1) groups.push_back(received);
    for (const std::vector<std::string>& group : groups)
        for (const Choice& choice : choices) {
            std::vector<Edit> edits;
            std::string size;
            if (!std::all_of(group.begin(), group.end(),
                             [&](const std::string& name) { return own_counters(text, name, choice, edits, size); }))
                continue;
            found.add(cost_of_own + static_cast<int>(group.size()), std::move(edits),
                      fmt::format("Give {} a counter of its own for each {}: {} of them.", fmt::join(group, " and "),
                                  choice.slot.empty() ? "round" : "slot", size));
        }
}

/// One of several puts raises a semaphore of its own, and some of the waits are for that, or for both.
void split(const KernelText& text, Found& found) {
    for (const model::SemaphoreForm& form : text.kernel().semaphores) {
        const std::string name = form.name.text();
        const auto declared = declared_at(text, name);
        const std::vector<Use> uses = uses_of(text, name);
        std::vector<Use> raises, waits;
        for (const Use& use : uses) (use.waits ? waits : raises).push_back(use);
        if (!declared || raises.size() < 2 || waits.size() > most_waits) continue;
        const std::string other = fresh_name(text, name + "_2");
        const std::string size = is_scalar(form) ? "" : fmt::format("[{}]", print(form.size));
        const std::string life = form.life ? fmt::format(" {}", model::word(*form.life)) : "";
        for (const Use& raise : raises) {
            const auto share_out = [&](auto& self, std::size_t i, std::vector<Edit> edits) -> void {
                if (i == waits.size()) {
                    found.add(cost_of_split, std::move(edits),
                              fmt::format("Let {} raise a semaphore of its own, {}, and wait for it where its landing "
                                          "is meant.",
                                          quoted(text, *raise.site), other));
                    return;
                }
                self(self, i + 1, edits);
                std::vector<Edit> moved = edits;
                moved.push_back({waits[i].word, other});
                self(self, i + 1, std::move(moved));
                const auto* const wait = operation_of<Wait>(*waits[i].site);
                const auto* const until = std::get_if<model::AtLeast<model::Symbolic>>(&wait->until);
                if (until == nullptr || print(until->at_least) != "2") return;
                const std::string index = wait->counter.index ? fmt::format("[{}]", print(wait->counter.index)) : "";
                edits.push_back({waits[i].site->range, fmt::format("wait {0}{2}; wait {1}{2}", name, other, index)});
                self(self, i + 1, std::move(edits));
            };
            share_out(share_out, 0, {text.declare(fmt::format("sem {}{}{}", other, size, life)), {raise.word, other}});
        }
    }
}

/// Signals and waits in a row, done once more.
void twice(const KernelText& text, Found& found) {
    const auto& sites = text.sites();
    for (const Site& first : sites) {
        if (!is_sync(*first.statement)) continue;
        bool waits = false, signals = false;
        for (const Site& last : sites) {
            if (last.block != first.block || last.index < first.index) continue;
            if (!is_sync(*last.statement)) break;
            const std::string_view statement = text.text(last);
            waits = waits || statement.find("wait") != std::string_view::npos;
            signals = signals || statement.find("signal") != std::string_view::npos;
            if (!waits || !signals) continue;
            const Range range{first.range.begin, last.range.end};
            found.add(cost_of_twice, {text.behind(last, std::string(text.text(range)))},
                      fmt::format("Do the signals and waits of lines {} to {} twice, so that nobody is a whole barrier "
                                  "ahead.",
                                  text.line(range.begin), text.line(range.end - 1)));
        }
    }
}

}  // namespace

void part_semaphores(const KernelText& text, Found& found) {
    own_counters(text, found);
    twice(text, found);
    split(text, found);
}

}  // namespace ringproof::checker::repair
