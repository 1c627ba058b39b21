#include "checker/explore/touches.h"

#include <algorithm>
#include <bit>

#include "model/contract.h"
#include "model/footprint.h"

namespace ringproof::checker {
namespace {

using model::Concrete;
using model::Counter;
using model::End;
using model::Mode;
using model::Moment;
using model::Overloaded;
using model::Place;
using model::Role;

using C = Concrete;

Way open_of(Mode mode) {
    return mode == Mode::read ? Way::open_read : mode == Mode::write ? Way::open_write : Way::open_accumulate;
}

Way close_of(Mode mode) {
    return mode == Mode::read ? Way::close_read : mode == Mode::write ? Way::close_write : Way::close_accumulate;
}

/// The ways that do not commute with one way. `limited`: counters have a width, so the order of changes decides whether
/// one passes it.
Ways against_one(Way way, bool limited) {
    const Ways changes = Way::add | Way::take | Way::assign;
    const Ways writes = Way::open_write | Way::close_write;
    const Ways reads = Way::open_read | Way::close_read;
    const Ways accumulates = Way::open_accumulate | Way::close_accumulate;
    // Closing commutes with closing; opening conflicts with what may still be open or has just been closed.
    const Ways opens = Way::open_read | Way::open_write | Way::open_accumulate;
    switch (way) {
        case Way::add:
            return (Way::exact | Way::assign) | (limited ? Way::add | Way::take : 0u);
        case Way::take:
            return (Way::take | Way::floor) | Way::exact | Way::assign | (limited ? Ways(Way::add) : 0u);
        case Way::floor:
            return Way::take | Way::assign;
        case Way::exact:
            return changes;
        case Way::assign:
            return changes | Way::floor | Way::exact;
        case Way::open_read:
            return writes | accumulates;
        case Way::open_write:
            return writes | reads | accumulates;
        case Way::open_accumulate:
            return writes | reads;
        case Way::close_read:
            return (Way::open_write | Way::open_accumulate);
        case Way::close_write:
            return opens;
        case Way::close_accumulate:
            return (Way::open_read | Way::open_write);
        case Way::load:
            return Ways(Way::store);
        case Way::store:
            return Way::load | Way::store;
        case Way::enter:
            return Way::inside | Way::entered;
        case Way::exit:
            return Ways(Way::inside);
        case Way::inside:
            return Way::enter | Way::exit;
        case Way::entered:
            return Ways(Way::enter);
        case Way::flight:
            return Ways(Way::drained);
        case Way::drained:
            return Ways(Way::flight);
    }
    return ~0u;
}

}  // namespace

/// Collects what one event touches.
struct Touches::Writer {
    const Touches& touches;
    std::int32_t launch;
    std::vector<Touch> list;

    const model::Schedule& schedule() const { return *touches.schedule_; }

