#include "model/footprint.h"

#include <set>
#include <vector>

namespace ringproof::model {
namespace {

void each_once(const std::vector<Place>& places, const auto& visit) {
    if (places.size() == 1) return visit(places.front());
    std::set<Place> seen;
    for (const Place place : places)
        if (seen.insert(place).second) visit(place);
}

}  // namespace

void each_access(const Operation& operation, const std::function<void(Place, Mode, End)>& emit) {
    const auto slots = [&](Place first, std::int32_t len, Mode mode, End end) {
        for (std::int32_t k = 0; k < len; ++k) emit({first.buffer, first.index + k}, mode, end);
    };
    std::visit(Overloaded{
                   [&](const Put<Concrete>& put) {
                       slots(put.src, put.len, Mode::read, End::source);
                       slots(put.dst, put.len, put.accumulate ? Mode::accumulate : Mode::write, End::target);
                   },
                   [&](const Get<Concrete>& get) {
                       slots(get.src, get.len, Mode::read, End::source);
                       slots(get.dst, get.len, Mode::write, End::target);
                   },
                   [&](const Copy<Concrete>& copy) {
                       slots(copy.src, copy.len, Mode::read, End::source);
                       slots(copy.dst, copy.len, Mode::write, End::target);
                   },
                   [&](const Reduce<Concrete>& reduce) {
                       slots(reduce.src, reduce.len, Mode::read, End::source);
                       slots(reduce.with.value_or(reduce.dst), reduce.len, Mode::read, End::source);
                       slots(reduce.dst, reduce.len, Mode::write, End::target);
                   },
                   [&](const Compute<Concrete>& compute) {
                       // One that names a slot often is one access to it.
                       each_once(compute.reads, [&](Place place) { slots(place, 1, Mode::read, End::source); });
                       each_once(compute.writes, [&](Place place) { slots(place, 1, Mode::write, End::target); });
                   },
                   [&](const Write<Concrete>& write) { slots(write.dst, 1, Mode::write, End::target); },
                   [&](const Read<Concrete>& read) { slots(read.src, 1, Mode::read, End::source); },
                   [](const auto&) {},
               },
               operation);
}

std::int32_t early_units(const Put<Concrete>& put) {
    if (!put.recv) return 0;
    return static_cast<std::int32_t>(static_cast<std::int64_t>(put.recv->add) * (put.len - 1) / put.len);
}

}  // namespace ringproof::model
