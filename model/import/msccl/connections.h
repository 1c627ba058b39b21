#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "model/import/msccl/algorithm.h"

namespace ringproof::model::msccl {

/// The step of a block.
struct StepId {
    std::size_t gpu, block, step;
};

/// What goes over a connection at a time.
struct Transmission {
    StepId step;
    std::int64_t chunks;
};

/// The first-in first-out way from one gpu to another on a channel, and what each end does with it in one repetition of
/// the steps.
struct Connection {
    std::vector<Transmission> sent, received;

    /// Chunks of the k-th transmission, as the end says that says more; k may go on into further repetitions.
    std::int64_t chunks(std::size_t k) const {
        const auto at = [k](const std::vector<Transmission>& end) {
            return end.empty() ? 0 : end[k % end.size()].chunks;
        };
        return std::max(at(sent), at(received));
    }
};

/// `number` / `by`, upwards.
constexpr std::int64_t divided_up(std::int64_t number, std::int64_t by) { return (number + by - 1) / by; }

/// Of how many chunks the parts are in which a step of `count` chunks moves them, at most `most` at a time.
std::vector<std::int64_t> parts(std::int64_t count, std::int64_t most);

/// All connections, found from the steps of their ends.
class Connections {
public:
    using Key = std::tuple<std::int32_t, std::int32_t, std::int32_t>;  ///< from, to, channel

    /// A step carries at most so many chunks at a time. Throws Fault (bad_connection): two blocks at one end, or
    /// transmissions whose ends differ in size; and also where there are more sends than receives on some connection
    /// and nowhere the other way round: what nobody receives shows in no single run.
    Connections(const Algorithm& algorithm, std::int64_t most_chunks, std::int64_t most_transmissions);

    const std::map<Key, Connection>& all() const { return connections_; }
    /// Sends and receives without counterpart, as sentences.
    const std::vector<std::string>& unmatched() const { return unmatched_; }

private:
    void check_declared(std::size_t gpu) const;
    void add(const StepId& id, std::int64_t most_chunks);
    void check(const Key& key, const Connection& connection);
    Location location(const StepId& id) const;
    int line(const StepId& id) const;

    const Algorithm& algorithm_;
    std::map<Key, Connection> connections_;
    std::int64_t room_;
    std::vector<std::string> unmatched_;
    const Connection* unreceived_ = nullptr;  ///< one with more sends than receives
    bool starves_ = false;                    ///< some connection has more receives than sends
};

}  // namespace ringproof::model::msccl
