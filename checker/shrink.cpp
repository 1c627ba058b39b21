#include "checker/shrink.h"

#include <algorithm>
#include <optional>

#include "model/machine.h"

namespace ringproof::checker {
namespace {

class Shrinker {
public:
    Shrinker(const Question& question, bool at_rest, const std::function<bool(const model::Finding&)>& shows)
        : question_(question), at_rest_(at_rest), shows_(shows) {}

    /// `trace` without the events [first, last) and those that then are not enabled, up to the finding; none if it is
    /// not made.
    std::optional<model::Trace> without(const model::Trace& trace, std::size_t first, std::size_t last) {
        model::Machine machine(question_.schedule, question_.launches);
        model::Trace kept;
        // Taken event by event: the machine keeps a number of findings only, and a broken execution makes many.
        bool shown = false;
        const auto look = [&] {
            const auto findings = machine.take_findings();
            shown = shown || std::any_of(findings.begin(), findings.end(), shows_);
        };
        for (std::size_t i = 0; i < trace.size(); ++i) {
            ++work_;
            if ((i >= first && i < last) || !machine.enabled(trace[i])) continue;
            machine.fire(trace[i]);
            kept.push_back(trace[i]);
            look();
            if (shown && !at_rest_) return kept;
        }
        if (!at_rest_) return std::nullopt;
        for (auto enabled = machine.enabled(); !enabled.empty(); enabled = machine.enabled()) {
            ++work_;
            machine.fire(enabled.front());
            kept.push_back(enabled.front());
            look();
        }
        machine.rest();
        look();
        if (shown) return kept;
        return std::nullopt;
    }

    model::Trace shrink(model::Trace best) {
        // Late events first, in runs that halve in length: most go in the first few attempts. What had to stay may go
        // once others have gone, so the runs of one event are repeated until all have to stay.
        std::size_t run = std::max<std::size_t>(best.size() / 2, 1);
        while (work_ < question_.options.max_replayed) {
            const bool changed = leave_out(best, run);
            if (run == 1 && !changed) break;
            run = std::max<std::size_t>(run / 2, 1);
        }
        return best;
    }

private:
    /// One round of attempts with runs of this length; whether one of them made `best` shorter.
    bool leave_out(model::Trace& best, std::size_t run) {
        bool changed = false;
        for (std::size_t last = best.size(); last > 0 && work_ < question_.options.max_replayed;) {
            const std::size_t first = last > run ? last - run : 0;
            auto shorter = without(best, first, last);
            if (shorter && shorter->size() < best.size()) {
                best = std::move(*shorter);
                changed = true;
            }
            last = std::min(first, best.size());
        }
        return changed;
    }

    const Question& question_;
    bool at_rest_;
    const std::function<bool(const model::Finding&)>& shows_;
    std::int64_t work_ = 0;  ///< events that all attempts together have fired
};

}  // namespace

model::Trace shrink(const Question& question, const model::Trace& trace, bool at_rest,
                    const std::function<bool(const model::Finding&)>& shows) {
    Shrinker shrinker(question, at_rest, shows);
    auto whole = shrinker.without(trace, 0, 0);
    if (!whole) throw Disagreement("an execution that was to be made shorter does not show its finding");
    return shrinker.shrink(std::move(*whole));
}

}  // namespace ringproof::checker
