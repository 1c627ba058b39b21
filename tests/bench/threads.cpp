#include "backends/threads/threads.h"

#include <barrier>
#include <optional>

#include "tests/bench/all_reduce.h"

namespace ringproof::bench {
namespace {

/// Calls `body(chip)` in a thread for each chip.
template <class Body>
void on_all_chips(const Body& body) {
    std::vector<std::jthread> threads;
    for (std::int32_t chip = 0; chip < chips; ++chip) threads.emplace_back([&body, chip] { body(chip); });
}

double seconds_of_backend(const AllReduce& what) {
    backends::Threads backend(what.world());
    std::vector<std::optional<Player<backends::Threads>>> players(chips);
    for (std::int32_t chip = 0; chip < chips; ++chip) players[chip].emplace(backend, what, chip);
    double seconds = 0;
    on_all_chips([&](std::int32_t chip) {
        const auto times = players[chip]->play();
        if (chip == 0) seconds = median(times);
    });
    return seconds;
}

/// Each chip copies as many bytes as it puts, within its own memory.
double seconds_of_memcpy(const AllReduce& what) {
    const std::size_t size = what.world().slot_size;
    std::barrier all(chips);
    double seconds = 0;
    on_all_chips([&](std::int32_t chip) {
        std::vector<std::byte> from(what.bytes()), to(what.bytes());
        std::vector<Clock::time_point> times;
        for (int launch = 0; launch < what.launches(); ++launch) {
            all.arrive_and_wait();
            times.push_back(Clock::now());
            for (int k = 0; k < AllReduce::puts(); ++k)
                std::memcpy(to.data() + (k % chips) * size, from.data() + (k + 1) % chips * size, size);
            // What nobody reads need not be copied.
            asm volatile("" : : "r"(to.data()) : "memory");
        }
        if (chip == 0) seconds = median(times);
    });
    return seconds;
}

}  // namespace
}  // namespace ringproof::bench

int main() {
    using namespace ringproof::bench;
    print_head();
    for (const std::size_t size : slot_sizes) {
        const AllReduce what(size);
        print_row("threads", what, seconds_of_backend(what), "memcpy of what is put", seconds_of_memcpy(what));
    }
}
