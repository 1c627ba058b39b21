#include "tests/fuzz/round_trip.h"

#include "model/json/json.h"
#include "tests/fuzz/fuzz.h"

namespace ringproof::fuzz {

model::Schedule demand_round_trip(const model::Schedule& schedule) {
    const std::string written = write_schedule(schedule);
    model::Schedule again = must_accept([&] { return model::read_schedule(written, "written.json", limits); }, written);
    demand_equal(write_schedule(again), written, "a schedule that was read is written as it was");
    return again;
}

}  // namespace ringproof::fuzz
