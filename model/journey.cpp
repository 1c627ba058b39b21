#include "model/journey.h"

namespace ringproof::model {

using C = Concrete;

std::optional<Journey> journey_of(const Schedule& schedule, const Operation& operation, std::int32_t own) {
    using Found = std::optional<Journey>;
    return std::visit(Overloaded{
                          [&](const Put<C>& put) {
                              return Found({own, schedule.chip_of(put.dst), put.len, false});
                          },
                          [&](const Get<C>& get) {
                              return Found({schedule.chip_of(get.src), own, get.len, true});
                          },
                          [&](const Signal<C>& signal) {
                              return Found({own, schedule.chip_of(signal.counter), 0, false});
                          },
                          [&](const Copy<C>& copy) {
                              const std::int32_t from = schedule.chip_of(copy.src);
                              return from == own ? std::nullopt : Found({from, own, copy.len, true});
                          },
                          [](const auto&) { return Found(); },
                      },
                      operation);
}

}  // namespace ringproof::model
