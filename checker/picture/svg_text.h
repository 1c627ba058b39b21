#pragma once

#include <string>
#include <string_view>

/// Pieces of SVG text. Internal to the renderers.
namespace ringproof::checker::picture {

/// Text between tags or in quotes: what XML gives a meaning to is written as its entity, and what it does not allow, as
/// the character for what is missing.
std::string escaped(std::string_view text);

/// A coordinate: at most two decimals, none that are zero.
std::string px(double value);
/// A time for people: at most six digits.
std::string time_text(double value);
/// The distance of ticks on an axis from 0 to `end`, 1, 2 or 5 times a power of 10: at most `most` of them.
double tick(double end, int most);

/// A rough width of text of this size in pixels.
double text_width(std::string_view text, double size);

/// Elements; no kind: no class.
std::string line(std::string_view kind, double x1, double y1, double x2, double y2);
std::string rect(std::string_view kind, double x, double y, double width, double height, double round);
std::string words(std::string_view kind, double x, double y, std::string_view anchor, std::string_view text);

}  // namespace ringproof::checker::picture
