#include "checker/story/origin.h"

#include <algorithm>

namespace ringproof::checker {

using namespace model;

using C = Concrete;

namespace {

Place at(Place first, std::int32_t k) { return {first.buffer, first.index + k}; }

}  // namespace

Origins::Origins(Machine& machine, const Trace& trace) : machine_(&machine) {
    for (const Event& event : trace) {
        if (!machine.enabled(event)) return;
        fire(event);
    }
}

int Origins::of(Place place) {
    const auto known = last_.find(place);
    return known == last_.end() ? add(std::nullopt, place, {}) : known->second;
}

int Origins::add(std::optional<Event> event, Place place, std::vector<int> inputs) {
    stores_.push_back({event, place, machine_->memory()[place], std::move(inputs)});
    return last_[place] = static_cast<int>(stores_.size()) - 1;
}

void Origins::environment(const Event& event) {
    const Schedule& schedule = machine_->schedule();
    const bool together = schedule.profile.entry == Entry::barrier;
    machine_->fire(event);
    if (event.moment != Moment::enter) return;
    // What a slot holds from here on is what the launch has put there.
    std::erase_if(last_, [&](const auto& slot) {
        const Buffer& buffer = schedule.buffers[slot.first.buffer];
        return (together || buffer.chip == event.who) && (is_input(buffer.role) || !schedule.memory_is_global());
    });
}

void Origins::fire(const Event& event) {
    if (is_environment(event.moment)) return environment(event);
    const Operation& operation = machine_->schedule().agents[event.who].steps[event.step].operation;
    Event issue = event;
    issue.moment = Moment::issue;
    const auto read_all = [&](Place src, std::int32_t len) {
        std::vector<int> numbers;
        for (std::int32_t k = 0; k < len; ++k) numbers.push_back(of(at(src, k)));
        return numbers;
    };
    const auto land = [&](Place dst, std::int32_t len, bool accumulate) {
        std::vector<std::vector<int>> inputs;
        const auto payload = carried_.find(issue);
        for (std::int32_t k = 0; k < len; ++k) {
            inputs.emplace_back();
            if (payload != carried_.end()) inputs.back().push_back(payload->second[k]);
            if (accumulate) inputs.back().push_back(of(at(dst, k)));
        }
        machine_->fire(event);
        for (std::int32_t k = 0; k < len; ++k) add(event, at(dst, k), std::move(inputs[k]));
        carried_.erase(issue);
    };
    const auto transfer = [&](Place src, Place dst, std::int32_t len, bool accumulate) {
        if (event.moment == Moment::land) return land(dst, len, accumulate);
        if (event.moment == Moment::read) carried_[issue] = read_all(src, len);
        machine_->fire(event);
    };
    std::visit(Overloaded{[&](const Put<C>& put) { transfer(put.src, put.dst, put.len, put.accumulate); },
                          [&](const Get<C>& get) { transfer(get.src, get.dst, get.len, false); },
                          [&](const Copy<C>& copy) {
                              if (event.moment == Moment::start) return machine_->fire(event);
                              const auto inputs = read_all(copy.src, copy.len);
                              machine_->fire(event);
                              for (std::int32_t k = 0; k < copy.len; ++k) add(event, at(copy.dst, k), {inputs[k]});
                          },
                          [&](const Reduce<C>& reduce) {
                              if (event.moment == Moment::start) return machine_->fire(event);
                              const auto left = read_all(reduce.src, reduce.len);
                              const auto right = read_all(reduce.with.value_or(reduce.dst), reduce.len);
                              machine_->fire(event);
                              for (std::int32_t k = 0; k < reduce.len; ++k)
                                  add(event, at(reduce.dst, k), {left[k], right[k]});
                          },
                          [&](const Compute<C>& compute) {
                              if (event.moment == Moment::start) return machine_->fire(event);
                              std::vector<int> inputs;
                              for (const Place place : compute.reads) inputs.push_back(of(place));
                              machine_->fire(event);
                              for (const Place place : compute.writes) add(event, place, inputs);
                          },
                          [&](const Write<C>& write) {
                              machine_->fire(event);
                              if (event.moment == Moment::end) add(event, write.dst, {});
                          },
                          [&](const auto&) { machine_->fire(event); }},
               operation);
}

}  // namespace ringproof::checker
