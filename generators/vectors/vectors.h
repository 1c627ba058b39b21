#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "generators/vectors/elements.h"
#include "generators/vectors/library.h"
#include "generators/vectors/task.h"
#include "model/schedule.h"
#include "model/words.h"

namespace ringproof::generators {

/// What a vector is for. All but `checker` are executed by backends; all are judged by checkers.
enum class VectorClass {
    data,      ///< a collective: every output bit for bit
    launches,  ///< the same several times in a row
    counters,  ///< what counters do
    litmus,    ///< what may be seen, and what may not, when things happen at once
    fault,     ///< something is missing: it must be told, not waited for
    checker,   ///< a mistake that a run need not show
};

/// One vector of the set: a kernel of the library on so many chips, in numbers.
struct Vector {
    /// Permanent: it means the same vector in all versions of the set.
    std::string id;
    VectorClass of;
    const LibraryKernel* from;
    std::int32_t chips;
    std::int32_t launches;
    std::string_view rule;  ///< in the place of the kernel's; empty: the kernel's own
    const Element* element;
    std::size_t lanes;
    bool quick;  ///< belongs to the quick list too

    /// What it tests, in a sentence or two.
    const std::string& about() const { return from->kernel.about; }
    /// What is wrong with it: the class of its fault; empty: nothing.
    std::string fault() const;
    model::Schedule schedule() const;
    /// Not of the class `checker`, which no backend executes.
    Task task() const;
};

/// The whole set, in the order of classes. The data vectors are derived from the compile-time lists of collectives,
/// rules and elements: each kernel of each collective, under each rule that the collective takes and the element has.
std::span<const Vector> vectors();

}  // namespace ringproof::generators

namespace ringproof::model {
template <>
inline constexpr std::array<std::string_view, 6> words<generators::VectorClass>{"data",   "launches", "counters",
                                                                                "litmus", "fault",    "checker"};
}  // namespace ringproof::model
