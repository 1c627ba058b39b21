#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "checker/repair/candidates.h"
#include "model/language/language.h"

namespace ringproof::checker::repair {
namespace {

constexpr int cost_of_new = 8, cost_of_other_places = 9;

/// The credit that is put in, and what goes with it.
struct Credit {
    std::string name;
    std::vector<Edit> also;  ///< a declaration; or waits and signals that it replaces
    int cost;
    std::string words;  ///< `a credit 'room'`
};

/// `if s >= 2 { wait room }` pairs up with `if s + 2 < n { signal left.room }`.
struct Guard {
    std::string wait, signal;  ///< conditions; empty: none
};

std::vector<Guard> guards_of(const KernelText& text, const Site& site) {
    std::vector<Guard> guards{{}};
    if (site.loops.empty()) return guards;
    const Loop& loop = site.loops.back();
    std::vector<std::string> numbers;
    for (const model::Parameter& parameter : text.kernel().parameters) numbers.push_back(parameter.name);
    for (const char* const number : {"1", "2"}) numbers.emplace_back(number);
    const bool sum = loop.to.find_first_of("?<>=") != std::string::npos;
    const std::string to = sum ? "(" + loop.to + ")" : loop.to;
    for (const std::string& number : numbers)
        for (const std::string& end : {to, minus_one(to)})
            guards.push_back({fmt::format("{} >= {}", loop.variable, number),
                              fmt::format("{} + {} < {}", loop.variable, number, end)});
    return guards;
}

std::string guarded(const std::string& condition, const std::string& statement) {
    return condition.empty() ? statement : fmt::format("if {} {{ {} }}", condition, statement);
}

/// The wait at each of `waits`, the signal at each place of the same loop, to either neighbour.
void place(const KernelText& text, Found& found, const Credit& credit, const std::vector<Position>& waits,
           const Site& transfer) {
    const auto same_loop = [&](const Site& site) {
        return site.agent == transfer.agent && site.loops.size() == transfer.loops.size() &&
               (site.loops.empty() || (site.loops.back().variable == transfer.loops.back().variable &&
                                       site.loops.back().to == transfer.loops.back().to));
    };
    for (const Guard& guard : guards_of(text, transfer))
        for (const Position& signal_at : positions(text)) {
            if (found.full()) return;
            if (!same_loop(*signal_at.site)) continue;
            for (const Position& wait_at : waits)
                for (const char* const chip : {"left", "right"}) {
                    std::vector<Edit> edits = credit.also;
                    const std::string wait = guarded(guard.wait, "wait " + credit.name);
                    const std::string signal = guarded(guard.signal, fmt::format("signal {}.{}", chip, credit.name));
                    edits.push_back(signal_at.insert(text, signal));
                    edits.push_back(wait_at.insert(text, wait));
                    found.add(credit.cost, std::move(edits),
                              fmt::format("Give {}: '{}' {}, and '{}' {}.", credit.words, signal, signal_at.words(text),
                                          wait, wait_at.words(text)));
                }
        }
}

void place(const KernelText& text, Found& found, const Credit& credit) {
    // The end of the program, for transfers outside of loops.
    for (const Site& site : text.sites()) {
        if (operation_of<Put>(site) == nullptr && operation_of<Get>(site) == nullptr) continue;
        std::vector<Position> waits{{&site, false}};
        for (const Position& position : positions(text))
            if (site.loops.empty() && position.behind && position.site->parent == Site::no_site &&
                position.site->agent == site.agent)
                waits.push_back(position);
        place(text, found, credit, waits, site);
    }
}

}  // namespace

void add_credits(const KernelText& text, Found& found) {
    const std::string name = fresh_name(text, "room");
    const std::string life = text.kernel().profile.entry == model::Entry::barrier ? "" : " global";
    place(text, found, {name, {text.declare("sem " + name + life)}, cost_of_new, fmt::format("a credit '{}'", name)});
    // A credit that there is, at other places.
    for (const model::SemaphoreForm& form : text.kernel().semaphores) {
        Credit credit{
            form.name.text(), {}, cost_of_other_places, fmt::format("the credit '{}' anew", form.name.text())};
        bool signals_alone = true, any = false;
        for (const Site& site : text.sites()) {
            const auto* const wait = operation_of<Wait>(site);
            const auto* const signal = operation_of<Signal>(site);
            const bool named = (wait != nullptr && wait->counter.semaphore == form.name) ||
                               (signal != nullptr && signal->counter.semaphore == form.name);
            if (named) credit.also.push_back(text.without(site));
            any = any || named;
            const auto raises = [&](const auto& raise) { return raise && raise->counter.semaphore == form.name; };
            if (const auto* const put = operation_of<Put>(site))
                signals_alone = signals_alone && !raises(put->send) && !raises(put->recv);
            if (const auto* const get = operation_of<Get>(site)) signals_alone = signals_alone && !raises(get->done);
        }
        if (any && signals_alone) place(text, found, credit);
    }
}

}  // namespace ringproof::checker::repair
