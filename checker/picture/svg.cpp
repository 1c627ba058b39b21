#include "checker/picture/svg.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "checker/picture/layout.h"
#include "checker/picture/svg_parts.h"
#include "checker/picture/svg_text.h"

namespace ringproof::checker::picture {
namespace {

constexpr std::string_view style =
    R"(text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;font-size:11px;fill:#24292f}
.title{font-size:16px;font-weight:600}.note{font-size:12px;fill:#57606a}.chip{font-size:12px;font-weight:600}
.small{font-size:10px;fill:#57606a}.grid{stroke:#eaeef2}.axis{stroke:#8c959f}.rail{fill:#f6f8fa}
.work rect{fill:#8ec1e8;stroke:#3a7fb5}.local rect,.load rect{fill:#bfe0d4;stroke:#4f9a83}
.wait rect{fill:url(#hatch);stroke:#b4bcc4}.step rect,.environment rect{fill:#d8dee4;stroke:#8c959f}
.tick{stroke:#6e7781;stroke-width:1.5}
.label{pointer-events:none;font-size:10.5px}.wait .label{fill:#57606a;paint-order:stroke;stroke:#fff;stroke-width:3px}
.bar{fill:#e69f00}.band{fill:#e69f00;fill-opacity:.22;stroke:none}.edge{fill:none;stroke:#c98a00;stroke-width:1.5}
.signal .edge,.request{fill:none;stroke:#6e7781;stroke-width:1.1;stroke-dasharray:4 3}.open .edge{stroke-dasharray:2 3}
.critical rect:not(.hit){stroke:#111;stroke-width:2}.critical .edge{stroke:#111;stroke-width:2}.critical .bar{stroke:#111;stroke-width:1.5}
.clash rect:not(.hit){stroke:#c1121f;stroke-width:2.5}.clash .edge{stroke:#c1121f;stroke-width:2.5}.clash line{stroke:#c1121f;stroke-width:3}
svg rect.hit{fill:transparent;stroke:none}.frame{fill:#fff}
.end{stroke:#57606a;stroke-width:1.2;stroke-dasharray:5 3}
)";

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
        out_ += flights_svg(recording, layout) + spans_svg(recording, layout);
        if (recording.timed) {
            const double x = layout.x(recording.end);
            out_ += line("end", x, layout.top() + 6, x, layout.bottom());
            text("small", x + 3, layout.top() + 3, time_text(recording.end), "end");
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
        text("chip", Layout::left - 10, named ? top - 3 : (top + bottom) / 2 + 4, fmt::format("chip {}", chip), "end");
        if (agents.empty()) rail(layout, top);
        for (const std::int32_t agent : agents) {
            rail(layout, layout.agent_top(agent));
            if (named)
                text("small", Layout::left - 10, layout.agent_top(agent) + 15,
                     recording.schedule->agents[agent].name.text(), "end");
        }
    }
    void rail(const Layout& layout, double y) {
        out_ += rect("rail", Layout::left, y, layout.x(end_) - Layout::left, Layout::lane_height, 0) + "\n";
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
            text("small", x, y + 15, time_text(recordings_.front().timed ? time : time + 1), "middle");
        }
        text("small", Layout::left - 10, y + 15, recordings_.front().timed ? "time" : "event", "end");
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
        const auto frame = [&] { return rect("frame", x, y, 28, 13, 2); };
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
        if (is_critical) entry("critical", frame(), "on the critical path");
        if (clash) entry("clash", frame(), "what clashes, or never goes on");
        return y + 26;
    }

    void text(std::string_view kind, double x, double y, const std::string& text, std::string_view anchor = "start") {
        out_ += words(kind, x, y, anchor, text) + "\n";
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
