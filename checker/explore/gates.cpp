#include <algorithm>

#include "checker/explore/ahead.h"

// What holds a line back, as far as Ahead knows: a gate is passed wherever it really may be.
namespace ringproof::checker {
namespace {

using model::Moment;
using model::Overloaded;

using C = model::Concrete;

/// The stop of an environment's event.
std::int64_t stop_of(Moment moment, std::int32_t launch) { return std::int64_t{4} * launch + static_cast<int>(moment); }

}  // namespace

bool Ahead::may_pass(std::int32_t id, std::int32_t& cause) {
    return id < schedule_->chips ? may_pass_environment(id, cause) : may_pass_program(id - schedule_->chips, cause);
}

bool Ahead::may_pass_environment(std::int32_t chip, std::int32_t& cause) {
    const std::int64_t at = line(chip).reached;
    const std::int32_t launch = stop(chip, at).launch;
    if (at == stop_of(Moment::enter, launch) && schedule_->profile.entry == model::Entry::barrier) {
        // Together is one event, which goes by the name of chip 0.
        if (chip != 0) {
            cause = 0;
            return line(0).reached > at;
        }
        for (std::int32_t other = 0; other < schedule_->chips; ++other) {
            if (line(other).reached < at) return false;
            if (line(other).now < at) cause = other;
        }
    }
    if (at == stop_of(Moment::exit, launch))
        for (std::size_t agent = 0; agent < schedule_->agents.size(); ++agent) {
            if (schedule_->agents[agent].chip != chip) continue;
            const std::int32_t id = line_of_agent(static_cast<std::int32_t>(agent));
            const std::int64_t end = std::ssize(schedule_->agents[agent].steps) * (std::int64_t{launch} + 1);
            if (line(id).reached < end) return false;
            if (line(id).now < end) cause = id;
        }
    return true;
}

bool Ahead::may_pass_program(std::int32_t agent, std::int32_t& cause) {
    const std::int32_t id = line_of_agent(agent);
    const Stop& next = stop(id, line(id).reached);
    const std::int32_t chip = schedule_->agents[agent].chip;
    if (schedule_->has_launches()) {
        const std::int64_t enter = stop_of(Moment::enter, next.launch);
        if (line(chip).reached <= enter) return false;
        if (line(chip).now <= enter) cause = chip;
    }
    return std::visit(
        Overloaded{
            [&](const model::Wait<C>& wait) { return may_pass_wait(line(id), next, wait, cause); },
            [&](const model::Poll<C>& poll) {
                if (machine_->memory()[poll.src] != model::nothing) return true;
                const auto slot = static_cast<std::size_t>(touches_->thing(poll.src));
                if ((seen_[slot] & Ways(Way::store)) == 0) return false;
                cause = toucher_[slot];
                return true;
            },
            [&](const model::Quiet<C>& quiet) { return may_pass_quiet(agent, quiet.until, cause); },
            [&](const model::Barrier<C>& barrier) { return may_pass_barrier(agent, next.round, barrier.name, cause); },
            [](const auto&) { return true; },
        },
        *next.operation);
}

bool Ahead::may_pass_wait(Line& line, const Stop& stop, const model::Wait<C>& wait, std::int32_t& cause) {
    const auto counter = static_cast<std::size_t>(touches_->thing(wait.counter, stop.launch));
    const std::int64_t now = machine_->value(wait.counter, stop.launch);
    const auto changed = [&](Ways ways) {
        if ((seen_[counter] & ways) == 0) return false;
        cause = toucher_[counter];
        return true;
    };
    return std::visit(Overloaded{
                          [&](const model::AtLeast<C>& until) {
                              if (changed(Ways(Way::assign))) return true;
                              // Its own waits on the way have taken for certain; what others take is left out.
                              std::int64_t most = now + gain_[counter];
                              for (const auto& [thing, units] : line.taken)
                                  if (thing == static_cast<std::int32_t>(counter)) most -= units;
                              if (most < until.at_least) return false;
                              if (gain_[counter] > 0) cause = toucher_[counter];
                              return true;
                          },
                          [&](const model::Equals<C>& until) {
                              return changed(Way::add | Way::take | Way::assign) || now == until.equals;
                          },
                          [&](const model::AboveSnapshot<C>&) {
                              // Past its next operation the snapshot may be another; and before its chip has entered,
                              // whether it is enabled is not known.
                              return line.reached > line.now || cause != none || changed(Way::add | Way::assign);
                          },
                      },
                      wait.until);
}

bool Ahead::may_pass_quiet(std::int32_t agent, model::Until until, std::int32_t& cause) {
    for (std::size_t k = 0; k < flights_.size(); ++k) {
        const Flight& flight = flights_[k];
        if (flight.event.who != agent) continue;
        const auto& operation = schedule_->agents[agent].steps[flight.event.step].operation;
        const bool until_read = until == model::Until::read && std::holds_alternative<model::Put<C>>(operation);
        const bool counts = until_read ? flight.event.moment == Moment::read
                                       : flight.event.moment == Moment::land || flight.event.moment == Moment::deliver;
        if (!counts) continue;
        if (!flight.reached) return false;
        cause = static_cast<std::int32_t>(lines_.size() + k);
    }
    return true;
}

bool Ahead::may_pass_barrier(std::int32_t agent, std::int64_t round, model::Symbol name, std::int32_t& cause) {
    Line& own = line(line_of_agent(agent));
    if (own.reached == own.now) own.cause = cause;  // of its arrival
    own.arrived = own.reached;
    for (const auto& [member, stops] : rounds_.at(name)) {
        if (member == agent || machine_->arrivals(member, name) >= round) continue;
        if (std::ssize(stops) < round) return false;
        const Line& its = line(line_of_agent(member));
        const std::int64_t at = stops[static_cast<std::size_t>(round) - 1];
        if (its.reached <= at && its.arrived != at) return false;
        cause = line_of_agent(member);
    }
    return true;
}

}  // namespace ringproof::checker
