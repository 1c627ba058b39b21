#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace ringproof::model {

/// Chips in a ring, with a link each way between neighbours.
struct Ring {
    friend bool operator==(const Ring&, const Ring&) = default;
};
/// Chips in rows and columns, both of them rings; chip = row * columns + column.
struct Grid {
    std::int32_t rows, columns;
    friend bool operator==(const Grid&, const Grid&) = default;
};
/// A link each way between every two chips.
struct Mesh {
    friend bool operator==(const Mesh&, const Mesh&) = default;
};
using Topology = std::variant<Ring, Grid, Mesh>;

/// `ring`, `torus=2x4`, `all`.
std::string text(const Topology& topology);

/// Directed links between chips, and the way that data takes: along the columns first, then along the rows, in each
/// the shorter way round; where both are as long, upwards (to the right). It looks alike from every chip.
class Network {
public:
    /// A directed link: the chip that it leaves times `directions()`, plus its direction.
    using Link = std::int32_t;

    /// Assumes that the topology fits the number of chips, which is at least 1.
    Network(Topology topology, std::int32_t chips);

    std::int32_t chips() const { return chips_; }
    /// Links that leave a chip, and as many come in. Ring: right, left. Torus: right and left in the row, then down and
    /// up. All: to the chip 1 ahead, 2 ahead, ...
    std::int32_t directions() const { return directions_; }
    std::int32_t links() const { return chips_ * directions_; }
    /// The direction of a link.
    std::int32_t direction(Link link) const { return link % directions_; }
    /// The chip at the end of the link that leaves `chip` in this direction.
    std::int32_t neighbour(std::int32_t chip, std::int32_t direction) const;
    /// The links from one chip to another, in their order; none where both are the same.
    std::vector<Link> path(std::int32_t from, std::int32_t to) const;
    /// The chip that lies from chip 0 as `to` does from `from`.
    std::int32_t as_from_0(std::int32_t from, std::int32_t to) const;
    /// By chip: the least number of links from chip 0 to it where only the directions that have a flag are used; -1:
    /// there is no way.
    std::vector<std::int32_t> distances_from_0(std::span<const char> used) const;

private:
    /// A ring that the network is made of: chips on it are `stride` apart.
    struct Circle {
        std::int32_t size, stride;
    };
    /// The circles of ring and torus, those of the row first; none of a mesh.
    std::vector<Circle> circles_;
    std::int32_t chips_;
    std::int32_t directions_;
};

}  // namespace ringproof::model
