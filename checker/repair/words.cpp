#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include <fmt/format.h>

#include "checker/repair/candidates.h"
#include "model/language/language.h"

namespace ringproof::checker::repair {
namespace {

enum Cost {
    another_number = 1,
    other_neighbour = 1,
    one_index = 2,
    index_of_other = 3,
    all_indices = 4,
    receive = 4,
    slot_more = 8
};

/// What stands between the brackets behind a name.
struct Index {
    std::string name;
    Range range;
};

std::vector<Index> indices_of(const KernelText& text) {
    std::set<std::string> names;
    for (const model::BufferForm& form : text.kernel().buffers) names.insert(form.name.text());
    for (const model::SemaphoreForm& form : text.kernel().semaphores) names.insert(form.name.text());
    const std::vector<Range> tokens = text.tokens(text.body());
    std::vector<Index> found;
    for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
        if (!names.contains(std::string(text.text(tokens[i]))) || text.text(tokens[i + 1]) != "[") continue;
        int depth = 1;
        std::size_t end = i + 2;
        for (; end < tokens.size() && depth > 0; ++end) {
            if (text.text(tokens[end]) == "[") ++depth;
            if (text.text(tokens[end]) == "]") --depth;
        }
        if (depth > 0 || end < i + 4) continue;
        found.push_back({std::string(text.text(tokens[i])), {tokens[i + 2].begin, tokens[end - 2].end}});
    }
    return found;
}

void change_numbers(const KernelText& text, Found& found) {
    const std::vector<Range> tokens = text.tokens(text.body());
    for (std::size_t i = 0; i < tokens.size() && !found.full(); ++i) {
        const Range range = tokens[i];
        const std::string_view word = text.text(range);
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (error != std::errc() || end != word.data() + word.size() || value > 1'000'000) continue;
        const std::string_view sign = i > 1 ? text.text(tokens[i - 1]) : std::string_view();
        if (value == 1 && (sign == "+" || sign == "-"))
            found.add(another_number, {{{tokens[i - 2].end, range.end}, ""}},
                      fmt::format("Leave out '{} 1' on line {}.", sign, text.line(range.begin)));
        for (const std::int64_t other : {value - 1, value + 1, 2 * value})
            if (other >= 0 && (other > 0 || (sign != "+" && sign != "-")) && other != value &&
                (other != 2 * value || value > 1))
                found.add(another_number, {{range, std::to_string(other)}},
                          fmt::format("Write {} for {} on line {}.", other, value, text.line(range.begin)));
    }
}

void change_neighbours(const KernelText& text, Found& found) {
    for (const Range range : text.tokens(text.body()))
        for (const auto& [from, to] : {std::pair{"left", "right"}, std::pair{"right", "left"}})
            if (text.text(range) == from)
                found.add(other_neighbour, {{range, to}},
                          fmt::format("Write {} for {} on line {}.", to, from, text.line(range.begin)));
}

void change_indices(const KernelText& text, Found& found) {
    const std::vector<Index> all = indices_of(text);
    std::vector<std::string> words;
    std::map<std::string, std::vector<std::string>> words_of;
    const auto add_new = [](std::vector<std::string>& list, const std::string& word) {
        if (std::find(list.begin(), list.end(), word) == list.end()) list.push_back(word);
    };
    for (const Index& index : all) {
        const std::string word(text.text(index.range));
        add_new(words, word);
        add_new(words_of[index.name], word);
    }
    std::set<std::pair<std::string, std::string>> seen;
    for (const Index& index : all) {
        if (found.full()) return;
        const std::string word(text.text(index.range));
        for (const std::string& other : words) {
            if (other == word) continue;
            const auto& own = words_of[index.name];
            const bool is_own = std::find(own.begin(), own.end(), other) != own.end();
            found.add(is_own ? one_index : index_of_other, {{index.range, other}},
                      fmt::format("Write {}[{}] for {}[{}] on line {}.", index.name, other, index.name, word,
                                  text.line(index.range.begin)));
            if (!seen.insert({index.name + "[" + word, other}).second) continue;
            std::vector<Edit> edits;
            for (const Index& same : all)
                if (same.name == index.name && text.text(same.range) == word) edits.push_back({same.range, other});
            if (edits.size() > 1)
                found.add(all_indices, std::move(edits),
                          fmt::format("Write {}[{}] for {}[{}] everywhere.", index.name, other, index.name, word));
        }
    }
}

/// A put raises the counter itself when it has landed, in the place of a signal that follows it.
void receive_for_signal(const KernelText& text, Found& found) {
    for (const Site& signal : text.sites()) {
        const auto* const operation = operation_of<Signal>(signal);
        if (operation == nullptr || !std::holds_alternative<model::Add<model::Symbolic>>(operation->effect)) continue;
        const model::Expr add = std::get<model::Add<model::Symbolic>>(operation->effect).add;
        const std::string amount = print(add) == "1" ? "" : " add " + print(add);
        for (const Site& site : text.sites()) {
            const auto* const put = operation_of<Put>(site);
            if (put == nullptr || put->recv || site.agent != signal.agent ||
                chip_text(put->dst.chip) != chip_text(operation->counter.chip))
                continue;
            const std::string clause = fmt::format(" recv {}{}", counter_text(operation->counter), amount);
            found.add(receive, {{{site.range.end, site.range.end}, clause}, text.without(signal)},
                      fmt::format("Let the put on line {} raise {} itself when it has landed, instead of {}.",
                                  text.line(site.range.begin), counter_text(operation->counter), quoted(text, signal)));
        }
    }
}

void add_slots(const KernelText& text, Found& found) {
    const std::vector<Range> head = text.tokens({0, text.body().begin});
    for (const model::Parameter& parameter : text.kernel().parameters)
        for (std::size_t i = 0; i + 2 < head.size(); ++i)
            if (text.text(head[i]) == parameter.name && text.text(head[i + 1]) == "=" &&
                text.text(head[i + 2]) == std::to_string(parameter.value) && parameter.value < 1'000)
                found.add(
                    slot_more, {{head[i + 2], std::to_string(parameter.value + 1)}},
                    fmt::format("Let {} be {} instead of {}.", parameter.name, parameter.value + 1, parameter.value));
}

}  // namespace

void change_words(const KernelText& text, Found& found) {
    change_numbers(text, found);
    change_neighbours(text, found);
    change_indices(text, found);
    receive_for_signal(text, found);
    add_slots(text, found);
}

}  // namespace ringproof::checker::repair
