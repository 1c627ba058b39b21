#pragma once

#include <optional>
#include <string>

#include "checker/picture/layout.h"
#include "checker/picture/recording.h"

/// Parts of the SVG diagram. Internal to the renderer.
namespace ringproof::checker::picture {

/// What an element belongs to.
struct Element {
    std::string kind;  ///< its class
    bool critical = false;
    std::optional<std::size_t> first, last, begin, read;  ///< events
    std::int32_t chip = 0, agent = -1, launch = 0, step = 0;
    std::string text, times;
};

/// The opening of a group with its events as `data-` attributes and its `<title>`. `</g>` closes it.
std::string open_group(const Recording& recording, const Element& element);

/// All boxes, ticks and hatched waits.
std::string spans_svg(const Recording& recording, const Layout& layout);
/// All bars, bands and arrows.
std::string flights_svg(const Recording& recording, const Layout& layout);

}  // namespace ringproof::checker::picture
