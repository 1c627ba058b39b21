#include <algorithm>

#include <fmt/format.h>

#include "checker/orders/order_formula.h"

// Whether slots hold data at a moment: all that a poll asks of a value.
namespace ringproof::checker {
namespace {

using C = model::Concrete;
using model::EventId;
using model::Moment;
using smt::Literal;

}  // namespace

/// Stores happen when a write closes; memory is made anew, and inputs are there, once a chip has entered.
void OrderFormula::find_stores() {
    const model::Schedule& schedule = events_.schedule();
    const model::EventGraph& graph = events_.graph();
    std::vector<std::int64_t> first_slot;
    for (const model::Buffer& buffer : schedule.buffers) {
        const bool given = !schedule.has_launches() && is_input(buffer.role) && buffer.init.empty();
        first_slot.push_back(static_cast<std::int64_t>(holds_at_first_.size()));
        for (std::int32_t k = 0; k < buffer.size; ++k)
            holds_at_first_.push_back(given || (!buffer.init.empty() && buffer.init[k]) ? 1 : 0);
    }
    stores_.resize(holds_at_first_.size());
    if (schedule.has_launches() && !schedule.memory_is_global())
        for (std::size_t id = 0; id < schedule.buffers.size(); ++id)
            for (std::int32_t launch = 0; launch < graph.launches(); ++launch)
                for (std::int32_t k = 0; !is_input(schedule.buffers[id].role) && k < schedule.buffers[id].size; ++k) {
                    const std::int64_t slot = first_slot[id] + k;
                    stores_[slot].push_back(
                        {graph.enter(schedule.buffers[id].chip, launch), holds_at_first_[slot] != 0 ? data : nothing});
                }
    // Reads of a transfer end with the event `read`.
    std::map<std::pair<std::int32_t, std::pair<std::int32_t, std::int32_t>>, EventId> reads;
    for (EventId event = 0; event < graph.size(); ++event)
        if (graph.event(event).moment == Moment::read)
            reads[{graph.event(event).who, {graph.event(event).launch, graph.event(event).step}}] = event;
    for (const auto& access : graph.accesses()) {
        if (access.access.mode == model::Mode::read) continue;
        const model::Event& event = graph.event(access.closes);
        Store store{access.closes, data};
        if (is_environment(event.moment)) {
            const auto& init = schedule.buffers[access.access.place.buffer].init;
            store.from = init.empty() || init[access.access.place.index] ? data : nothing;
        } else {
            const auto carry = [&](model::Place src, model::Place dst, EventId read) {
                store.from = first_slot[src.buffer] + src.index + access.access.place.index - dst.index;
                store.read = read;
            };
            const auto read = [&] { return reads.at({event.who, {event.launch, event.step}}); };
            // What is computed, reduced or accumulated counts as data, whatever it is made of.
            std::visit(model::Overloaded{
                           [&](const model::Put<C>& put) {
                               if (!put.accumulate) carry(put.src, put.dst, read());
                           },
                           [&](const model::Get<C>& get) { carry(get.src, get.dst, read()); },
                           [&](const model::Copy<C>& copy) { carry(copy.src, copy.dst, access.closes); },
                           [&](const model::Write<C>& write) { store.from = write.value ? data : nothing; },
                           [](const auto&) {},
                       },
                       schedule.agents[event.who].steps[event.step].operation);
        }
        stores_[access.slot].push_back(store);
    }
}

Literal OrderFormula::holds_data(std::int64_t slot, EventId at) {
    if (stores_.empty()) find_stores();
    const auto known = holds_.find({slot, at});
    if (known != holds_.end()) return known->second;
    // Known before what it depends on: a value may go round.
    const Literal holds = solver_.make(fmt::format("data{}_{}", slot, at));
    holds_.emplace(std::pair(slot, at), holds);
    std::vector<Store> stores;
    for (const Store& store : stores_[slot])
        if (store.event != at && (at == end() || !events_.precedes(at, store.event))) stores.push_back(store);
    const auto is_passed = [&](EventId earlier) {
        return at != end() && std::any_of(stores.begin(), stores.end(), [&](const Store& store) {
                   return events_.precedes(store.event, at) &&
                          (earlier == model::no_event || events_.precedes(earlier, store.event));
               });
    };
    std::vector<Literal> some;
    const auto add = [&](EventId store, Literal stored) {
        std::vector<Literal> last;
        if (store != model::no_event) last.push_back(before(store, at));
        for (const Store& other : stores) {
            if (other.event == store) continue;
            last.push_back(store == model::no_event ? before(at, other.event)
                                                    : any_of({before(other.event, store), before(at, other.event)}));
        }
        const Literal is_last = all_of(last);
        some.push_back(is_last);
        solver_.clause({!is_last, !holds, stored});
        solver_.clause({!is_last, holds, !stored});
    };
    if (!is_passed(model::no_event)) add(model::no_event, holds_at_first_[slot] != 0 ? yes() : no());
    for (const Store& store : stores)
        if (!is_passed(store.event))
            add(store.event, store.from == data      ? yes()
                             : store.from == nothing ? no()
                                                     : holds_data(store.from, store.read));
    solver_.clause(some);
    return holds;
}

}  // namespace ringproof::checker
