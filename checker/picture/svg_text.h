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

}  // namespace ringproof::checker::picture
