#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

namespace ringproof::checker::picture {

/// Units of a counter that no wait has taken yet, oldest first, and the events that raised them.
class Units {
public:
    explicit Units(std::int64_t initial) { add(std::nullopt, initial); }

    void add(std::optional<std::size_t> event, std::int64_t units) {
        if (units > 0) units_.push_back({event, units});
    }
    void assign(std::optional<std::size_t> event, std::int64_t units) {
        units_.clear();
        add(event, units);
    }
    /// The raise with which the counter came to `need`; none: it was so from the start.
    std::optional<std::size_t> reaching(std::int64_t need) const {
        std::optional<std::size_t> last;
        for (const auto& [event, units] : units_) {
            if (need <= 0) break;
            need -= units;
            last = event;
        }
        return last;
    }
    void take(std::int64_t units) {
        while (units > 0 && !units_.empty()) {
            const std::int64_t taken = std::min(units, units_.front().second);
            units -= taken;
            units_.front().second -= taken;
            if (units_.front().second == 0) units_.pop_front();
        }
    }

private:
    std::deque<std::pair<std::optional<std::size_t>, std::int64_t>> units_;
};

}  // namespace ringproof::checker::picture
