#include "generators/vectors/job.h"

namespace ringproof::generators {

Job::Job(model::Schedule schedule, const Element& element, std::size_t lanes)
    : schedule_(std::make_unique<const model::Schedule>(std::move(schedule))),
      element_(&element),
      lanes_(lanes),
      outputs_(outputs_of(*schedule_)),
      counters_(counters_of(*schedule_)) {}

const Bytes& Job::at_start(model::Place place, std::int32_t launch) const {
    const auto found = starts_.find({place, launch});
    return found == starts_.end() ? nothing_ : found->second;
}

}  // namespace ringproof::generators
