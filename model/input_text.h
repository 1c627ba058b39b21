#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

#include "model/term.h"

namespace ringproof::model {

/// `x[3]@2` taken apart: how schedule JSON spells an input value.
inline std::optional<Input> input_of(std::string_view text) {
    const auto open = text.find('[');
    const auto close = text.find("]@");
    if (open == 0 || open == std::string_view::npos || close == std::string_view::npos || close < open)
        return std::nullopt;
    const auto number = [](std::string_view digits, std::int32_t& value) {
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return error == std::errc() && end == digits.data() + digits.size() && value >= 0;
    };
    Input input{};
    if (!number(text.substr(open + 1, close - open - 1), input.index) || !number(text.substr(close + 2), input.chip))
        return std::nullopt;
    input.buffer = Symbol(text.substr(0, open));
    return input;
}

}  // namespace ringproof::model
