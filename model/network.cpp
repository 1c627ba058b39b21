#include "model/network.h"

#include <algorithm>

#include <fmt/format.h>

#include "model/operation.h"

namespace ringproof::model {
std::string text(const Topology& topology) {
    return std::visit(Overloaded{
                          [](Ring) { return std::string("ring"); },
                          [](Grid grid) { return fmt::format("torus={}x{}", grid.rows, grid.columns); },
                          [](Mesh) { return std::string("all"); },
                      },
                      topology);
}

Network::Network(Topology topology, std::int32_t chips) : chips_(chips) {
    if (std::holds_alternative<Ring>(topology)) circles_ = {{chips, 1}};
    if (const auto* const grid = std::get_if<Grid>(&topology))
        circles_ = {{grid->columns, 1}, {grid->rows, grid->columns}};
    directions_ = circles_.empty() ? std::max(chips - 1, 1) : 2 * static_cast<std::int32_t>(circles_.size());
}

std::int32_t Network::neighbour(std::int32_t chip, std::int32_t direction) const {
    if (circles_.empty()) return (chip + 1 + direction) % chips_;
    const Circle& circle = circles_[direction / 2];
    const std::int32_t here = chip / circle.stride % circle.size;
    const std::int32_t there = (here + (direction % 2 == 0 ? 1 : circle.size - 1)) % circle.size;
    return chip + (there - here) * circle.stride;
}

std::vector<Network::Link> Network::path(std::int32_t from, std::int32_t to) const {
    std::vector<Link> links;
    const auto go = [&](std::int32_t direction) {
        links.push_back(from * directions_ + direction);
        from = neighbour(from, direction);
    };
    if (circles_.empty() && from != to) go((to - from + chips_) % chips_ - 1);
    std::int32_t direction = 0;
    for (const Circle& circle : circles_) {
        const std::int32_t here = from / circle.stride % circle.size, there = to / circle.stride % circle.size;
        const std::int32_t ahead = (there - here + circle.size) % circle.size, back = circle.size - ahead;
        for (std::int32_t k = 0; k < std::min(ahead, back); ++k) go(ahead <= back ? direction : direction + 1);
        direction += 2;
    }
    return links;
}

std::int32_t Network::as_from_0(std::int32_t from, std::int32_t to) const {
    if (circles_.empty()) return (to - from + chips_) % chips_;
    std::int32_t chip = 0;
    for (const Circle& circle : circles_) {
        const std::int32_t here = from / circle.stride % circle.size, there = to / circle.stride % circle.size;
        chip += (there - here + circle.size) % circle.size * circle.stride;
    }
    return chip;
}

std::vector<std::int32_t> Network::distances_from_0(std::span<const char> used) const {
    std::vector<std::int32_t> hops(chips_, -1), queue{0};
    hops[0] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i)
        for (std::int32_t direction = 0; direction < directions_; ++direction) {
            if (used[direction] == 0) continue;
            const std::int32_t next = neighbour(queue[i], direction);
            if (hops[next] >= 0) continue;
            hops[next] = hops[queue[i]] + 1;
            queue.push_back(next);
        }
    return hops;
}

}  // namespace ringproof::model
