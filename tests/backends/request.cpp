#include "backends/request.h"

namespace ringproof::backends {
namespace {

using C = model::Concrete;

Request transfer(Request::Kind kind, std::int32_t agent, std::int32_t chip, const auto& operation) {
    Request made;
    made.kind = kind;
    made.agent = agent;
    made.chip = chip;
    made.channel = operation.channel;
    made.src = operation.src;
    made.dst = operation.dst;
    made.len = operation.len;
    return made;
}

}  // namespace

Request request(const model::Schedule& schedule, std::int32_t agent, const conformance::Put& put) {
    Request made = transfer(Request::Kind::put, agent, schedule.chip_of(put.dst), put);
    made.covers = schedule.profile.signal_covers;
    made.accumulate = put.accumulate;
    made.read_raises = put.send;
    made.land_raises = put.recv;
    return made;
}

Request request(const model::Schedule& schedule, std::int32_t agent, const conformance::Get& get) {
    Request made = transfer(Request::Kind::get, agent, schedule.chip_of(get.src), get);
    made.land_raises = get.done;
    return made;
}

Request request(const model::Schedule& schedule, std::int32_t agent, const conformance::Signal& signal) {
    Request made;
    made.kind = Request::Kind::signal;
    made.agent = agent;
    made.chip = schedule.chip_of(signal.counter);
    made.channel = signal.channel;
    made.covers = signal.covers.value_or(schedule.profile.signal_covers);
    std::visit(model::Overloaded{[&](const model::Add<C>& effect) {
                                     made.land_raises = {signal.counter, effect.add};
                                 },
                                 [&](const model::Assign<C>& effect) {
                                     made.sets = {signal.counter, effect.set};
                                 }},
               signal.effect);
    return made;
}

}  // namespace ringproof::backends
