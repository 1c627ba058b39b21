#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "checker/report.h"
#include "checker/story/words.h"

namespace ringproof::checker {

using namespace model;

std::string trace_text(const Schedule& schedule, const Trace& trace, std::size_t shown) {
    struct Row {
        std::size_t first;  ///< number of its first event
        std::string who, where, moment, what;
    };
    const bool several = several_launches(trace);
    std::vector<Row> rows;
    std::size_t i = 0;
    while (i < trace.size()) {
        const Event& event = trace[i];
        const std::size_t first = i + 1;
        if (!is_environment(event.moment)) {
            rows.push_back({first, actor(schedule, event), line_of(schedule, event) + in_launch(event, several),
                            std::string(word(event.moment)), operation_text(schedule, event)});
            ++i;
            continue;
        }
        std::set<std::int32_t> chips;
        for (; i < trace.size() && trace[i].moment == event.moment && trace[i].launch == event.launch; ++i)
            chips.insert(trace[i].who);
        constexpr std::string_view texts[] = {"the inputs are written", "enter", "leave", "the outputs are read"};
        const bool together = event.moment == Moment::enter && schedule.profile.entry == Entry::barrier;
        std::string who = together ? std::string("all chips")
                                   : fmt::format("chip{} {}", chips.size() == 1 ? "" : "s", fmt::join(chips, ", "));
        rows.push_back({first, std::move(who),
                        std::string(texts[static_cast<int>(event.moment)]) + in_launch(event, several), "", ""});
    }
    std::size_t who = 0, where = 0;
    for (const Row& row : rows)
        if (!row.moment.empty()) {
            who = std::max(who, row.who.size());
            where = std::max(where, row.where.size());
        }
    // The clash stands at the end, so a long list is cut in its middle.
    const std::size_t tail = shown / 2, head = shown - tail;
    std::string out;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        if (rows.size() > shown && k == head) {
            k = rows.size() - tail;
            out += fmt::format("         ... {} events ...\n", rows[k].first - rows[head].first);
        }
        const Row& row = rows[k];
        out += row.moment.empty() ? fmt::format("    {:>3}  {:<{}}  {}\n", row.first, row.who, who, row.where)
                                  : fmt::format("    {:>3}  {:<{}}  {:<{}}  {:<8} {}\n", row.first, row.who, who,
                                                row.where, where, row.moment, row.what);
    }
    return out;
}

}  // namespace ringproof::checker
