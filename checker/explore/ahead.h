#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "checker/explore/touches.h"
#include "model/machine.h"

namespace ringproof::checker {

/// What may happen from a state on while some enabled events are held back: at least all that really may. It knows of
/// no order but programs, of no value but the most that a counter can have, and lets every transfer that is yet to be
/// issued take effect at once.
///
/// Everything ahead lies in *lines*, the environment of each chip and the program of each agent with the transfers that
/// it will issue, or is a *flight*: an event of a transfer that is in flight.
class Ahead {
public:
    /// `touches` and its schedule must outlive it.
    Ahead(const model::Schedule& schedule, std::int32_t launches, const Touches& touches);

    /// Turns to a state. The machine must stay as it is while it is asked about.
    void look_at(const model::Machine& machine);
    /// All that is enabled.
    std::vector<model::Event> enabled() const;
    /// Something enabled, not in `held`, that leads to an event which does not commute with one of `held`; none if
    /// nothing does: then `held` is a persistent set. `held` is enabled.
    std::optional<model::Event> clash(const std::vector<model::Event>& held);
    /// Whether nothing ahead, reachable or not, fails to commute with `event`, save what comes after it in its own
    /// line. Quicker than `clash`.
    bool commutes_with_all(const model::Event& event) const;

private:
    using Transfer = model::Machine::Transfer;
    static constexpr std::int32_t none = -1;

    /// One operation of a program, in one launch; or one event of an environment.
    struct Stop {
        const model::Operation* operation = nullptr;  ///< none: an environment's
        std::int32_t launch = 0;
        std::int64_t round = 0;  ///< of a barrier: how often the agent will have arrived
        std::vector<Touch> touches;
        std::vector<std::pair<std::int32_t, std::int64_t>> adds;  ///< units by counter
    };
    /// Lines and flights are numbered together, lines first: the environments, the programs.
    struct Line {
        std::int64_t now = 0;                 ///< stops behind it
        std::int64_t reached = 0;             ///< stops that it may come to have behind it
        std::optional<model::Event> enabled;  ///< what comes next, if it may
        std::int64_t arrived = none;          ///< the stop, a barrier, at which it may have arrived
        bool held = false;
        std::int32_t cause = none;                                 ///< what lets it go on where it is not enabled
        std::vector<std::pair<std::int32_t, std::int64_t>> taken;  ///< by its own waits on the way
    };
    struct Flight {
        model::Event event;
        const Transfer* transfer;
        bool enabled;
        std::vector<std::int32_t> needs;  ///< flights that come before it
        std::vector<std::pair<std::int32_t, std::int64_t>> adds;
        bool held = false, reached = false;
        std::int32_t cause = none;
    };
    /// Until which stop of a line something touches a thing.
    struct Toucher {
        std::int32_t line;
        Ways way;
        std::int64_t last;
    };

    std::int32_t line_of_agent(std::int32_t agent) const { return schedule_->chips + agent; }
    Line& line(std::int32_t id) { return lines_[static_cast<std::size_t>(id)]; }
    Stop& stop(std::int32_t id, std::int64_t at) {
        return stops_[static_cast<std::size_t>(id)][static_cast<std::size_t>(at)];
    }
    void lay_out_environments();
    void lay_out_program(std::int32_t agent);
    void list_flights(const Transfer& transfer);
    std::int32_t find_flight(const Transfer* transfer, model::Moment moment) const;
    void hold(const std::vector<model::Event>& held);
    /// A landing ends the credits of its transfer.
    static bool end_each_other(const Flight& a, const Flight& b);

    /// Lets a line or flight go on as far as it may; whether it has moved. Sets `clashing_` and stops at a clash.
    bool advance(std::int32_t id);
    bool reach(Flight& flight, std::int32_t id);
    void note(std::int32_t id, std::span<const Touch> touches,
              const std::vector<std::pair<std::int32_t, std::int64_t>>& adds);
    // Whether the next stop of a line may be passed (gates.cpp). If so, `cause` is what has to move for it, unless it
    // is the line itself.
    bool may_pass(std::int32_t id, std::int32_t& cause);
    bool may_pass_environment(std::int32_t chip, std::int32_t& cause);
    bool may_pass_program(std::int32_t agent, std::int32_t& cause);
    bool may_pass_wait(Line& line, const Stop& stop, const model::Wait<model::Concrete>& wait, std::int32_t& cause);
    bool may_pass_quiet(std::int32_t agent, model::Until until, std::int32_t& cause);
    bool may_pass_barrier(std::int32_t agent, std::int64_t round, model::Symbol name, std::int32_t& cause);

    const model::Schedule* schedule_;
    std::int32_t launches_;
    const Touches* touches_;
    std::vector<std::vector<Stop>> stops_;        ///< by line
    std::vector<std::vector<Toucher>> touchers_;  ///< by thing
    std::map<model::Symbol, std::map<std::int32_t, std::vector<std::int64_t>>>
        rounds_;  ///< of a barrier: by agent, where

    const model::Machine* machine_ = nullptr;
    std::vector<Line> lines_;
    std::vector<Flight> flights_;
    // While events are held, by thing:
    std::vector<Ways> against_;          ///< what does not commute with what is held
    std::vector<Ways> seen_;             ///< how what may happen touches it
    std::vector<std::int64_t> gain_;     ///< of a counter: what may be added
    std::vector<std::int32_t> toucher_;  ///< the last line or flight that changes it
    std::int32_t clashing_ = none;
};

}  // namespace ringproof::checker
