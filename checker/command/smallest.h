#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The smallest size at which a kernel fails.
namespace ringproof::command {

/// Numbers of chips and launches. The order is that of the search: the fewest chips first, then the fewest launches.
struct Size {
    std::int64_t chips = 0;
    std::int32_t launches = 1;
    friend auto operator<=>(const Size&, const Size&) = default;
};

/// What is known of a kernel at one size.
enum class Standing { proved, fails, undecided, not_taken };

struct Judged {
    Size size;
    Standing standing;
    std::string property;  ///< where it fails
};

/// The smallest size that was found to fail, and what is known of the smaller ones.
struct Smallest {
    Size size;
    std::string property;
    std::vector<Judged> smaller;  ///< ascending, without sizes that the kernel does not take; none fails

    /// Whether no smaller size is undecided.
    bool certain() const;
    /// `smallest that fails: n = 5 with 2 launches; proved for n = 1..4 with 1, 2 launches, n = 5 with 1 launch`
    std::string text() const;
};

/// `proved for n = 2..8 with 1, 2 launches`, of sizes of which none fails.
std::string known_text(const std::vector<Judged>& known);

/// Searches upwards: chips from 1 to the fewest of `known` that fail, launches from 1 to the most of `known`, skipping
/// what is known and what was asked for; `ask` judges the others. None: nothing known fails.
std::optional<Smallest> find_smallest(const std::vector<Judged>& known, const std::function<Judged(Size)>& ask);

}  // namespace ringproof::command
