#include "model/import/msccl/msccl.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/use_plan.h"

/// MSCCL XML: a text is refused or becomes schedules.
namespace ringproof::fuzz {

void fuzz(std::string_view text) {
    (void)model::msccl::looks_like_algorithm(text);
    const auto plan = accepted([&] { return model::msccl::read_msccl(text, "fuzz.xml", limits); });
    if (!plan) return;
    use_plan(**plan, {.iterations = 1});
    use_plan(**plan, {.iterations = 3, .fifo_depth = 1, .message_bytes = 1 << 22, .rrc_operand_is_dst = true});
}

}  // namespace ringproof::fuzz
