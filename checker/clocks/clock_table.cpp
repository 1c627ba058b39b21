#include "checker/clocks/clock_table.h"

#include <algorithm>
#include <cassert>
#include <map>

#include <fmt/format.h>

#include "model/diagnostic.h"

namespace ringproof::checker {

using model::EventGraph;
using model::EventId;

ClockTable::ClockTable(const EventGraph& graph, const model::Cut& run, const Deadline& deadline,
                       std::int64_t most_entries)
    : graph_(graph),
      run_(run),
      deadline_(deadline),
      order_(graph.symmetry().order()),
      rank_(run.places()),
      issue_(graph.size(), model::no_event),
      chain_(graph.size(), off_chain),
      position_(graph.size(), 0),
      previous_(graph.size(), model::no_event),
      row_(graph.size(), -1),
      effects_(graph.size()),
      raised_(graph.counters().size(), 0),
      slack_(graph.size(), 0) {
    make_chains();
    make_senders();
    most_rows_ = most_entries / std::max<std::int64_t>(1, static_cast<std::int64_t>(chains_) * order_);
    pass(true);
    if (!find_helpers()) return;
    while (pass(false)) {
    }
    helpers_.clear();
    find_helpers();
}

bool ClockTable::pass(bool first) {
    changed_ = false;
    for (const EventId event : run_.order) {
        if (first) count(event);
        if (on_chain(event)) tick(event, first);
    }
    return changed_;
}

// ---- Chains ------------------------------------------------------------------------------------------------------

void ClockTable::make_chains() {
    const auto& schedule = graph_.schedule();
    std::vector<std::int32_t> of_chip(graph_.symmetry().step(), off_chain);
    std::vector<std::int32_t> of_agent(schedule.agents.size(), off_chain);
    if (schedule.has_launches())
        for (auto& chain : of_chip) chain = chains_++;
    std::vector<char> has_agent(of_chip.size(), 0);
    for (std::size_t id = 0; id < schedule.agents.size(); ++id) {
        const std::int32_t chip = schedule.agents[id].chip;
        if (chip >= graph_.symmetry().step()) continue;
        // The first agent's events all lie between enter and exit of its chip.
        const bool with_chip = schedule.has_launches() && has_agent[chip] == 0;
        has_agent[chip] = 1;
        of_agent[id] = with_chip ? of_chip[chip] : chains_++;
    }

    std::vector<std::int32_t> length(chains_, 0);
    std::vector<EventId> last(chains_, model::no_event);
    std::map<std::pair<std::int32_t, std::int32_t>, EventId> issues;  // by agent: of the operation under way
    for (const EventId event : run_.order) {
        const model::Event& e = graph_.event(event);
        if (is_asynchronous(e.moment)) continue;
        if (graph_.is_joint(event)) {
            chain_[event] = every_chain;
            auto& positions = joint_positions_.emplace_back(chains_, 0);
            for (const std::int32_t chain : of_chip) {
                positions[chain] = ++length[chain];
                last[chain] = event;
            }
            continue;
        }
        const std::int32_t chain = is_environment(e.moment) ? of_chip[e.who] : of_agent[e.who];
        chain_[event] = chain;
        position_[event] = ++length[chain];
        previous_[event] = last[chain];
        last[chain] = event;
    }
    // An event that comes by itself has its issue among what it needs, first of all.
    for (const EventId event : run_.order) {
        if (on_chain(event)) continue;
        const EventId before = graph_.predecessors(event).front();
        issue_[event] = on_chain(before) ? before : issue_[before];
    }
}

void ClockTable::make_senders() {
    senders_.resize(graph_.counters().size());
    for (std::size_t counter = 0; counter < graph_.counters().size(); ++counter) {
        if (graph_.counters()[counter].joint) continue;
        std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> known;
        auto& senders = senders_[counter];
        for (const auto& raise : graph_.counters()[counter].raises) {
            const auto [entry, fresh] = known.try_emplace({graph_.event(raise.event).who, raise.shift},
                                                          static_cast<std::int32_t>(senders.size()));
            if (fresh) senders.push_back({raise.shift, {}, {}});
            Sender& sender = senders[entry->second];
            sender.units.push_back(sender.up_to(sender.units.size()) + raise.units);
            sender.raises.push_back(raise.event);
            effects_[raise.event].push_back({static_cast<std::int32_t>(counter), entry->second, raise.units});
        }
    }
}

// ---- Clocks ------------------------------------------------------------------------------------------------------

std::int32_t ClockTable::component(Rotated event, std::int32_t chain, std::int32_t rotation) const {
    const EventId at = anchor(event.event);
    const std::int32_t relative = turn(rotation - event.rotation);
    if (chain_[at] == chain && relative == 0) return position_[at];
    return rows_[row_[at]][static_cast<std::size_t>(chain) * order_ + relative];
}

bool ClockTable::before(Rotated a, Rotated b) const {
    if (a == b) return false;
    // Chips that enter together do so on every chain.
    if (chain_[a.event] == every_chain) {
        if (a.event == b.event) return false;
        const auto& positions = joint_positions_[graph_.event(a.event).launch];
        const auto chain = static_cast<std::int32_t>(
            std::find_if(positions.begin(), positions.end(), [](std::int32_t p) { return p > 0; }) - positions.begin());
        return component(b, chain, b.rotation) >= positions[chain];
    }
    return component(b, chain_[a.event], a.rotation) >= position_[a.event];
}

void ClockTable::keep(EventId event, Row row) {
    if (row_[event] >= 0) {
        Row& known = rows_[row_[event]];
        changed_ = changed_ || row != known;
        known = std::move(row);
        return;
    }
    if (static_cast<std::int64_t>(rows_.size()) >= most_rows_)
        throw GaveUp(model::Code::over_limit,
                     fmt::format("clocks of {} chains would need more memory than this engine takes",
                                 static_cast<std::int64_t>(chains_) * order_));
    if (rows_.size() % 64 == 0) deadline_.check("computing clocks");
    row_[event] = static_cast<std::int32_t>(rows_.size());
    rows_.push_back(std::move(row));
}

void ClockTable::join(Row& row, Rotated event) const {
    const EventId at = anchor(event.event);
    const Row& other = rows_[row_[at]];
    for (std::int32_t chain = 0; chain < chains_; ++chain) {
        std::int32_t* const to = row.data() + static_cast<std::size_t>(chain) * order_;
        const std::int32_t* const from = other.data() + static_cast<std::size_t>(chain) * order_;
        const std::int32_t split = turn(event.rotation);
        for (std::int32_t r = 0; r < order_ - split; ++r) to[r + split] = std::max(to[r + split], from[r]);
        for (std::int32_t r = order_ - split; r < order_; ++r)
            to[r + split - order_] = std::max(to[r + split - order_], from[r]);
    }
    if (chain_[at] >= 0) {
        std::int32_t& own = row[static_cast<std::size_t>(chain_[at]) * order_ + turn(event.rotation)];
        own = std::max(own, position_[at]);
    }
}

void ClockTable::join_all_rotations(Row& row, EventId event) const {
    const EventId at = anchor(event);
    const Row& other = rows_[row_[at]];
    for (std::int32_t chain = 0; chain < chains_; ++chain) {
        const auto first = static_cast<std::size_t>(chain) * order_;
        std::int32_t highest = chain_[at] == chain ? position_[at] : 0;
        for (std::int32_t r = 0; r < order_; ++r) highest = std::max(highest, other[first + r]);
        for (std::int32_t r = 0; r < order_; ++r) row[first + r] = std::max(row[first + r], highest);
    }
}

void ClockTable::count(EventId event) {
    const std::int32_t counter = graph_.counter_of(event);
    // A barrier round needs all its arrivals.
    if (counter >= 0 && graph_.need(event) > 0 && !graph_.counters()[counter].joint)
        slack_[event] = raised_[counter] - graph_.need(event);
    for (const Effect& effect : effects_[event]) {
        ++senders_[effect.counter][effect.sender].executed;
        raised_[effect.counter] += effect.units;
    }
}

void ClockTable::tick(EventId event, bool first) {
    const std::int32_t counter = graph_.counter_of(event);
    const bool needs = counter >= 0 && graph_.need(event) > 0;
    const EventId previous = previous_[event];
    const bool joint = chain_[event] == every_chain;
    bool changes = needs || joint || previous == model::no_event;
    for (const EventId before : graph_.predecessors(event))
        if (before != previous && on_chain(before)) changes = true;
    if (!changes) {
        row_[event] = row_[previous];
        return;
    }
    Row row(static_cast<std::size_t>(chains_) * order_, 0);
    if (!joint && previous != model::no_event) join(row, {previous, 0});
    for (const EventId before : graph_.predecessors(event)) {
        if (joint)
            join_all_rotations(row, before);
        else if (before != previous && on_chain(before))
            join(row, {before, 0});
    }
    if (joint)
        for (std::int32_t chain = 0; chain < chains_; ++chain)
            for (std::int32_t r = 0; r < order_; ++r) {
                std::int32_t& entry = row[static_cast<std::size_t>(chain) * order_ + r];
                entry = std::max(entry, joint_positions_[graph_.event(event).launch][chain]);
            }
    if (needs && graph_.counters()[counter].joint) {
        for (const auto& raise : graph_.counters()[counter].raises) join_all_rotations(row, raise.event);
    } else if (needs) {
        tick_wait(event, row, first);
    }
    keep(event, std::move(row));
}

void ClockTable::tick_wait(EventId wait, Row& row, bool first_pass) {
    const std::int32_t counter = graph_.counter_of(wait);
    std::int64_t need = graph_.need(wait);
    std::vector<Candidates> candidates;
    if (!first_pass)
        for (const Sender& sender : senders_[counter]) candidates.push_back({&sender, 0, sender.raises.size()});
    for (std::int32_t id = 0; first_pass && id < static_cast<std::int32_t>(senders_[counter].size()); ++id) {
        const Sender& sender = senders_[counter][id];
        // When a wait's turn comes all that had been issued has happened.
        assert(sender.executed == sender.raises.size() || rank_[anchor(sender.raises[sender.executed])] > rank_[wait]);
        assert(sender.executed == 0 || rank_[anchor(sender.raises[sender.executed - 1])] < rank_[wait]);
        // What the wait needs anyway is raised whatever else is left out.
        const std::int32_t chain = chain_[anchor(sender.raises.front())];
        const std::int32_t needed = row[static_cast<std::size_t>(chain) * order_ + sender.shift];
        const auto first = static_cast<std::size_t>(
            std::partition_point(sender.raises.begin(),
                                 sender.raises.begin() + static_cast<std::ptrdiff_t>(sender.executed),
                                 [&](EventId raise) { return position_[anchor(raise)] <= needed; }) -
            sender.raises.begin());
        need -= sender.up_to(first);
        if (first < sender.executed) candidates.push_back({&sender, first, sender.executed});
        if (sender.executed < sender.raises.size()) later_.push_back({wait, id, sender.executed});
    }
    if (need <= 0) return;
    std::int64_t all = 0;
    for (Candidates& c : candidates) {
        // Of one sender no more units can matter than the wait needs: their clocks ascend.
        const auto begin = c.sender->units.begin();
        const auto enough =
            std::lower_bound(begin + static_cast<std::ptrdiff_t>(c.first), begin + static_cast<std::ptrdiff_t>(c.last),
                             c.sender->up_to(c.first) + need);
        c.last = std::min(c.last, static_cast<std::size_t>(enough - begin) + 1);
        all += c.sender->up_to(c.last) - c.sender->up_to(c.first);
    }
    if (candidates.size() == 1 || all == need) {
        // One sender: the raise that makes it enough. All needed: the last of each.
        for (const Candidates& c : candidates) join(row, {c.sender->raises[c.last - 1], c.sender->shift});
        return;
    }
    select(row, candidates, need);
}

/// Component by component: the largest i such that the raises that do not need the i-th event fall short.
void ClockTable::select(Row& row, const std::vector<Candidates>& candidates, std::int64_t need) const {
    std::vector<std::pair<std::int32_t, std::int64_t>> found;
    for (std::int32_t chain = 0; chain < chains_; ++chain)
        for (std::int32_t rotation = 0; rotation < order_; ++rotation) {
            found.clear();
            for (const Candidates& c : candidates)
                for (std::size_t i = c.first; i < c.last; ++i)
                    found.emplace_back(component({c.sender->raises[i], c.sender->shift}, chain, rotation),
                                       c.sender->units[i] - c.sender->up_to(i));
            std::sort(found.begin(), found.end());
            std::int64_t units = 0;
            for (const auto& [position, weight] : found) {
                units += weight;
                if (units < need) continue;
                std::int32_t& entry = row[static_cast<std::size_t>(chain) * order_ + rotation];
                entry = std::max(entry, position);
                break;
            }
        }
}

bool ClockTable::find_helpers() {
    bool may_change_clocks = false;
    for (const Later& later : later_) {
        const auto& senders = senders_[graph_.counter_of(later.wait)];
        const Sender& sender = senders[later.sender];
        const auto begin = sender.raises.begin() + static_cast<std::ptrdiff_t>(later.first);
        const auto end = std::partition_point(begin, sender.raises.end(), [&](EventId raise) {
            return !before({later.wait, 0}, {raise, sender.shift});
        });
        if (begin == end) continue;
        helpers_[later.wait].push_back({sender.shift, {begin, end}});
        // Clocks of one sender ascend: those that come first in the run are the ones that count.
        may_change_clocks = may_change_clocks || senders.size() > 1;
    }
    return may_change_clocks;
}

const std::vector<ClockTable::Helpers>& ClockTable::helpers(EventId wait) const {
    static const std::vector<Helpers> none;
    const auto known = helpers_.find(wait);
    return known == helpers_.end() ? none : known->second;
}

std::int64_t ClockTable::raised_without(std::int32_t counter, EventId event) const {
    std::int64_t units = 0;
    for (const Sender& sender : senders_[counter]) {
        const auto free = std::partition_point(sender.raises.begin(), sender.raises.end(), [&](EventId raise) {
            return !before({event, 0}, {raise, sender.shift});
        });
        units += sender.up_to(static_cast<std::size_t>(free - sender.raises.begin()));
    }
    return units;
}

}  // namespace ringproof::checker
