#pragma once

#include <stdexcept>
#include <string>

#include "model/import/plan.h"
#include "tests/support/verdicts.h"

/// MSCCL algorithms with what is expected of them in comments.
namespace ringproof::tests {

/// What follows `<!-- expect: ` in an algorithm's text; empty: nothing does.
inline std::string expected_of(const std::string& text) {
    const std::string key = "<!-- expect: ";
    const std::size_t at = text.find(key);
    return at == std::string::npos ? ""
                                   : text.substr(at + key.size(), text.find(' ', at + key.size()) - at - key.size());
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
