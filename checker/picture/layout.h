#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "checker/picture/recording.h"

namespace ringproof::checker::picture {

/// Where things stand in a time-space diagram: a row for each chip, in it a lane for each agent and, above and below
/// them, lanes for what the chip has on its links upwards and downwards. In pixels; y grows downwards.
class Layout {
public:
    static constexpr double width = 1280, left = 92, right = 28;
    static constexpr double lane_height = 22, lane_gap = 3, bar_height = 6, bar_gap = 2, row_gap = 36;

    /// One recording, its first row at `top`; time `end` is at the right edge. The recording must outlive it.
    Layout(const Recording& recording, double top, double end);

    double x(double time) const { return left + time / end_ * (width - left - right); }
    /// What one event lasts: nothing where times are under costs.
    double step() const { return recording_->timed ? 0 : 1; }

    double top() const { return top_; }
    double bottom() const { return bottom_; }
    double chip_top(std::int32_t chip) const { return chips_[chip].top; }
    double chip_bottom(std::int32_t chip) const { return chips_[chip].bottom; }
    /// Outside of the lanes of its links as well: where flights of others arrive.
    double row_top(std::int32_t chip) const { return chips_[chip].outer_top; }
    double row_bottom(std::int32_t chip) const { return chips_[chip].outer_bottom; }
    double agent_top(std::int32_t agent) const { return agents_[agent]; }

    /// Which way a flight is drawn: the shorter way round, and straight where both are as long.
    struct Way {
        bool down;
        bool wraps;  ///< leaves at one end of the rows and comes in at the other
    };
    Way way(const Flight& flight) const;
    /// Whether its ends are rows next to each other, the last and the first among them.
    bool neighbours(const Flight& flight) const;
    /// The top of the bar of a flight in its lane; of a signal: the edge that it leaves from.
    double bar(std::size_t flight) const { return bars_[flight]; }

private:
    struct Chip {
        double top, bottom;              ///< of its agents' lanes
        double outer_top, outer_bottom;  ///< of all its lanes
    };
    /// Gives each flight a lane of its chip; how many each chip has, upwards and downwards.
    std::vector<std::int32_t> share_lanes(std::vector<std::int32_t>& up, std::vector<std::int32_t>& down) const;

    const Recording* recording_;
    double top_, bottom_, end_;
    std::vector<Chip> chips_;
    std::vector<double> agents_, bars_;
};

}  // namespace ringproof::checker::picture