    void add(std::int32_t thing, Ways ways) { list.push_back({thing, ways}); }
    void add(std::int32_t thing, Way way) { add(thing, Ways(way)); }
    void counter(Counter counter, Way way) { add(touches.thing(counter, launch), way); }
    void stage(std::int32_t chip, Way way) { add(touches.first_stage_ + chip, way); }
    void flights(std::int32_t chip, Way way) { add(touches.first_flights_ + chip, way); }
    void inside(std::int32_t chip) {
        if (schedule().has_launches() && !schedule().memory_is_global()) stage(chip, Way::inside);
    }
    /// A change of a counter from afar, or by a transfer.
    void raise(Counter raised, Way way) {
        counter(raised, way);
        if (schedule().life_of(raised.semaphore) == model::Life::launch) stage(schedule().chip_of(raised), Way::inside);
    }
    void raise(const std::optional<model::Raise<C>>& by) {
        if (by) raise(by->counter, Way::add);
    }
    /// Each slot of one end, with what opening or closing its access means.
    void slots(const model::Operation& operation, End end, bool opens, Ways more = 0) {
        model::each_access(operation, [&](Place place, Mode mode, End side) {
            if (side == end) add(touches.thing(place), Ways(opens ? open_of(mode) : close_of(mode)) | more);
        });
    }
};

Touches::Touches(const model::Schedule& schedule, std::int32_t launches) : schedule_(&schedule) {
    for (std::size_t id = 0; id < schedule.semaphores.size(); ++id) {
        first_counter_.push_back(things_);
        const bool each_launch = schedule.life_of(static_cast<std::int32_t>(id)) == model::Life::launch;
        things_ += schedule.semaphores[id].size * (each_launch ? launches : 1);
    }
    for (const model::Buffer& buffer : schedule.buffers) {
        first_slot_.push_back(things_);
        things_ += buffer.size;
    }
    first_stage_ = things_;
    first_flights_ = first_stage_ + schedule.chips;
    things_ = first_flights_ + schedule.chips;

    for (std::int32_t chip = 0; chip < schedule.chips; ++chip) {
        auto& list = environments_.emplace_back();
        for (std::int32_t launch = 0; schedule.has_launches() && launch < launches; ++launch)
            for (const Moment moment : {Moment::fill, Moment::enter, Moment::exit, Moment::collect})
                list.push_back({moment, environment({moment, chip, launch, 0})});
    }
    for (std::size_t id = 0; id < schedule.agents.size(); ++id) {
        auto& list = operations_.emplace_back();
        for (std::int32_t launch = 0; launch < launches; ++launch)
            for (const model::Step& step : schedule.agents[id].steps)
                list.push_back(operation(step.operation, static_cast<std::int32_t>(id), launch));
    }
}

std::int32_t Touches::thing(Counter counter, std::int32_t launch) const {
    const bool each_launch = schedule_->life_of(counter.semaphore) == model::Life::launch;
    return first_counter_[counter.semaphore] + counter.index +
           (each_launch ? launch * schedule_->semaphores[counter.semaphore].size : 0);
}

std::span<const Touch> Touches::of(const model::Event& event) const {
    if (is_environment(event.moment))
        return environments_[static_cast<std::size_t>(event.who)]
                            [4 * static_cast<std::size_t>(event.launch) + static_cast<std::size_t>(event.moment)]
                                .touches;
    const auto& list = events_of(event.who, event.launch, event.step);
    const auto at = std::find_if(list.begin(), list.end(), [&](const At& a) { return a.moment == event.moment; });
    return at == list.end() ? std::span<const Touch>() : std::span<const Touch>(at->touches);
}

Ways Touches::against(Ways ways) const {
    Ways all = 0;
    for (Ways left = ways; left != 0; left &= left - 1)
        all |= against_one(static_cast<Way>(1u << static_cast<unsigned>(std::countr_zero(left))),
                           schedule_->profile.counter_values.has_value());
    return all;
}

std::vector<Touch> Touches::environment(const model::Event& event) const {
    Writer writer{*this, event.launch, {}};
    const auto each_slot = [&](std::int32_t chip, auto&& visit) {
        for (std::size_t id = 0; id < schedule_->buffers.size(); ++id)
            for (std::int32_t k = 0; schedule_->buffers[id].chip == chip && k < schedule_->buffers[id].size; ++k)
                visit(schedule_->buffers[id].role, thing(Place{static_cast<std::int32_t>(id), k}));
    };
    const auto enter = [&](std::int32_t chip) {
        writer.stage(chip, Way::enter);
        each_slot(chip, [&](Role role, std::int32_t slot) {
            if (is_input(role))
                writer.add(slot, Way::store | Way::close_write);
            else if (!schedule_->memory_is_global())
                writer.add(slot, Way::store);
        });
    };
    switch (event.moment) {
        case Moment::fill:
            each_slot(event.who, [&](Role role, std::int32_t slot) {
                if (is_input(role)) writer.add(slot, Way::open_write);
            });
            break;
        case Moment::enter:
            // Together is one event, which goes by the name of chip 0.
            if (schedule_->profile.entry != model::Entry::barrier)
                enter(event.who);
            else if (event.who == 0)
                for (std::int32_t chip = 0; chip < schedule_->chips; ++chip) enter(chip);
            break;
        case Moment::exit:
            writer.stage(event.who, Way::exit);
            writer.flights(event.who, Way::drained);
            each_slot(event.who, [&](Role role, std::int32_t slot) {
                if (is_output(role)) writer.add(slot, Way::open_read);
            });
            for (std::size_t id = 0; id < schedule_->semaphores.size(); ++id)
                for (std::int32_t k = 0; k < schedule_->semaphores[id].size; ++k)
                    if (const auto semaphore = static_cast<std::int32_t>(id);
                        schedule_->profile.exit == model::Exit::zero && schedule_->semaphores[id].chip == event.who &&
                        schedule_->life_of(semaphore) == model::Life::launch)
                        writer.counter({semaphore, k}, Way::exact);
            for (const model::Contract& contract : schedule_->contracts)
                for (std::int32_t other = 0; other < schedule_->chips; ++other)
                    if (other != event.who && must_have_entered(*schedule_, contract, event.who, other))
                        writer.stage(other, Way::entered);
            break;
        default:
            each_slot(event.who, [&](Role role, std::int32_t slot) {
                if (is_output(role)) writer.add(slot, Way::load | Way::close_read);
            });
    }
    return std::move(writer.list);
}

std::vector<Touches::At> Touches::operation(const model::Operation& operation, std::int32_t agent,
                                            std::int32_t launch) const {
    const std::int32_t own = schedule_->agents[agent].chip;
    std::vector<At> events;
    const auto event = [&](Moment moment, auto&& write) {
        Writer writer{*this, launch, {}};
        write(writer);
        events.push_back({moment, std::move(writer.list)});
    };
    // Issuing a transfer and each event that may be its last change what is in flight.
    const auto flights = [&](Writer& writer, std::int32_t target) {
        if (schedule_->profile.exit != model::Exit::drained) return;
        writer.flights(own, Way::flight);
        if (target != own) writer.flights(target, Way::flight);
    };
    const auto both_sides = [&] {
        event(Moment::start, [&](Writer& writer) {
            model::each_access(operation, [&](Place place, Mode, End end) {
                if (end == End::source) writer.inside(schedule_->chip_of(place));
            });
            writer.slots(operation, End::source, true);
            writer.slots(operation, End::target, true);
        });
        event(Moment::end, [&](Writer& writer) {
            model::each_access(operation, [&](Place place, Mode, End end) {
                if (end == End::source) writer.inside(schedule_->chip_of(place));
            });
            writer.slots(operation, End::source, false, Ways(Way::load));
            writer.slots(operation, End::target, false, Ways(Way::store));
        });
    };
    std::visit(Overloaded{
                   [&](const model::Put<C>& put) {
                       const std::int32_t target = schedule_->chip_of(put.dst);
                       event(Moment::issue, [&](Writer& writer) {
                           writer.slots(operation, End::source, true);
                           flights(writer, target);
                       });
                       event(Moment::begin, [&](Writer& writer) {
                           writer.inside(target);
                           writer.slots(operation, End::target, true);
                       });
                       event(Moment::read, [&](Writer& writer) {
                           writer.inside(own);
                           writer.slots(operation, End::source, false, Ways(Way::load));
                           writer.raise(put.send);
                       });
                       for (const Moment moment : {Moment::credit, Moment::raise})
                           event(moment, [&](Writer& writer) {
                               writer.raise(put.recv);
                               flights(writer, target);
                           });
                       event(Moment::land, [&](Writer& writer) {
                           writer.inside(target);
                           writer.slots(operation, End::target, false,
                                        put.accumulate ? Way::load | Way::store : Ways(Way::store));
                           writer.raise(put.recv);
                           flights(writer, target);
                       });
                   },
                   [&](const model::Get<C>& get) {
                       const std::int32_t target = schedule_->chip_of(get.src);
                       event(Moment::issue, [&](Writer& writer) {
                           writer.slots(operation, End::target, true);
                           flights(writer, target);
                       });
                       event(Moment::begin, [&](Writer& writer) {
                           writer.inside(target);
                           writer.slots(operation, End::source, true);
                       });
                       event(Moment::read, [&](Writer& writer) {
                           writer.inside(target);
                           writer.slots(operation, End::source, false, Ways(Way::load));
                       });
                       event(Moment::land, [&](Writer& writer) {
                           writer.inside(own);
                           writer.slots(operation, End::target, false, Ways(Way::store));
                           writer.raise(get.done);
                           flights(writer, target);
                       });
                   },
                   [&](const model::Signal<C>& signal) {
                       const std::int32_t target = schedule_->chip_of(signal.counter);
                       event(Moment::issue, [&](Writer& writer) { flights(writer, target); });
                       event(Moment::deliver, [&](Writer& writer) {
                           writer.raise(signal.counter,
                                        std::holds_alternative<model::Add<C>>(signal.effect) ? Way::add : Way::assign);
                           flights(writer, target);
                       });
                   },
                   [&](const model::Wait<C>& wait) {
                       const Way way = std::visit(
                           Overloaded{[](const model::AtLeast<C>& until) {
                                          const auto* const take = std::get_if<std::int32_t>(&until.take);
                                          return take == nullptr ? Way::assign : *take > 0 ? Way::take : Way::floor;
                                      },
                                      [](const model::Equals<C>&) { return Way::exact; },
                                      [](const model::AboveSnapshot<C>&) { return Way::floor; }},
                           wait.until);
                       event(Moment::wait, [&](Writer& writer) { writer.counter(wait.counter, way); });
                   },
                   [&](const model::Set<C>& set) {
                       event(Moment::set, [&](Writer& writer) { writer.counter(set.counter, Way::assign); });
                   },
                   [&](const model::Snapshot<C>& snapshot) {
                       event(Moment::snapshot, [&](Writer& writer) { writer.counter(snapshot.counter, Way::exact); });
                   },
                   [&](const model::Poll<C>& poll) {
                       event(Moment::poll, [&](Writer& writer) { writer.add(thing(poll.src), Way::load); });
                   },
                   // These depend on their own agent, its transfers and, for a barrier, on arrivals, which never undo
                   // each other.
                   [](const model::Fence<C>&) {},
                   [](const model::Quiet<C>&) {},
                   [](const model::Barrier<C>&) {},
                   [&](const auto&) { both_sides(); },
               },
               operation);
    return events;
}

}  // namespace ringproof::checker
