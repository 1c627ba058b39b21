#include "tests/bench/all_reduce.h"

#include <algorithm>

#include "generators/vectors/library.h"
#include "tests/bench/machine.h"

namespace ringproof::bench {
namespace {

model::Schedule schedule_for(std::size_t slot_size) {
    for (const generators::LibraryKernel& one : generators::library())
        if (one.folder == "kernels" && one.kernel.name == "all_reduce") {
            model::Schedule schedule = model::instantiate(one.kernel, chips);
            schedule.launches = slot_size < slot_sizes[2] ? 101 : 21;
            return schedule;
        }
    std::abort();
}

}  // namespace

AllReduce::AllReduce(std::size_t slot_size)
    : schedule_(schedule_for(slot_size)), world_{schedule_, *generators::find_element("float32"), slot_size, delays_} {}

double median(const std::vector<Clock::time_point>& times) {
    std::vector<double> seconds;
    for (std::size_t k = 2; k < times.size(); ++k)
        seconds.push_back(std::chrono::duration<double>(times[k] - times[k - 1]).count());
    std::ranges::sort(seconds);
    return seconds.at(seconds.size() / 2);
}

void print_head() {
    fmt::print(
        "{}\n\nRing all-reduce of float32 on {} chips. These backends are there to show every outcome, not to be fast: "
        "they\nmove data in atomic words or hold transfers back at random.\n\n",
        machine(), chips);
    fmt::print("| backend | slot | MB reduced a second | reference | MB a second | of the reference |\n");
    fmt::print("|---|---|---|---|---|---|\n");
}

void print_row(const char* backend, const AllReduce& what, double seconds, const char* reference,
               double seconds_of_reference) {
    const double megabytes = static_cast<double>(what.bytes()) / 1e6;
    fmt::print("| {} | {} KiB | {:.1f} | {} | {:.1f} | {:.4f} |\n", backend, what.world().slot_size / 1024,
               megabytes / seconds, reference, megabytes / seconds_of_reference, seconds_of_reference / seconds);
}

}  // namespace ringproof::bench
