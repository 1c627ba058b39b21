#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "backends/request.h"

namespace ringproof::backends {

/// A put, get or signal between its start and its end. What is left to do of it, in this order:
///
/// - a put: the source is read; the data sets out; it has landed;
/// - a get: the request sets out; the source has been read; the data lands;
/// - a signal: it is delivered.
struct Transfer : Request {
    enum class Step { read, begin, land };

    std::int64_t number = 0;  ///< of its agent
    std::int32_t fences = 0;  ///< of its agent, before it
    bool read = false, begun = false;
    bool slow = false;  ///< all others overtake it
    std::vector<std::byte> data;

    Step next() const {
        if (kind == Kind::put) return !read ? Step::read : !begun ? Step::begin : Step::land;
        if (kind == Kind::get) return !begun ? Step::begin : !read ? Step::read : Step::land;
        return Step::land;
    }
};

/// The transfers that a process has started and not ended. They move one step at a time, as they are drawn: those that
/// nothing orders overtake each other.
class Transfers {
public:
    void start(Request request, std::minstd_rand& draws);
    /// Orders what its agent starts later behind what it has started.
    void fence(std::int32_t agent) { ++agents_[agent].fences; }
    bool quiet(std::int32_t agent, model::Until until) const;
    bool empty() const { return moving_.empty(); }

    /// Moves some of them, or none, `step(transfer)` is to do the next step.
    template <class Do>
    void move(std::minstd_rand& draws, const Do& step) {
        for (std::size_t left = draws() % (2 * moving_.size() + 1); left > 0 && !moving_.empty(); --left) {
            const std::size_t k = draws() % moving_.size();
            Transfer& drawn = moving_[k];
            if (held_back(drawn) || (drawn.slow && draws() % one_in != 0)) continue;
            const bool last = drawn.next() == Transfer::Step::land;
            step(drawn);
            if (last) moving_.erase(moving_.begin() + static_cast<std::ptrdiff_t>(k));
        }
    }

private:
    /// So many transfers have one that is slow, which goes on in one of so many cases where others would.
    static constexpr unsigned one_in = 8;
    struct AgentState {
        std::int64_t issued = 0;
        std::int32_t fences = 0;
    };
    /// Whether the next step of the transfer has to wait for an earlier one of its agent.
    bool held_back(const Transfer& transfer) const;

    std::map<std::int32_t, AgentState> agents_;
    std::vector<Transfer> moving_;
};

}  // namespace ringproof::backends
