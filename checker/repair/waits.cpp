#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "checker/repair/candidates.h"
#include "model/language/language.h"

namespace ringproof::checker::repair {
namespace {

/// Costs: what is there changed a little, something added, two things added.
enum Cost { other_counter = 2, without_condition = 2, one_added = 3, one_removed = 3, signal_added = 4, two_added = 5 };

void add_new(std::vector<std::string>& list, const std::string& text) {
    if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
}

/// All counters as they are named somewhere, as the chip that waits on them would name them.
std::vector<std::string> counters_of(const KernelText& text) {
    std::vector<std::string> counters;
    const auto raise = [&](const auto& raise) {
        if (raise) add_new(counters, counter_text(raise->counter));
    };
    for (const Site& site : text.sites()) {
        if (const auto* const wait = operation_of<Wait>(site)) add_new(counters, counter_text(wait->counter));
        if (const auto* const signal = operation_of<Signal>(site)) add_new(counters, counter_text(signal->counter));
        if (const auto* const put = operation_of<Put>(site)) {
            raise(put->send);
            raise(put->recv);
        }
        if (const auto* const get = operation_of<Get>(site)) raise(get->done);
    }
    for (const model::SemaphoreForm& form : text.kernel().semaphores)
        if (std::none_of(counters.begin(), counters.end(), [&](const std::string& counter) {
                return counter.substr(0, counter.find('[')) == form.name.text();
            }))
            counters.push_back(form.name.text());
    return counters;
}

/// All signals as they stand somewhere, each also the other way round.
std::vector<std::string> signals_of(const KernelText& text) {
    std::vector<std::string> signals;
    for (const Site& site : text.sites())
        if (operation_of<Signal>(site) != nullptr) add_new(signals, std::string(text.text(site)));
    const std::vector<std::string> as_they_are = signals;
    for (const std::string& signal : as_they_are)
        for (const auto& [from, to] :
             {std::pair{"signal left.", "signal right."}, std::pair{"signal right.", "signal left."}})
            if (signal.starts_with(from)) add_new(signals, to + signal.substr(std::string_view(from).size()));
    return signals;
}

void add_waits(const KernelText& text, Found& found) {
    const std::vector<std::string> counters = counters_of(text);
    for (const Position& position : positions(text)) {
        if (found.full()) return;
        for (const std::string& counter : counters)
            found.add(one_added, {position.insert(text, "wait " + counter)},
                      fmt::format("Add 'wait {}' {}.", counter, position.words(text)));
        // What is never taken is missed at the end, of each direction.
        if (!position.behind || position.site->parent != Site::no_site) continue;
        for (std::size_t i = 0; i < counters.size(); ++i)
            for (std::size_t k = i + 1; k < counters.size(); ++k)
                found.add(
                    two_added, {position.insert(text, fmt::format("wait {}; wait {}", counters[i], counters[k]))},
                    fmt::format("Add 'wait {}' and 'wait {}' {}.", counters[i], counters[k], position.words(text)));
    }
}

void add_signals(const KernelText& text, Found& found) {
    const std::vector<std::string> signals = signals_of(text);
    for (const Position& position : positions(text))
        for (std::size_t i = 0; i < signals.size() && !found.full(); ++i) {
            found.add(signal_added, {position.insert(text, signals[i])},
                      fmt::format("Add '{}' {}.", signals[i], position.words(text)));
            for (std::size_t k = i + 1; k < signals.size(); ++k)
                found.add(two_added, {position.insert(text, signals[i] + "; " + signals[k])},
                          fmt::format("Add '{}' and '{}' {}.", signals[i], signals[k], position.words(text)));
        }
}

}  // namespace

void change_waits(const KernelText& text, Found& found) {
    const std::vector<std::string> counters = counters_of(text);
    for (const Site& site : text.sites()) {
        const auto* const branch = std::get_if<model::If>(&site.statement->node);
        if (branch != nullptr && is_sync(*site.statement) && branch->then.size() == 1 && branch->otherwise.empty()) {
            const std::string inner = print(branch->then.front());
            found.add(without_condition, {{site.range, inner}},
                      fmt::format("Do '{}' on line {} in every round, not only if {}.", inner,
                                  text.line(site.range.begin), print(branch->condition)));
        }
        const auto* const wait = operation_of<Wait>(site);
        if (wait == nullptr && operation_of<Signal>(site) == nullptr) continue;
        found.add(one_removed, {text.without(site)}, fmt::format("Leave out {}.", quoted(text, site)));
        if (wait == nullptr) {
            found.add(other_counter, {{{site.range.end, site.range.end}, " add 2"}},
                      fmt::format("Add 2 with {}.", quoted(text, site)));
            continue;
        }
        found.add(other_counter, {{{site.range.end, site.range.end}, " 2"}},
                  fmt::format("Wait for 2 with {}.", quoted(text, site)));
        for (const std::string& counter : counters)
            if (counter != counter_text(wait->counter))
                found.add(other_counter, {{site.range, "wait " + counter}},
                          fmt::format("Wait for {} instead of {}.", counter, quoted(text, site)));
    }
    add_waits(text, found);
    add_signals(text, found);
}

}  // namespace ringproof::checker::repair
