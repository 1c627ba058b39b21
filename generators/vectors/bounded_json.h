#pragma once

#include <string_view>

#include <nlohmann/json.hpp>

#include "model/diagnostic.h"

namespace ringproof::generators {

/// A text of somebody else as JSON; discarded where it is none. What walks it later may recurse: throws model::Fault
/// (too_large) where it is nested more than a hundred deep. Internal to the readers of vectors and of the protocol.
inline nlohmann::ordered_json parse_bounded(std::string_view text) {
    using nlohmann::ordered_json;
    constexpr int deepest = 100;
    const auto check = [](int depth, ordered_json::parse_event_t, ordered_json&) {
        if (depth > deepest) throw model::Fault(model::Code::too_large, "it is nested more than 100 deep");
        return true;
    };
    return ordered_json::parse(text, check, false);
}

}  // namespace ringproof::generators
