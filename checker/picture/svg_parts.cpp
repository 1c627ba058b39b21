#include "checker/picture/svg_parts.h"

#include <fmt/format.h>

#include "checker/picture/svg_text.h"

namespace ringproof::checker::picture {
std::string open_group(const Recording& recording, const Element& element) {
    const bool clash = recording.clashes(element.first) || recording.clashes(element.last) ||
                       recording.clashes(element.begin) || recording.clashes(element.read);
    std::string out =
        fmt::format("<g class=\"{}{}{}\"", element.kind, element.critical ? " critical" : "", clash ? " clash" : "");
    const auto data = [&](std::string_view name, std::optional<std::size_t> event) {
        if (event) out += fmt::format(" data-{}=\"{}\"", name, *event);
    };
    if (element.first && element.first == element.last) {
        data("event", element.first);
    } else {
        data("first", element.first);
        data("begin", element.begin);
        data("read", element.read);
        data("last", element.last);
    }
    std::string title = recording.who(element.chip, element.agent);
    if (element.agent >= 0) title += ", " + recording.place(element.agent, element.step);
    if (recording.launches > 1) title += fmt::format(", launch {}", element.launch);
    title += "\n" + element.text;
    if (!element.times.empty()) title += "\n" + element.times;
    return out + "><title>" + escaped(title) + "</title>";
}

}  // namespace ringproof::checker::picture
