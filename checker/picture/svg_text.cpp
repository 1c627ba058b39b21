#include "checker/picture/svg_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace ringproof::checker::picture {

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\n':
                out += c;
                break;
            default:
                if (static_cast<unsigned char>(c) < 0x20)
                    out += "\xEF\xBF\xBD";
                else
                    out += c;
        }
    }
    return out;
}

std::string px(double value) {
    std::string text = fmt::format("{:.2f}", value);
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string time_text(double value) { return fmt::format("{:.6g}", value); }

double tick(double end, int most) {
    if (!(end > 0)) return 1;
    double size = std::pow(10, std::floor(std::log10(end / most)));
    for (const double factor : {2.0, 2.5, 2.0}) {  // to 2, 5 and 10 times
        if (end / size <= most) break;
        size *= factor;
    }
    return size;
}

double text_width(std::string_view text, double size) {
    const auto characters =
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
    return 0.56 * size * static_cast<double>(characters);
}

namespace {

std::string class_of(std::string_view kind) { return kind.empty() ? "" : fmt::format(" class=\"{}\"", kind); }

}  // namespace

std::string line(std::string_view kind, double x1, double y1, double x2, double y2) {
    return fmt::format("<line{} x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>", class_of(kind), px(x1), px(y1), px(x2),
                       px(y2));
}

std::string rect(std::string_view kind, double x, double y, double width, double height, double round) {
    return fmt::format("<rect{} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>", class_of(kind), px(x), px(y),
                       px(width), px(height), px(round));
}

std::string words(std::string_view kind, double x, double y, std::string_view anchor, std::string_view text) {
    return fmt::format("<text{} x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>", class_of(kind), px(x), px(y), anchor,
                       escaped(text));
}

}  // namespace ringproof::checker::picture
