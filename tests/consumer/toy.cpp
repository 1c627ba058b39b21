#include <cstring>
#include <map>
#include <mutex>
#include <vector>

#include "conformance/suite.h"

using namespace ringproof::conformance;

/// A backend of another project: one memory behind one lock, and transfers that are over as soon as they begin.
class Toy {
public:
    explicit Toy(const World& world) : world_(world) {}

    void store(Place place, const std::byte* from) {
        const std::lock_guard lock(mutex_);
        slot(place).assign(from, from + world_.slot_size);
    }
    void load(Place place, std::byte* to) {
        const std::lock_guard lock(mutex_);
        std::memcpy(to, slot(place).data(), world_.slot_size);
    }
    void put(std::int32_t, const Put& put) {
        const std::lock_guard lock(mutex_);
        for (std::int32_t k = 0; k < put.len; ++k)
            slot({put.dst.buffer, put.dst.index + k}) = slot({put.src.buffer, put.src.index + k});
        for (const auto& raise : {put.send, put.recv})
            if (raise) counters_[raise->counter] += raise->add;
    }
    void signal(std::int32_t, const Signal& signal) {
        const std::lock_guard lock(mutex_);
        counters_[signal.counter] += std::get<0>(signal.effect).add;
    }
    bool try_wait(Counter counter, std::int64_t at_least, std::int64_t take) {
        const std::lock_guard lock(mutex_);
        if (counters_[counter] < at_least) return false;
        counters_[counter] -= take;
        return true;
    }
    std::int64_t value(Counter counter) {
        const std::lock_guard lock(mutex_);
        return counters_[counter];
    }
    void set(Counter counter, std::int64_t value) {
        const std::lock_guard lock(mutex_);
        counters_[counter] = value;
    }

private:
    std::vector<std::byte>& slot(Place place) { return slots_[place]; }

    const World& world_;
    std::mutex mutex_;
    std::map<Place, std::vector<std::byte>> slots_;
    std::map<Counter, std::int64_t> counters_;
};

RINGPROOF_CONFORMANCE(toy, Toy);
