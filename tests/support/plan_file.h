#pragma once

#include <stdexcept>
#include <string>

#include "model/import/plan.h"
#include "tests/support/verdicts.h"

/// Plans of other tools with what is expected of them in their first lines.
namespace ringproof::tests {

/// What follows `<!-- expect: ` or `"expect": "` in a plan's text; empty: nothing does. The way's own,
/// `"expect as published": "`, goes first.
inline std::string expected_of(const std::string& text, const std::string& way = "") {
    for (const std::string& key :
         {"\"expect " + way + "\": \"", std::string("\"expect\": \""), std::string("<!-- expect: ")}) {
        const std::size_t at = text.find(key);
        if (at == std::string::npos) continue;
        const std::size_t begin = at + key.size();
        return text.substr(begin, text.find_first_of("\" ", begin) - begin);
    }
    return "";
}

/// The options that `<!-- options: NAME=VALUE ... -->` gives.
inline model::PlanOptions options_of(const std::string& text) {
    model::PlanOptions options;
    const std::string key = "<!-- options: ";
    std::size_t at = text.find(key);
    if (at == std::string::npos) return options;
    const std::string line = text.substr(at + key.size(), text.find(" -->", at) - at - key.size());
    const std::size_t equals = line.find('=');
    const std::string name = line.substr(0, equals), value = line.substr(equals + 1);
    if (name == "message_bytes")
        options.message_bytes = std::stoll(value);
    else if (name == "fifo_depth")
        options.fifo_depth = std::stoi(value);
    else if (name == "iterations")
        options.iterations = std::stoi(value);
    else if (name == "rrc_operand")
        options.rrc_operand_is_dst = value == "dst";
    else
        throw std::runtime_error("no option " + name);
    return options;
}

}  // namespace ringproof::tests
