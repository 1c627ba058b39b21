#include <algorithm>

#include "model/machine.h"

// The machine's environment: chips that fill, enter, exit and collect, and what is judged there and at rest.
namespace ringproof::model {
namespace {

using C = Concrete;

}  // namespace

std::optional<Event> Machine::next_of_chip(std::int32_t chip) const {
    if (!schedule_->has_launches() || chips_[chip].launch >= launches_) return std::nullopt;
    constexpr Moment next[] = {Moment::fill, Moment::enter, Moment::exit, Moment::collect};
    // Together is one event, which goes by the name of chip 0.
    if (chips_[chip].stage == Stage::filled && schedule_->profile.entry == Entry::barrier && chip != 0)
        return std::nullopt;
    return Event{next[static_cast<int>(chips_[chip].stage)], chip, chips_[chip].launch, 0};
}

bool Machine::can_environment(const Event& event) const {
    if (event.moment == Moment::enter && schedule_->profile.entry == Entry::barrier)
        return filled_[event.launch] == schedule_->chips;
    if (event.moment == Moment::exit)
        return std::all_of(layout_->agents_of_chip[event.who].begin(), layout_->agents_of_chip[event.who].end(),
                           [&](std::int32_t agent) { return agent_finished(agent); });
    return true;
}

void Machine::each_slot_of_chip(std::int32_t chip, bool (*wanted)(Role),
                                const std::function<void(Place)>& visit) const {
    for (const std::int32_t id : layout_->buffers_of_chip[chip])
        if (wanted(schedule_->buffers[id].role))
            for (std::int32_t k = 0; k < schedule_->buffers[id].size; ++k) visit(Place{id, k});
}

void Machine::environment(const Event& event) {
    Chip& chip = chips_[event.who];
    switch (event.moment) {
        case Moment::fill:
            ++filled_[event.launch];
            chip.stage = Stage::filled;
            each_slot_of_chip(event.who, is_input, [&](Place place) { open(event, place, Mode::write); });
            break;
        case Moment::enter:
            for (std::int32_t c = 0; schedule_->profile.entry == Entry::barrier && c < schedule_->chips; ++c)
                enter({Moment::enter, c, event.launch, 0});
            if (schedule_->profile.entry != Entry::barrier) enter(event);
            break;
        case Moment::exit:
            chip.stage = Stage::left;
            judge_exit(event);
            each_slot_of_chip(event.who, is_output, [&](Place place) { open(event, place, Mode::read); });
            break;
        default:
            each_slot_of_chip(event.who, is_output, [&](Place place) { memory_.close(place, Mode::read, event); });
            judge_.collect(event.who, event.launch, memory_, *values_, [&](Finding finding) {
                finding.event = event;
                report(std::move(finding));
            });
            chip = {Stage::outside, event.launch + 1};
    }
}

void Machine::enter(const Event& event) {
    chips_[event.who].stage = Stage::inside;
    each_slot_of_chip(
        event.who, [](Role) { return true; },
        [&](Place place) {
            const Buffer& buffer = schedule_->buffers[place.buffer];
            if (!is_input(buffer.role)) {
                if (!schedule_->memory_is_global()) memory_.renew(place, *values_);
                return;
            }
            memory_.store(place, values_->input({event.who, buffer.name, place.index}, event.launch));
            memory_.close(place, Mode::write, event);
        });
    for (const std::int32_t agent : layout_->agents_of_chip[event.who]) {
        agents_[agent].launch = event.launch;
        agents_[agent].step = 0;
    }
}

void Machine::judge_exit(const Event& event) {
    const auto add = [&](Code code, auto&& change) {
        Finding finding{};
        finding.code = code;
        finding.event = event;
        change(finding);
        report(std::move(finding));
    };
    if (schedule_->profile.exit == Exit::zero)
        for (const std::int32_t id : layout_->semaphores_of_chip[event.who])
            for (std::int32_t k = 0; schedule_->life_of(id) == Life::launch && k < schedule_->semaphores[id].size; ++k)
                if (const std::int64_t now = value({id, k}, event.launch); now != 0)
                    add(Code::dirty_counter, [&](Finding& finding) {
                        finding.counter = Counter{id, k};
                        finding.value = now;
                    });
    if (schedule_->profile.exit == Exit::drained)
        for (const AgentState& agent : agents_)
            for (const std::int32_t id : agent.in_flight) {
                const Transfer& transfer = transfers_[id];
                if (transfer.issue.launch == event.launch &&
                    (transfer.target == event.who || chip_of(*schedule_, transfer.issue) == event.who))
                    add(Code::still_in_flight, [&](Finding& finding) { finding.event = transfer.issue; });
            }
    for (const Contract& contract : schedule_->contracts)
        for (std::int32_t other = 0; other < schedule_->chips; ++other) {
            const bool entered = chips_[other].launch > event.launch ||
                                 (chips_[other].launch == event.launch && chips_[other].stage >= Stage::inside);
            if (!entered && must_have_entered(*schedule_, contract, event.who, other))
                add(Code::barrier_passed, [&](Finding& finding) { finding.value = other; });
        }
}

bool Machine::finished() const {
    for (std::int32_t chip = 0; schedule_->has_launches() && chip < schedule_->chips; ++chip)
        if (chips_[chip].launch < launches_) return false;
    for (std::int32_t agent = 0; agent < static_cast<std::int32_t>(agents_.size()); ++agent)
        if (!agent_finished(agent) || !agents_[agent].in_flight.empty()) return false;
    return true;
}

void Machine::rest() {
    if (!finished()) {
        Finding finding{};
        finding.code = Code::deadlock;
        for (std::int32_t agent = 0; agent < static_cast<std::int32_t>(agents_.size()); ++agent) {
            const auto next = next_of_agent(agent);
            if (!next) continue;
            Blocked blocked{*next, std::nullopt, 0, 0};
            if (const auto* const wait = std::get_if<Wait<C>>(&operation(*next))) {
                blocked.counter = wait->counter;
                blocked.value = value(wait->counter, next->launch);
                blocked.need =
                    std::visit(Overloaded{[](const AtLeast<C>& until) { return std::int64_t{until.at_least}; },
                                          [](const Equals<C>& until) { return std::int64_t{until.equals}; },
                                          [&](const AboveSnapshot<C>& until) {
                                              const auto seen = agents_[agent].snapshots.find(wait->counter);
                                              return until.above_snapshot +
                                                     (seen == agents_[agent].snapshots.end() ? 0 : seen->second);
                                          }},
                               wait->until);
            }
            finding.blocked.push_back(blocked);
        }
        if (!finding.blocked.empty()) finding.event = finding.blocked.front().next;
        return report(std::move(finding));
    }
    if (schedule_->profile.exit == Exit::zero)
        for (std::int32_t id = 0; id < static_cast<std::int32_t>(schedule_->semaphores.size()); ++id)
            for (std::int32_t k = 0; schedule_->life_of(id) == Life::global && k < schedule_->semaphores[id].size; ++k)
                if (const std::int64_t now = value({id, k}, 0); now != 0) {
                    Finding finding{};
                    finding.code = Code::dirty_counter;
                    finding.event = {Moment::collect, schedule_->semaphores[id].chip, launches_ - 1, 0};
                    finding.counter = Counter{id, k};
                    finding.value = now;
                    report(std::move(finding));
                }
    for (std::int32_t chip = 0; !schedule_->has_launches() && chip < schedule_->chips; ++chip)
        judge_.collect(chip, 0, memory_, *values_, [&](Finding finding) {
            finding.event = {Moment::collect, chip, launches_ - 1, 0};
            report(std::move(finding));
        });
}

}  // namespace ringproof::model
