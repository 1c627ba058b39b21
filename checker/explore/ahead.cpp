#include "checker/explore/ahead.h"

#include <algorithm>
#include <bit>

#include "checker/ask.h"
#include "model/footprint.h"

namespace ringproof::checker {
namespace {

using model::Event;
using model::Machine;
using model::Moment;
using model::Overloaded;

using C = model::Concrete;

}  // namespace

// ---- What the schedule says --------------------------------------------------------------------------------------

Ahead::Ahead(const model::Schedule& schedule, std::int32_t launches, const Touches& touches)
    : schedule_(&schedule),
      launches_(launches),
      touches_(&touches),
      touchers_(static_cast<std::size_t>(touches.things())) {
    lay_out_environments();
    for (std::size_t agent = 0; agent < schedule.agents.size(); ++agent)
        lay_out_program(static_cast<std::int32_t>(agent));

    std::map<std::pair<std::int32_t, Ways>, std::int64_t> last;
    for (std::size_t id = 0; id < stops_.size(); ++id) {
        last.clear();
        for (std::size_t at = 0; at < stops_[id].size(); ++at)
            for (const Touch& touch : stops_[id][at].touches)
                for (Ways left = touch.ways; left != 0; left &= left - 1)
                    last[{touch.thing, left & ~(left - 1)}] = static_cast<std::int64_t>(at);
        for (const auto& [key, at] : last)
            touchers_[static_cast<std::size_t>(key.first)].push_back({static_cast<std::int32_t>(id), key.second, at});
    }
}

void Ahead::lay_out_environments() {
    for (std::int32_t chip = 0; chip < schedule_->chips; ++chip) {
        auto& list = stops_.emplace_back();
        for (std::int32_t launch = 0; schedule_->has_launches() && launch < launches_; ++launch)
            for (const Moment moment : {Moment::fill, Moment::enter, Moment::exit, Moment::collect}) {
                const auto touches = touches_->of({moment, chip, launch, 0});
                list.push_back({nullptr, launch, 0, {touches.begin(), touches.end()}, {}});
            }
    }
}

void Ahead::lay_out_program(std::int32_t agent) {
    auto& list = stops_.emplace_back();
    const auto& steps = schedule_->agents[agent].steps;
    for (std::int32_t launch = 0; launch < launches_; ++launch)
        for (std::size_t step = 0; step < steps.size(); ++step) {
            Stop stop{&steps[step].operation, launch, 0, {}, {}};
            touches_->each_of_operation(agent, launch, static_cast<std::int32_t>(step),
                                        [&](const Touch& touch) { stop.touches.push_back(touch); });
            const auto add = [&](model::Counter counter, std::int64_t units) {
                stop.adds.emplace_back(touches_->thing(counter, launch), units);
            };
            const auto raise = [&](const std::optional<model::Raise<C>>& by) {
                if (by) add(by->counter, by->add);
            };
            std::visit(Overloaded{
                           [&](const model::Put<C>& put) { raise(put.send), raise(put.recv); },
                           [&](const model::Get<C>& get) { raise(get.done); },
                           [&](const model::Signal<C>& signal) {
                               if (const auto* const more = std::get_if<model::Add<C>>(&signal.effect))
                                   add(signal.counter, more->add);
                           },
                           [&](const model::Barrier<C>& barrier) {
                               auto& rounds = rounds_[barrier.name][agent];
                               rounds.push_back(std::ssize(list));
                               stop.round = std::ssize(rounds);
                           },
                           [](const auto&) {},
                       },
                       *stop.operation);
            list.push_back(std::move(stop));
        }
}

// ---- What the state says -----------------------------------------------------------------------------------------

void Ahead::look_at(const Machine& machine) {
    machine_ = &machine;
    lines_.clear();
    flights_.clear();
    const auto add_line = [&](std::int64_t now, std::optional<Event> next) {
        if (next && !machine.enabled(*next)) next.reset();
        Line& added = lines_.emplace_back();
        added.now = now;
        added.enabled = next;
    };
    const auto agents = static_cast<std::int32_t>(schedule_->agents.size());
    for (std::int32_t chip = 0; chip < schedule_->chips; ++chip)
        add_line(machine.environment_position(chip), machine.next_of_chip(chip));
    for (std::int32_t agent = 0; agent < agents; ++agent) {
        add_line(machine.position(agent), machine.next_of_agent(agent));
    }
    for (std::int32_t agent = 0; agent < agents; ++agent)
        machine.each_transfer(agent, [&](const Transfer& transfer) { list_flights(transfer); });
}

std::int32_t Ahead::find_flight(const Transfer* transfer, Moment moment) const {
    for (std::size_t k = flights_.size(); k-- > 0;)
        if (flights_[k].transfer == transfer && flights_[k].event.moment == moment)
            return static_cast<std::int32_t>(lines_.size() + k);
    return none;
}

void Ahead::list_flights(const Transfer& transfer) {
    const auto& steps = schedule_->agents[transfer.issue.who].steps;
    const auto list = [&](Moment moment, std::initializer_list<Moment> after,
                          const std::optional<model::Raise<C>>& raise = std::nullopt, std::int64_t less = 0) {
        Flight flight{transfer.event(moment), &transfer, machine_->transfer_enabled(transfer, moment), {}, {}};
        for (const Moment before : after)
            if (const std::int32_t id = find_flight(&transfer, before); id != none) flight.needs.push_back(id);
        if (const Transfer* const other = machine_->holds_back(transfer, moment)) {
            // What takes effect: of a signal its delivery, of a get the read, else the landing.
            const auto& operation = steps[other->issue.step].operation;
            const Moment effect = std::holds_alternative<model::Signal<C>>(operation) ? Moment::deliver
                                  : std::holds_alternative<model::Get<C>>(operation)  ? Moment::read
                                                                                      : Moment::land;
            flight.needs.push_back(find_flight(other, effect));
        }
        if (raise) flight.adds.emplace_back(touches_->thing(raise->counter, transfer.issue.launch), raise->add - less);
        flights_.push_back(std::move(flight));
    };
    std::visit(Overloaded{
                   [&](const model::Put<C>& put) {
                       const bool detached = machine_->is_detached(transfer);
                       const std::int64_t credits = schedule_->profile.credit == model::Credit::gradual && !detached
                                                        ? early_units(put) - transfer.credits
                                                        : 0;
                       if (!transfer.begun) list(Moment::begin, {});
                       if (!transfer.read) list(Moment::read, {}, put.send);
                       if (detached && !transfer.raised) list(Moment::raise, {Moment::begin}, put.recv);
                       if (!transfer.landed && credits > 0)
                           list(Moment::credit, {Moment::begin}, put.recv, put.recv->add - credits);
                       if (!transfer.landed)
                           list(Moment::land, {Moment::begin, Moment::read}, detached ? std::nullopt : put.recv,
                                transfer.credits);
                   },
                   [&](const model::Get<C>& get) {
                       if (!transfer.begun) list(Moment::begin, {});
                       if (!transfer.read) list(Moment::read, {Moment::begin});
                       if (!transfer.landed) list(Moment::land, {Moment::begin, Moment::read}, get.done);
                   },
                   [&](const model::Signal<C>& signal) {
                       const auto* const more = std::get_if<model::Add<C>>(&signal.effect);
                       list(Moment::deliver, {},
                            more == nullptr ? std::nullopt : std::optional(model::Raise<C>{signal.counter, more->add}));
                   },
                   [](const auto&) {},  // no other operation is a transfer
               },
               steps[transfer.issue.step].operation);
}

std::vector<Event> Ahead::enabled() const {
    std::vector<Event> all;
    for (const Line& each : lines_)
        if (each.enabled) all.push_back(*each.enabled);
    for (const Flight& flight : flights_)
        if (flight.enabled) all.push_back(flight.event);
    return all;
}

bool Ahead::end_each_other(const Flight& a, const Flight& b) {
    const auto are = [&](Moment first, Moment second) { return a.event.moment == first && b.event.moment == second; };
    return a.transfer == b.transfer && (are(Moment::credit, Moment::land) || are(Moment::land, Moment::credit));
}

bool Ahead::commutes_with_all(const Event& event) const {
    const auto flying = std::find_if(flights_.begin(), flights_.end(),
                                     [&](const Flight& flight) { return flight.enabled && flight.event == event; });
    const bool in_flight = flying != flights_.end();
    const std::int32_t own = in_flight ? none : is_environment(event.moment) ? event.who : line_of_agent(event.who);
    if (in_flight)
        for (const Flight& flight : flights_)
            if (end_each_other(*flying, flight)) return false;
    for (const Touch& touch : touches_->of(event)) {
        const Ways against = touches_->against(touch.ways);
        for (const Toucher& other : touchers_[static_cast<std::size_t>(touch.thing)])
            if ((other.way & against) != 0 && other.line != own &&
                other.last >= lines_[static_cast<std::size_t>(other.line)].now)
                return false;
        for (const Flight& flight : flights_)
            for (const Touch& its : touches_->of(flight.event))
                if (flight.event != event && its.thing == touch.thing && (its.ways & against) != 0) return false;
    }
    return true;
}

// ---- What may happen ---------------------------------------------------------------------------------------------

void Ahead::hold(const std::vector<Event>& held) {
    const auto things = static_cast<std::size_t>(touches_->things());
    against_.assign(things, 0);
    seen_.assign(things, 0);
    gain_.assign(things, 0);
    toucher_.assign(things, none);
    clashing_ = none;
    const auto is_held = [&](const Event& event) { return std::find(held.begin(), held.end(), event) != held.end(); };
    for (Line& each : lines_) {
        each.reached = each.now;
        each.held = each.enabled && is_held(*each.enabled);
        each.arrived = none;
        each.cause = none;
        each.taken.clear();
    }
    for (Flight& flight : flights_) {
        flight.held = flight.enabled && is_held(flight.event);
        flight.reached = false;
        flight.cause = none;
    }
    for (const Event& event : held)
        for (const Touch& touch : touches_->of(event))
            against_[static_cast<std::size_t>(touch.thing)] |= touches_->against(touch.ways);
}

std::optional<Event> Ahead::clash(const std::vector<Event>& held) {
    hold(held);
    const auto all = static_cast<std::int32_t>(lines_.size() + flights_.size());
    for (bool moved = true; moved && clashing_ == none;) {
        moved = false;
        for (std::int32_t id = all; id-- > 0 && clashing_ == none;) moved |= advance(id);
    }
    if (clashing_ == none) return std::nullopt;
    // Back to where it starts: what has moved is enabled, or its cause has moved before it.
    std::int32_t id = clashing_;
    for (std::int32_t steps = 0; id != none && steps <= all; ++steps) {
        if (id < std::ssize(lines_)) {
            if (line(id).enabled) return line(id).enabled;
            id = line(id).cause;
        } else {
            const Flight& flight = flights_[static_cast<std::size_t>(id) - lines_.size()];
            if (flight.enabled) return flight.event;
            id = flight.cause;
        }
    }
    throw Disagreement("explore: something moves ahead that nothing enabled leads to");
}

bool Ahead::advance(std::int32_t id) {
    if (id >= std::ssize(lines_)) return reach(flights_[static_cast<std::size_t>(id) - lines_.size()], id);
    Line& moving = line(id);
    const std::int64_t arrived = moving.arrived;
    bool moved = false;
    while (clashing_ == none && moving.reached < std::ssize(stops_[static_cast<std::size_t>(id)]) && !moving.held) {
        const bool first = moving.reached == moving.now;
        std::int32_t cause = none;
        if (!(first && moving.enabled) && !may_pass(id, cause)) break;
        // At a barrier the line has moved before, by arriving: that it leaves may be owed to one that it has let go on.
        if (first && moving.cause == none) moving.cause = cause;
        const Stop& passed = stop(id, moving.reached);
        note(id, passed.touches, passed.adds);
        if (passed.operation != nullptr)
            if (const auto* const wait = std::get_if<model::Wait<C>>(passed.operation))
                if (const auto* const until = std::get_if<model::AtLeast<C>>(&wait->until))
                    if (const auto* const take = std::get_if<std::int32_t>(&until->take))
                        moving.taken.emplace_back(touches_->thing(wait->counter, passed.launch), *take);
        ++moving.reached;
        moved = true;
    }
    return moved || moving.arrived != arrived;
}

bool Ahead::reach(Flight& flight, std::int32_t id) {
    if (flight.reached || flight.held) return false;
    for (const std::int32_t need : flight.needs) {
        if (!flights_[static_cast<std::size_t>(need) - lines_.size()].reached) return false;
        flight.cause = need;
    }
    flight.reached = true;
    note(id, touches_->of(flight.event), flight.adds);
    for (const Flight& other : flights_)
        if (other.held && end_each_other(other, flight)) clashing_ = id;
    return true;
}

void Ahead::note(std::int32_t id, std::span<const Touch> touches,
                 const std::vector<std::pair<std::int32_t, std::int64_t>>& adds) {
    for (const Touch& touch : touches) {
        const auto thing = static_cast<std::size_t>(touch.thing);
        if ((against_[thing] & touch.ways) != 0) clashing_ = id;
        seen_[thing] |= touch.ways;
        if ((touch.ways & (Way::add | Way::take | Way::assign | Way::store)) != 0) toucher_[thing] = id;
    }
    for (const auto& [thing, units] : adds) gain_[static_cast<std::size_t>(thing)] += units;
}

}  // namespace ringproof::checker
