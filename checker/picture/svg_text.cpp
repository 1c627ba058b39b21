#include "checker/picture/svg_text.h"

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

}  // namespace ringproof::checker::picture
