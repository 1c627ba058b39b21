#include <numeric>

#include "model/compare.h"
#include "model/describe.h"
#include "model/kernel.h"
#include "model/language/language.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/round_trip.h"

/// The .ring language: a text is refused or becomes a kernel, which survives being printed; a kernel is refused or
/// becomes a schedule, which survives being written.
namespace ringproof::fuzz {
namespace {

/// From 1 to 4, by the text: all sizes for each text would make each execution three times as long.
std::int64_t chips_for(std::string_view text) {
    constexpr unsigned sizes = 4;
    const auto add = [](unsigned sum, char c) { return sum + static_cast<unsigned char>(c); };
    return 1 + std::accumulate(text.begin(), text.end(), 0U, add) % sizes;
}

/// Printing changes the author's lines, and nothing else.
void take_lines(model::Schedule& to, const model::Schedule& from) {
    demand(to.agents.size() == from.agents.size(), "a kernel that was printed has its agents");
    for (std::size_t i = 0; i < to.agents.size(); ++i) {
        demand(to.agents[i].steps.size() == from.agents[i].steps.size(),
               "a kernel that was printed has its operations");
        for (std::size_t k = 0; k < to.agents[i].steps.size(); ++k)
            to.agents[i].steps[k].at = from.agents[i].steps[k].at;
    }
}

}  // namespace

void fuzz(std::string_view text) {
    const auto kernel = accepted([&] { return model::parse_kernel(text, "fuzz.ring"); });
    if (!kernel) return;
    const std::string printed = print(*kernel);
    const model::Kernel again = must_accept([&] { return model::parse_kernel(printed, "fuzz.ring"); }, printed);
    demand_equal(print(again), printed, "a kernel that was printed is printed so again");

    const std::int64_t n = chips_for(text);
    const auto schedule = accepted([&] { return instantiate(*kernel, n, {}, limits); });
    auto other = accepted([&] { return instantiate(again, n, {}, limits); });
    demand(schedule.has_value() == other.has_value(), "a kernel that was printed is accepted as it was");
    if (!schedule) return;
    take_lines(*other, *schedule);
    demand(model::equal(*schedule, *other), "a kernel that was printed means the same");
    demand_round_trip(*schedule);
}

}  // namespace ringproof::fuzz
