#include "model/import/plan.h"

#include <fmt/format.h>

namespace ringproof::model {

std::string PlanOptions::text() const {
    const PlanOptions usual;
    std::string text;
    const auto add = [&](const std::string& option) { text += (text.empty() ? "" : " ") + option; };
    if (iterations != usual.iterations) add(fmt::format("--iterations {}", iterations));
    if (fifo_depth != usual.fifo_depth) add(fmt::format("--fifo-depth {}", fifo_depth));
    if (message_bytes != usual.message_bytes) add(fmt::format("--message-bytes {}", message_bytes));
    if (rrc_operand_is_dst) add("--rrc-operand dst");
    return text;
}

}  // namespace ringproof::model
