#include "conformance/tally.h"

#include <fmt/format.h>

namespace ringproof::conformance {

std::string Tally::text() const {
    std::size_t skipped = 0, seen = 0, allowed = 0;
    for (const auto& [what, count] : lacking) skipped += count;
    for (const auto& [id, one] : litmus) {
        seen += one.outcomes.size();
        allowed += one.allowed;
    }
    std::string out = fmt::format("conformance of {}: {} passed, {} failed, {} skipped, {} waived\n", name, passed,
                                  failed, skipped, waived.size());
    if (passed + failed == 0) out += "  NOTHING WAS TESTED\n";
    for (const auto& [what, count] : lacking) out += fmt::format("  skipped {:4}  it lacks {}\n", count, what);
    for (const auto& [id, why] : waived) out += fmt::format("  waived  {}: {}\n", id, why);
    if (!litmus.empty())
        out += fmt::format("  litmus: {} of {} allowed outcomes were seen, in {} tests{}\n", seen, allowed,
                           litmus.size(), seen < allowed ? "; not all of" : "");
    for (const auto& [id, one] : litmus)
        if (one.outcomes.size() < one.allowed)
            out += fmt::format("    {:44} {} of {}\n", id, one.outcomes.size(), one.allowed);
    return out;
}

}  // namespace ringproof::conformance
