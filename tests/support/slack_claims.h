#pragma once

#include <vector>

#include "checker/slack/changes.h"
#include "checker/slack/slack.h"

namespace ringproof::tests {

/// Calls `visit(schedule)` for each schedule that the slack says is proved: each shift, each redundant wait with those
/// that go with it, and all that go at once.
template <class Visit>
void each_claim(const model::Schedule& schedule, const checker::slack::Slack& slack, const Visit& visit) {
    using namespace checker::slack;
    for (const LineSlack& line : slack.lines) {
        if (line.shift.by > 0) visit(moved(schedule, line.key, line.shift.by).schedule);
        if (line.key.kind != Kind::wait || line.need != Need::redundant) continue;
        std::vector<LineKey> lines{line.key};
        lines.insert(lines.end(), line.others.begin(), line.others.end());
        visit(without(schedule, lines)->schedule);
    }
    if (!slack.together.empty()) visit(without(schedule, slack.together)->schedule);
}

}  // namespace ringproof::tests
