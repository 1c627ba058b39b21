#include "model/import/mscclpp/mscclpp.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/use_plan.h"

/// MSCCL++ plans: a text is refused or becomes schedules.
namespace ringproof::fuzz {

void fuzz(std::string_view text) {
    (void)model::mscclpp::looks_like_plan(text);
    const auto plan = accepted([&] { return model::mscclpp::read_plan(text, "plan.json", limits); });
    if (plan) use_plan(**plan, {});
}

}  // namespace ringproof::fuzz
