#include "checker/picture/layout.h"

#include <algorithm>
#include <cstdlib>

namespace ringproof::checker::picture {
namespace {

/// Flights beyond these at the same time share a lane.
constexpr std::size_t most_lanes = 4;

}  // namespace

Layout::Layout(const Recording& recording, double top, double end)
    : recording_(&recording), top_(top), bottom_(top), end_(end > 0 ? end : 1) {
    const model::Schedule& schedule = *recording.schedule;
    std::vector<std::int32_t> up(schedule.chips, 0), down(schedule.chips, 0);
    const std::vector<std::int32_t> lanes = share_lanes(up, down);

    agents_.resize(schedule.agents.size());
    double y = top + row_gap / 2;
    for (std::int32_t chip = 0; chip < schedule.chips; ++chip) {
        const double outer_top = y;
        y += up[chip] * (bar_height + bar_gap);
        Chip row{y, y + lane_height, outer_top, 0};
        double lane = y;
        for (std::size_t agent = 0; agent < schedule.agents.size(); ++agent) {
            if (schedule.agents[agent].chip != chip) continue;
            agents_[agent] = lane;
            row.bottom = lane + lane_height;
            lane = row.bottom + lane_gap;
        }
        row.outer_bottom = row.bottom + down[chip] * (bar_height + bar_gap);
        chips_.push_back(row);
        y = row.outer_bottom + row_gap;
    }
    bottom_ = y - row_gap / 2;

    for (std::size_t i = 0; i < recording.flights.size(); ++i) {
        const Flight& flight = recording.flights[i];
        const Chip& row = chips_[flight.from];
        const bool goes_down = way(flight).down;
        const double offset = bar_gap + lanes[i] * (bar_height + bar_gap);
        if (flight.kind == Flight::Kind::signal)
            bars_.push_back(goes_down ? row.outer_bottom : row.outer_top);
        else
            bars_.push_back(goes_down ? row.bottom + offset : row.top - offset - bar_height);
    }
}

Layout::Way Layout::way(const Flight& flight) const {
    const std::int32_t n = recording_->schedule->chips;
    const std::int32_t ahead = ((flight.to - flight.from) % n + n) % n, back = n - ahead;
    if (2 * ahead == n || ahead == 0) return {flight.to >= flight.from, false};
    return ahead < back ? Way{true, flight.to < flight.from} : Way{false, flight.to > flight.from};
}

bool Layout::neighbours(const Flight& flight) const {
    const std::int32_t n = recording_->schedule->chips, apart = std::abs(flight.to - flight.from);
    return std::min(apart, n - apart) == 1;
}

std::vector<std::int32_t> Layout::share_lanes(std::vector<std::int32_t>& up, std::vector<std::int32_t>& down) const {
    std::vector<std::vector<double>> free_up(up.size()), free_down(down.size());  // when each lane is free again
    std::vector<std::int32_t> lanes;
    for (const Flight& flight : recording_->flights) {
        if (flight.kind == Flight::Kind::signal) {
            lanes.push_back(0);
            continue;
        }
        std::vector<double>& free = way(flight).down ? free_down[flight.from] : free_up[flight.from];
        auto lane = std::find_if(free.begin(), free.end(), [&](double time) { return time <= flight.begin_time; });
        if (lane == free.end()) {
            if (free.size() < most_lanes) free.push_back(0);
            lane = free.end() - 1;
        }
        *lane = std::max(*lane, (flight.read ? recording_->times[*flight.read] : flight.end_time) + step());
        lanes.push_back(static_cast<std::int32_t>(lane - free.begin()));
    }
    for (std::size_t chip = 0; chip < up.size(); ++chip) {
        up[chip] = static_cast<std::int32_t>(free_up[chip].size());
        down[chip] = static_cast<std::int32_t>(free_down[chip].size());
    }
    return lanes;
}

}  // namespace ringproof::checker::picture
