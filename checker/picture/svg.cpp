#include "checker/picture/svg.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "checker/picture/layout.h"
#include "checker/picture/svg_text.h"
#include "model/text.h"

namespace ringproof::checker::picture {
namespace {

constexpr std::string_view style =
    R"(text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;font-size:11px;fill:#24292f}
.title{font-size:16px;font-weight:600}.note{font-size:12px;fill:#57606a}.chip{font-size:12px;font-weight:600}
.small{font-size:10px;fill:#57606a}.grid{stroke:#eaeef2}.axis{stroke:#8c959f}.rail{fill:#f6f8fa}
.work rect{fill:#8ec1e8;stroke:#3a7fb5}.local rect,.load rect{fill:#bfe0d4;stroke:#4f9a83}
.wait rect{fill:url(#hatch);stroke:#b4bcc4}.step rect,.chipspan rect{fill:#d8dee4;stroke:#8c959f}
.tick line{stroke:#6e7781;stroke-width:1.5}.tick rect{fill:transparent;stroke:none}
.label{pointer-events:none;font-size:10.5px}.wait .label{fill:#57606a;paint-order:stroke;stroke:#fff;stroke-width:3px}
.bar{fill:#e69f00}.band{fill:#e69f00;fill-opacity:.22;stroke:none}.edge{fill:none;stroke:#c98a00;stroke-width:1.5}
.signal .edge,.request{fill:none;stroke:#6e7781;stroke-width:1.1;stroke-dasharray:4 3}.open .edge{stroke-dasharray:2 3}
.critical rect:not(.hit){stroke:#111;stroke-width:2}.critical .edge{stroke:#111;stroke-width:2}.critical .bar{stroke:#111;stroke-width:1.5}
.clash rect:not(.hit){stroke:#c1121f;stroke-width:2.5}.clash .edge{stroke:#c1121f;stroke-width:2.5}.clash line{stroke:#c1121f;stroke-width:3}
svg rect.hit{fill:transparent;stroke:none}
.end{stroke:#57606a;stroke-width:1.2;stroke-dasharray:5 3}
)";

/// A rough width of text of this size in pixels.
double text_width(std::string_view text, double size) {
    const auto characters =
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
    return 0.56 * size * static_cast<double>(characters);
}

std::string first_words(const std::string& text, int words) {
    std::size_t end = 0;
    for (; words > 0 && end != std::string::npos; --words) end = text.find(' ', end + 1);
    return text.substr(0, end);
}

/// Names for a box, the fullest first.
std::vector<std::string> names_of(const Recording& recording, const Span& span) {
    using C = model::Concrete;
    const std::string verb = first_words(span.text, 1);
    if (span.agent < 0) return {span.text, span.text.substr(span.text.rfind(' ') + 1)};
    const model::Schedule& schedule = *recording.schedule;
    const model::Operation& operation = schedule.agents[span.agent].steps[span.step].operation;
    if (const auto* const compute = std::get_if<model::Compute<C>>(&operation))
        return compute->label.empty() ? std::vector{verb} : std::vector{compute->label.text()};
    if (const auto* const wait = std::get_if<model::Wait<C>>(&operation)) {
        const std::string counter = schedule.name_of(wait->counter);
        return {verb + " " + counter, counter, schedule.semaphores[wait->counter.semaphore].name.text(), verb};
    }
    return {span.text, first_words(span.text, 2), verb};
}

/// The fullest name of a span that fits into a box.
std::string label_for(const Recording& recording, const Span& span, double width) {
    for (const std::string& name : names_of(recording, span))
        if (text_width(name, 10.5) + 6 <= width) return name;
    return {};
}

class Drawing {
public:
    explicit Drawing(std::span<const Recording> recordings) : recordings_(recordings) {
        for (const Recording& recording : recordings) end_ = std::max(end_, recording.end);
        if (end_ == 0) end_ = 1;
    }

    std::string draw() {
        double y = 0;
        for (std::size_t i = 0; i < recordings_.size(); ++i) {
            number_ = i;
            y = recording(recordings_[i], y + (i == 0 ? 12 : 22));
        }
        y = axis(y);
        y = legend(y + 12);
        std::string out = fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
            "role=\"img\">\n<title>{2}</title>\n<style>{3}</style>\n<defs>\n"
            "<pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
            "patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\"#fff\"/><line x1=\"0\" y1=\"0\" "
            "x2=\"0\" y2=\"6\" stroke=\"#c4ccd4\" stroke-width=\"2\"/></pattern>\n",
            px(Layout::width), px(std::ceil(y)), escaped(recordings_.front().title), style);
        for (const auto& [name, colour] :
             {std::pair{"data", "#c98a00"}, {"flag", "#6e7781"}, {"dark", "#111"}, {"red", "#c1121f"}})
            out += fmt::format(
                "<marker id=\"{}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" "
                "markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0.8 L8 4 L0 7.2 z\" "
                "fill=\"{}\"/></marker>\n",
                name, colour);
        out += fmt::format("</defs>\n<rect width=\"{}\" height=\"{}\" fill=\"#fff\"/>\n", px(Layout::width),
                           px(std::ceil(y)));
        return out + grid_ + out_ + "</svg>\n";
    }

private:
    // ---- One recording -------------------------------------------------------------------------------------------

    double recording(const Recording& recording, double y) {
        out_ += fmt::format("<g class=\"recording\" data-recording=\"{}\">\n", number_);
        text("title", Layout::left, y += 14, recording.title);
        if (!recording.note.empty()) text("note", Layout::left, y += 18, recording.note);
        const Layout layout(recording, y + 2, end_);
        tops_.push_back(layout.top() + 6);
        bottoms_.push_back(layout.bottom());
        for (std::int32_t chip = 0; chip < recording.schedule->chips; ++chip) row(recording, layout, chip);
        for (std::size_t i = 0; i < recording.flights.size(); ++i) flight(recording, layout, i);
        for (const Span& span : recording.spans) this->span(recording, layout, span);
        if (recording.timed) {
            const double x = layout.x(recording.end);
            out_ += line("end", x, layout.top() + 6, x, layout.bottom());
            out_ += fmt::format(
                "<text class=\"small\" x=\"{}\" y=\"{}\" text-anchor=\"end\" font-weight=\"600\">{}</text>\n",
                px(x + 3), px(layout.top() + 3), time_text(recording.end));
        }
        out_ += "</g>\n";
        return layout.bottom();
    }

    void row(const Recording& recording, const Layout& layout, std::int32_t chip) {
        const double top = layout.chip_top(chip), bottom = layout.chip_bottom(chip);
        std::vector<std::int32_t> agents;
        for (std::size_t agent = 0; agent < recording.schedule->agents.size(); ++agent)
            if (recording.schedule->agents[agent].chip == chip) agents.push_back(static_cast<std::int32_t>(agent));
        const bool named = agents.size() > 1;
        out_ +=
            fmt::format("<text class=\"chip\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", px(Layout::left - 10),
                        px(named ? top - 3 : (top + bottom) / 2 + 4), fmt::format("chip {}", chip));
        if (agents.empty()) rail(layout, top);
        for (const std::int32_t agent : agents) {
            rail(layout, layout.agent_top(agent));
            if (named)
                out_ += fmt::format("<text class=\"small\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n",
                                    px(Layout::left - 10), px(layout.agent_top(agent) + 15),
                                    escaped(recording.schedule->agents[agent].name.text()));
        }
    }
    void rail(const Layout& layout, double y) {
        out_ += fmt::format("<rect class=\"rail\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", px(Layout::left),
                            px(y), px(layout.x(end_) - Layout::left), px(Layout::lane_height));
    }

    void span(const Recording& recording, const Layout& layout, const Span& span) {
        if (span.agent >= 0) return box(recording, layout, span, layout.agent_top(span.agent), Layout::lane_height);
        const bool together = recording.schedule->profile.entry == model::Entry::barrier && span.first &&
                              recording.trace[*span.first].moment == model::Moment::enter;
        for (std::int32_t chip = 0; chip < recording.schedule->chips; ++chip)
            if (together || chip == span.chip)
                box(recording, layout, span, layout.chip_top(chip), layout.chip_bottom(chip) - layout.chip_top(chip));
    }
    void box(const Recording& recording, const Layout& layout, const Span& span, double y, double height) {
        double begin = span.begin, end = span.end;
        if (!recording.timed) {  // each event takes one step; a wait begins behind the event before it
            if (span.kind == Kind::wait && span.begin > 0) begin += 1;
            if (span.last) end += 1;
        }
        const double x = layout.x(begin), width = layout.x(end) - x;
        std::string kind(model::word(span.kind));
        if (span.kind == Kind::chip) kind = "chipspan";
        if (span.blocked) kind += " clash";
        open(recording, kind, span.first, span.last,
             width > 0 && span.kind != Kind::wait && span.last && critical(recording, *span.last));
        std::string times = recording.timed ? time_text(span.begin) : "";
        if (recording.timed && span.end > span.begin) times += " to " + time_text(span.end);
        title(recording, span.chip, span.agent, span.launch, span.step, span.text,
              span.last      ? times
              : span.blocked ? "never goes on"
                             : "not over");
        if (width < 1) {
            out_ += line("", x, y + 3, x, y + height - 3);
            out_ += fmt::format("<rect class=\"hit\" x=\"{}\" y=\"{}\" width=\"6\" height=\"{}\"/>", px(x - 3), px(y),
                                px(height));
        } else {
            out_ += rect("", x, y, width, height, 2);
            if (const std::string label = label_for(recording, span, width); !label.empty())
                out_ += fmt::format("<text class=\"label\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                                    px(x + width / 2), px(y + height / 2 + 3.7), escaped(label));
        }
        out_ += "</g>\n";
    }

    // ---- Flights -------------------------------------------------------------------------------------------------

    void flight(const Recording& recording, const Layout& layout, std::size_t index) {
        const Flight& flight = recording.flights[index];
        const auto time = [&](std::optional<std::size_t> event) {
            return event ? recording.times[*event] + layout.step() / 2 : flight.end_time;
        };
        const bool signal = flight.kind == Flight::Kind::signal, get = flight.kind == Flight::Kind::get;
        const double issue = recording.times[flight.issue] + layout.step() / 2;
        const double land = flight.land ? time(flight.land) : flight.end_time;
        const double read = flight.read ? std::min(time(flight.read), land) : land;
        const double set_out = get && flight.begin ? time(flight.begin) : issue;
        const bool is_critical =
            (flight.land && critical(recording, *flight.land)) || (flight.read && critical(recording, *flight.read));
        open(recording, std::string(model::word(flight.kind)) + (flight.land ? "" : " open"), flight.issue, flight.land,
             is_critical, flight.begin, flight.read);
        std::string times;
        if (recording.timed) {
            times = "issued " + time_text(issue);
            if (flight.read) times += fmt::format(", left {}", time_text(read));
            if (flight.land) times += fmt::format(", {} {}", signal ? "delivered" : "landed", time_text(land));
        } else if (!flight.land) {
            times = "not landed";
        }
        title(recording, recording.schedule->agents[flight.agent].chip, flight.agent, flight.launch, flight.step,
              flight.text, times);

        const auto [down, wraps] = layout.way(flight);
        const double bar = layout.bar(index);
        const double from = signal ? bar : down ? bar + Layout::bar_height : bar;
        const double to = down ? layout.row_top(flight.to) : layout.row_bottom(flight.to);
        if (!signal)
            out_ += rect("bar", layout.x(set_out), bar, std::max(layout.x(read) - layout.x(set_out), 2.0),
                         Layout::bar_height, 1);
        const std::string head = clashes(recording, flight.issue, flight.land) ? "red"
                                 : is_critical                                 ? "dark"
                                 : signal                                      ? "flag"
                                                                               : "data";
        if (flight.from != flight.to) {
            // The last slot leaves at `read` and arrives at `land`; the first as much earlier as the transfer takes.
            const double first = signal ? land : std::max(set_out, land - (read - set_out));
            const auto piece = [&](double y1, double y2, double part1, double part2, bool arrow) {
                const auto at = [&](double t1, double t2, double part) { return layout.x(t1 + (t2 - t1) * part); };
                if (!signal && flight.land && layout.neighbours(flight))
                    out_ += fmt::format("<path class=\"band\" d=\"M{} {} L{} {} L{} {} L{} {} z\"/>",
                                        px(at(set_out, first, part1)), px(y1), px(at(set_out, first, part2)), px(y2),
                                        px(at(read, land, part2)), px(y2), px(at(read, land, part1)), px(y1));
                const double leave = signal ? issue : read;
                out_ += fmt::format("<path class=\"edge\" d=\"M{} {} L{} {}\"{}/>", px(at(leave, land, part1)), px(y1),
                                    px(at(leave, land, part2)), px(y2),
                                    arrow && flight.land ? fmt::format(" marker-end=\"url(#{})\"", head) : "");
            };
            if (!wraps) {
                piece(from, to, 0, 1, true);
            } else {
                const double out = down ? layout.bottom() - 4 : layout.top() + 6,
                             in = down ? layout.top() + 6 : layout.bottom() - 4;
                const double whole = std::abs(out - from) + std::abs(to - in),
                             part = whole > 0 ? std::abs(out - from) / whole : 0.5;
                piece(from, out, 0, part, false);
                piece(in, to, part, 1, true);
            }
        }
        out_ += "</g>\n";
    }

    // ---- Axis and legend -----------------------------------------------------------------------------------------

    double axis(double y) {
        const Layout layout(recordings_.front(), 0, end_);
        const double distance = recordings_.front().timed ? tick(end_, 16) : std::max(tick(end_, 20), 1.0);
        y += 4;
        out_ += line("axis", Layout::left, y, layout.x(end_), y);
        const double centre = layout.step() / 2;
        for (int k = 0; k * distance + centre <= end_ * (1 + 1e-9); ++k) {
            const double time = k * distance, x = layout.x(time + centre);
            for (std::size_t i = 0; i < tops_.size(); ++i) grid_ += line("grid", x, tops_[i], x, bottoms_[i]);
            out_ += line("axis", x, y, x, y + 4);
            out_ += fmt::format("<text class=\"small\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", px(x),
                                px(y + 15), time_text(recordings_.front().timed ? time : time + 1));
        }
        out_ += fmt::format("<text class=\"small\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n",
                            px(Layout::left - 10), px(y + 15), recordings_.front().timed ? "time" : "event");
        return y + 20;
    }

    double legend(double y) {
        std::set<Kind> kinds;
        bool transfers = false, signals = false, is_critical = false, clash = false;
        for (const Recording& recording : recordings_) {
            for (const Span& span : recording.spans)
                if (span.end + (recording.timed ? 0 : 1) > span.begin) kinds.insert(span.kind);
            for (const Flight& flight : recording.flights)
                (flight.kind == Flight::Kind::signal ? signals : transfers) = true;
            is_critical = is_critical || !recording.critical.empty();
            clash = clash || !recording.clash.empty() ||
                    std::any_of(recording.spans.begin(), recording.spans.end(),
                                [](const Span& span) { return span.blocked; });
        }
        double x = Layout::left;
        const auto entry = [&](const std::string& kind, const std::string& inner, const std::string& words) {
            out_ += fmt::format("<g class=\"{}\">{}</g>\n", kind, inner);
            text("small", x + 34, y + 10, words);
            x += 34 + text_width(words, 10) + 22;
        };
        const auto box = [&] { return rect("", x, y, 28, 13, 2); };
        if (kinds.contains(Kind::work)) entry("work", box(), "compute");
        if (kinds.contains(Kind::local) || kinds.contains(Kind::load)) entry("local", box(), "copy, reduce");
        if (kinds.contains(Kind::wait)) entry("wait", box(), "wait");
        if (transfers)
            entry("put",
                  rect("bar", x, y + 1, 16, Layout::bar_height, 1) +
                      fmt::format("<path class=\"edge\" d=\"M{} {} L{} {}\" marker-end=\"url(#data)\"/>", px(x + 16),
                                  px(y + 6), px(x + 28), px(y + 13)),
                  "transfer: bar while it leaves, band while it travels");
        if (signals)
            entry("signal",
                  fmt::format("<path class=\"edge\" d=\"M{} {} L{} {}\" marker-end=\"url(#flag)\"/>", px(x), px(y + 2),
                              px(x + 28), px(y + 11)),
                  "signal");
        if (is_critical)
            entry("critical",
                  fmt::format("<rect x=\"{}\" y=\"{}\" width=\"28\" height=\"13\" rx=\"2\" fill=\"#fff\"/>", px(x),
                              px(y)),
                  "on the critical path");
        if (clash)
            entry("clash",
                  fmt::format("<rect x=\"{}\" y=\"{}\" width=\"28\" height=\"13\" rx=\"2\" fill=\"#fff\"/>", px(x),
                              px(y)),
                  "what clashes, or never goes on");
        return y + 26;
    }

    // ---- Pieces --------------------------------------------------------------------------------------------------

    static bool has(const std::vector<std::size_t>& events, std::size_t event) {
        return std::binary_search(events.begin(), events.end(), event);
    }
    static bool critical(const Recording& recording, std::size_t event) { return has(recording.critical, event); }
    static bool clashes(const Recording& recording, std::optional<std::size_t> first, std::optional<std::size_t> last) {
        return (first && has(recording.clash, *first)) || (last && has(recording.clash, *last));
    }

    void open(const Recording& recording, const std::string& kind, std::optional<std::size_t> first,
              std::optional<std::size_t> last, bool is_critical, std::optional<std::size_t> begin = {},
              std::optional<std::size_t> read = {}) {
        out_ += fmt::format("<g class=\"{}{}{}\"", kind, is_critical ? " critical" : "",
                            clashes(recording, first, last) || clashes(recording, begin, read) ? " clash" : "");
        const auto data = [&](std::string_view name, std::optional<std::size_t> event) {
            if (event) out_ += fmt::format(" data-{}=\"{}\"", name, *event);
        };
        if (first && first == last) {
            data("event", first);
        } else {
            data("first", first);
            data("begin", begin);
            data("read", read);
            data("last", last);
        }
        out_ += ">";
    }
    void title(const Recording& recording, std::int32_t chip, std::int32_t agent, std::int32_t launch,
               std::int32_t step, const std::string& text, const std::string& times) {
        std::string words = recording.who(chip, agent);
        if (agent >= 0) words += ", " + recording.place(agent, step);
        if (recording.launches > 1) words += fmt::format(", launch {}", launch);
        words += "\n" + text;
        if (!times.empty()) words += "\n" + times;
        out_ += "<title>" + escaped(words) + "</title>";
    }
    void text(std::string_view kind, double x, double y, const std::string& words) {
        out_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n", kind, px(x), px(y), escaped(words));
    }
    static std::string line(std::string_view kind, double x1, double y1, double x2, double y2) {
        return fmt::format("<line{} x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>", attribute(kind), px(x1), px(y1), px(x2),
                           px(y2));
    }
    static std::string rect(std::string_view kind, double x, double y, double width, double height, double round) {
        return fmt::format("<rect{} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>", attribute(kind), px(x),
                           px(y), px(width), px(height), px(round));
    }
    static std::string attribute(std::string_view kind) {
        return kind.empty() ? "" : fmt::format(" class=\"{}\"", kind);
    }

    std::span<const Recording> recordings_;
    double end_ = 0;
    std::size_t number_ = 0;
    std::vector<double> tops_, bottoms_;
    std::string grid_, out_;
};

}  // namespace

std::string svg(std::span<const Recording> recordings) { return Drawing(recordings).draw(); }

}  // namespace ringproof::checker::picture
