#include <fmt/format.h>

#include "checker/picture/svg_parts.h"
#include "checker/picture/svg_text.h"

namespace ringproof::checker::picture {
namespace {

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

std::string box(const Recording& recording, const Layout& layout, const Span& span, double y, double height) {
    double begin = span.begin, end = span.end;
    if (!recording.timed) {  // each event takes one step; a wait begins behind the event before it
        if (span.kind == Kind::wait && span.begin > 0) begin += 1;
        if (span.last) end += 1;
    }
    const double x = layout.x(begin), width = layout.x(end) - x;
    Element element;
    element.kind = span.kind == Kind::chip ? "environment" : std::string(model::word(span.kind));
    if (span.blocked) element.kind += " clash";
    element.critical = width > 0 && span.kind != Kind::wait && recording.is_critical(span.last);
    element.first = span.first;
    element.last = span.last;
    element.chip = span.chip;
    element.agent = span.agent;
    element.launch = span.launch;
    element.step = span.step;
    element.text = span.text;
    if (!span.last) {
        element.times = span.blocked ? "never goes on" : "not over";
    } else if (recording.timed) {
        element.times = time_text(span.begin);
        if (span.end > span.begin) element.times += " to " + time_text(span.end);
    }
    std::string out = open_group(recording, element);
    if (width < 1) {
        out += line("tick", x, y + 3, x, y + height - 3) + rect("hit", x - 3, y, 6, height, 0);
    } else {
        out += rect("", x, y, width, height, 2);
        if (const std::string label = label_for(recording, span, width); !label.empty())
            out += words("label", x + width / 2, y + height / 2 + 3.7, "middle", label);
    }
    return out + "</g>\n";
}

}  // namespace

std::string spans_svg(const Recording& recording, const Layout& layout) {
    std::string out;
    for (const Span& span : recording.spans) {
        if (span.agent >= 0) {
            out += box(recording, layout, span, layout.agent_top(span.agent), Layout::lane_height);
            continue;
        }
        const bool together = recording.schedule->profile.entry == model::Entry::barrier && span.first &&
                              recording.trace[*span.first].moment == model::Moment::enter;
        for (std::int32_t chip = 0; chip < recording.schedule->chips; ++chip)
            if (together || chip == span.chip)
                out += box(recording, layout, span, layout.chip_top(chip),
                           layout.chip_bottom(chip) - layout.chip_top(chip));
    }
    return out;
}

}  // namespace ringproof::checker::picture
