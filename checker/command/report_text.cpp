#include "checker/command/report_text.h"

#include <sstream>

#include <nlohmann/json.hpp>

namespace ringproof::command {

std::string indented(const std::string& text) {
    std::istringstream in(text);
    std::string out;
    for (std::string line; std::getline(in, line);) out += "  " + line + "\n";
    return out;
}

std::string printable(std::string text) {
    constexpr std::size_t most = 10'000;
    if (text.size() > most) text = text.substr(0, most) + "...";
    for (char& c : text)
        if ((static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f) c = '?';
    return text;
}

std::string xml_text(const std::string& text) {
    using nlohmann::json;
    // What is no UTF-8 is replaced.
    std::string fit = json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace)).get<std::string>();
    for (char& c : fit)
        if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') c = '?';
    return fit;
}

}  // namespace ringproof::command
