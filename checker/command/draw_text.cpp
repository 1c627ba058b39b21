#include <algorithm>

#include <fmt/format.h>

#include "checker/command/draw.h"
#include "checker/report.h"
#include "model/text.h"

namespace ringproof::command {
namespace {

using namespace model;

/// Lines of the critical path that are shown; a longer one is cut in its middle.
constexpr std::size_t most_lines = 24;

std::string number(double value) { return fmt::format("{:.6g}", value); }

/// `latency 1, bandwidth 2`; what is zero is left out.
std::string text(const Spent& spent) {
    std::string out;
    const auto add = [&](std::string_view name, double time) {
        if (time > 0) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", name, number(time));
    };
    add("latency", spent.latency);
    add("bandwidth", spent.bandwidth);
    add("waiting for shared links", spent.sharing);
    add("work", spent.work);
    return out.empty() ? "nothing takes time" : out;
}

bool same(const ChipFigures& a, const ChipFigures& b) {
    return a.busy == b.busy && a.moving == b.moving && a.overlapped == b.overlapped;
}

std::string chips_text(const std::vector<ChipFigures>& chips) {
    std::string out =
        fmt::format("  {:<12}{:>10}{:>13}{:>13}{:>13}\n", "", "working", "moving data", "both", "exposed");
    for (std::size_t first = 0; first < chips.size();) {
        std::size_t last = first;
        while (last + 1 < chips.size() && same(chips[first], chips[last + 1])) ++last;
        const std::string who =
            first == last ? fmt::format("chip {}", first) : fmt::format("chips {}..{}", first, last);
        const ChipFigures& chip = chips[first];
        out += fmt::format("  {:<12}{:>10}{:>13}{:>13}{:>13}\n", who, number(chip.busy), number(chip.moving),
                           number(chip.overlapped), number(chip.exposed()));
        first = last + 1;
    }
    return out;
}

/// The critical path, one line for what goes on in one operation.
std::string path_text(const Drawn& drawn) {
    struct Line {
        Event event;
        double begin, end;
        Spent spent;
    };
    std::vector<Line> lines;
    const Timeline& timeline = drawn.timeline;
    for (const std::size_t i : timeline.critical()) {
        const Cause& cause = timeline.causes[i];
        if (!(cause.spent.sum() > 0)) continue;
        if (!lines.empty() && same_operation(lines.back().event, timeline.trace[i])) {
            lines.back().end = timeline.times[i];
            lines.back().spent += cause.spent;
        } else {
            lines.push_back({timeline.trace[i], timeline.times[cause.event], timeline.times[i], cause.spent});
        }
    }
    std::size_t wide = 0, wide_who = 0;
    std::vector<std::array<std::string, 3>> columns;
    for (const Line& line : lines) {
        const auto& recording = drawn.recording;
        columns.push_back(
            {fmt::format("{} .. {}", number(line.begin), number(line.end)),
             fmt::format("{}, {}", recording.who(chip_of(*drawn.schedule, line.event), line.event.who),
                         recording.place(line.event.who, line.event.step)),
             describe(*drawn.schedule, drawn.schedule->agents[line.event.who].steps[line.event.step].operation)});
        wide = std::max(wide, columns.back()[0].size());
        wide_who = std::max(wide_who, columns.back()[1].size());
    }
    std::string out;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines.size() > most_lines && i == most_lines / 2) {
            const std::size_t next = lines.size() - most_lines / 2;
            out += fmt::format("    ... {} more\n", next - i);
            i = next;
        }
        out += fmt::format("    {:<{}}  {:<{}}  {}: {}\n", columns[i][0], wide, columns[i][1], wide_who, columns[i][2],
                           text(lines[i].spent));
    }
    return out;
}

std::string bounds_text(const Drawn& drawn) {
    std::string out;
    const double most = drawn.bounds.time();
    for (const Bound& bound : drawn.bounds.list)
        out += fmt::format("    {:>8}  {}{}\n", number(bound.time), bound.what,
                           bound.formula.empty() ? "" : ": " + bound.formula);
    if (!drawn.bounds.unknown.empty()) out += fmt::format("    {:>8}  {}\n", "none", drawn.bounds.unknown);
    if (most > 0 && drawn.figures.makespan > 0)
        out += fmt::format("    the run takes {:.4g} times the greatest{}\n", drawn.figures.makespan / most,
                           drawn.figures.makespan < most * (1 - 1e-9)
                               ? ", which no schedule that keeps its contract can: 'ringproof verify' it"
                               : "");
    return out;
}

}  // namespace

std::string figures_text(const Drawn& drawn) {
    const Schedule& schedule = *drawn.schedule;
    const Costs& costs = drawn.timeline.costs;
    std::string out =
        fmt::format("{}: {} chip{}, {} launch{}, profile {}, {}, alpha {}, beta {}, gamma {}\n", drawn.file,
                    schedule.chips, schedule.chips == 1 ? "" : "s", drawn.timeline.launches,
                    drawn.timeline.launches == 1 ? "" : "es", drawn.profile, model::text(drawn.timeline.topology),
                    number(costs.alpha), number(costs.beta), number(costs.gamma));
    if (!drawn.timeline.finished) {
        out += fmt::format("  the run is stuck at time {}\n", number(drawn.figures.makespan));
    } else {
        out += fmt::format(
            "  takes {}; {:.0f} % of the time that chips move data is covered by work, at most {} exposed on a chip\n",
            number(drawn.figures.makespan), 100 * drawn.figures.overlap(), number(drawn.figures.exposed()));
    }
    for (std::size_t i = 0; i < drawn.timeline.findings.size() && i < 1; ++i)
        out += fmt::format("  {}{}\n", checker::headline(schedule, drawn.timeline.findings[i]),
                           drawn.timeline.findings.size() > 1
                               ? fmt::format(" and {} more findings", drawn.timeline.findings.size() - 1)
                               : "");
    out += chips_text(drawn.figures.chips);
    if (drawn.timeline.finished) out += "  lower bounds\n" + bounds_text(drawn);
    return out + fmt::format("  critical path: {}\n", text(drawn.figures.critical)) + path_text(drawn);
}

}  // namespace ringproof::command
