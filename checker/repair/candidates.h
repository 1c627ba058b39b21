#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checker/repair/text.h"

/// Small changes that might mend a kernel. None is more than a guess: who makes them proves nothing.
namespace ringproof::checker::repair {

struct Candidate {
    int cost = 0;  ///< how much of the kernel it changes; small ones are preferred
    std::vector<Edit> edits;
    std::string sentence;  ///< what it does, for people
};

/// Where the families put what they find.
class Found {
public:
    explicit Found(std::size_t most) : most_(most) {}

    /// Ignored where there are too many.
    void add(int cost, std::vector<Edit> edits, std::string sentence);
    bool full() const { return list_.size() >= most_; }
    /// The cheapest first; among equals in the order in which they were found.
    std::vector<Candidate> take();

private:
    std::size_t most_;
    std::vector<Candidate> list_;
};

using Family = void (*)(const KernelText& text, Found& found);

/// A wait or signal added, taken away, freed of its condition, or on another counter.
void change_waits(const KernelText& text, Found& found);
/// Waits and signals moved, alone or two in a row.
void move_statements(const KernelText& text, Found& found);
/// Another number, the other neighbour, another index, a receive counter for a signal, one slot more.
void change_words(const KernelText& text, Found& found);
/// A counter for each round or slot in the place of one, two semaphores in the place of one, a barrier twice.
void part_semaphores(const KernelText& text, Found& found);
/// A semaphore for a transfer that raises none when its source has been read or its data has landed, and a wait for it.
void tell_of_transfers(const KernelText& text, Found& found);
/// A new credit: a wait before a put and a signal that pairs up with it.
void add_credits(const KernelText& text, Found& found);

/// All of these, the cheapest first, at most so many.
std::vector<Candidate> candidates(const KernelText& text, std::size_t most);

// What the families have in common:

/// A place where statements can be put.
struct Position {
    const Site* site = nullptr;
    bool behind = false;

    Edit insert(const KernelText& text, const std::string& statements) const;
    /// `before line 12`
    std::string words(const KernelText& text) const;
};

/// Before each statement, and behind the last of each block.
std::vector<Position> positions(const KernelText& text);

template <class Op>
const Op* operation_of(const Site& site) {
    const auto* const form = std::get_if<model::OperationForm>(&site.statement->node);
    return form == nullptr ? nullptr : std::get_if<Op>(form);
}

using Put = model::Put<model::Symbolic>;
using Get = model::Get<model::Symbolic>;
using Signal = model::Signal<model::Symbolic>;
using Wait = model::Wait<model::Symbolic>;

/// `arrived[s]`, without the chip.
std::string counter_text(const model::Symbolic::Counter& counter);
/// `right`; empty for the own chip.
std::string chip_text(const model::Expr& chip);
/// Whether it waits or signals, or is an if around such alone.
bool is_sync(const model::Statement& statement);
/// One less, as people write it: `n - 2` for `n - 1`.
std::string minus_one(const std::string& expression);
/// A name that the kernel does not use, this one if possible.
std::string fresh_name(const KernelText& text, const std::string& name);
/// The word in the declarations that declares this name; none: not found.
std::optional<Range> declared_at(const KernelText& text, std::string_view name);
/// A sentence about a line: `'wait sent' on line 12`.
std::string quoted(const KernelText& text, const Site& site);

}  // namespace ringproof::checker::repair
