#include "generators/check.h"
#include "model/compare.h"
#include "model/json/json.h"

namespace ringproof::generators {

std::string text_gives_it_back(Trial trial) {
    const std::string text = model::write_schedule(trial.schedule);
    if (!model::equal(model::read_schedule(text, "generated"), trial.schedule)) return "the schedule read differs";
    return {};
}

}  // namespace ringproof::generators
