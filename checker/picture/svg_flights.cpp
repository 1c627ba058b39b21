#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "checker/picture/svg_parts.h"
#include "checker/picture/svg_text.h"

namespace ringproof::checker::picture {
namespace {

/// One flight, with its times as they are drawn.
class Sketch {
public:
    Sketch(const Recording& recording, const Layout& layout, std::size_t index)
        : recording_(recording), layout_(layout), flight_(recording.flights[index]), way_(layout.way(flight_)) {
        bar_ = layout.bar(index);
        issue_ = time(flight_.issue);
        land_ = flight_.land ? time(*flight_.land) : flight_.end_time;
        read_ = flight_.read ? std::min(time(*flight_.read), land_) : land_;
        set_out_ = flight_.kind == Flight::Kind::get && flight_.begin ? time(*flight_.begin) : issue_;
        is_critical_ = recording.is_critical(flight_.land) || recording.is_critical(flight_.read);
    }

    std::string draw() const {
        std::string out = open_group(recording_, element());
        if (!signal())
            out += rect("bar", layout_.x(set_out_), bar_, std::max(layout_.x(read_) - layout_.x(set_out_), 2.0),
                        Layout::bar_height, 1);
        if (flight_.from == flight_.to) return out + "</g>\n";
        const double from = signal() || !way_.down ? bar_ : bar_ + Layout::bar_height;
        const double to = way_.down ? layout_.row_top(flight_.to) : layout_.row_bottom(flight_.to);
        // The last slot leaves at `read` and arrives at `land`; the first as much earlier as the transfer takes.
        const double first = std::max(set_out_, land_ - (read_ - set_out_));
        if (!signal() && flight_.land && layout_.neighbours(flight_))
            each_piece(from, to, [&](double y1, double part1, double y2, double part2) {
                const auto corner = [&](double leaves, double arrives, double part, double y) {
                    return fmt::format("{} {}", px(layout_.x(leaves + (arrives - leaves) * part)), px(y));
                };
                out += fmt::format("<path class=\"band\" d=\"M{} L{} L{} L{} z\"/>", corner(set_out_, first, part1, y1),
                                   corner(set_out_, first, part2, y2), corner(read_, land_, part2, y2),
                                   corner(read_, land_, part1, y1));
            });
        if (set_out_ > issue_) out += arrow("request", issue_, to, set_out_, from, "flag");
        return out + arrow("edge", signal() ? issue_ : read_, from, land_, to, flight_.land ? head() : "") + "</g>\n";
    }

private:
    double time(std::size_t event) const { return recording_.times[event] + layout_.step() / 2; }
    bool signal() const { return flight_.kind == Flight::Kind::signal; }
    std::string head() const {
        if (recording_.clashes(flight_.issue) || recording_.clashes(flight_.land)) return "red";
        return is_critical_ ? "dark" : signal() ? "flag" : "data";
    }

    Element element() const {
        Element element;
        element.kind = std::string(model::word(flight_.kind)) + (flight_.land ? "" : " open");
        element.critical = is_critical_;
        element.first = flight_.issue;
        element.last = flight_.land;
        element.begin = flight_.begin;
        element.read = flight_.read;
        element.chip = recording_.schedule->agents[flight_.agent].chip;
        element.agent = flight_.agent;
        element.launch = flight_.launch;
        element.step = flight_.step;
        element.text = flight_.text;
        if (recording_.timed) {
            element.times = "issued " + time_text(issue_);
            if (flight_.read) element.times += fmt::format(", left {}", time_text(read_));
            if (flight_.land)
                element.times += fmt::format(", {} {}", signal() ? "delivered" : "landed", time_text(land_));
        } else if (!flight_.land) {
            element.times = "under way";
        }
        return element;
    }

    /// Calls `draw(y1, part1, y2, part2)` for each straight piece of a line from y `from` to y `to`, which may leave
    /// the rows at one end and come in at the other. Parts are of the whole length, from 0 to 1.
    void each_piece(double from, double to, const auto& draw) const {
        if (!way_.wraps) return draw(from, 0.0, to, 1.0);
        // Down out of the last row and in above the first, or the other way; a request goes against its data.
        const double above = layout_.top() + 6, below = layout_.bottom() - 4;
        const bool out_below = from > to;
        const double out = out_below ? below : above, in = out_below ? above : below;
        const double whole = std::abs(out - from) + std::abs(to - in);
        const double part = whole > 0 ? std::abs(out - from) / whole : 0.5;
        draw(from, 0.0, out, part);
        draw(in, part, to, 1.0);
    }

    std::string arrow(std::string_view kind, double time1, double y1, double time2, double y2,
                      const std::string& head) const {
        std::string out;
        each_piece(y1, y2, [&](double from, double part1, double to, double part2) {
            const auto x = [&](double part) { return px(layout_.x(time1 + (time2 - time1) * part)); };
            const bool last = part2 == 1.0 && !head.empty();
            out += fmt::format("<path class=\"{}\" d=\"M{} {} L{} {}\"{}/>", kind, x(part1), px(from), x(part2), px(to),
                               last ? fmt::format(" marker-end=\"url(#{})\"", head) : "");
        });
        return out;
    }

    const Recording& recording_;
    const Layout& layout_;
    const Flight& flight_;
    Layout::Way way_;
    double bar_, issue_, land_, read_, set_out_;
    bool is_critical_;
};

}  // namespace

std::string flights_svg(const Recording& recording, const Layout& layout) {
    std::string out;
    for (std::size_t i = 0; i < recording.flights.size(); ++i) out += Sketch(recording, layout, i).draw();
    return out;
}

}  // namespace ringproof::checker::picture
