#include <fmt/format.h>

#include "model/footprint.h"
#include "model/promela/parts.h"

namespace ringproof::model::promela {
namespace {

using C = Concrete;

/// The asynchronous events of one transfer.
class Flight {
public:
    Flight(Parts& parts, std::int32_t id) : parts_(parts), id_(id), transfer_(parts.transfers()[id]) {}

    std::vector<Guarded> events() {
        std::visit([this](const auto& operation) { add(operation); }, parts_.operation(transfer_));
        return std::move(events_);
    }

private:
    std::string did(const char* what) const { return Parts::did(what, id_); }
    std::string data(std::int32_t k) const { return fmt::format("data_{}_{}", id_, k); }

    /// One event, which happens once, after `after`.
    void event(const char* what, const char* mark, const std::string& after, const std::string& effect) {
        events_.push_back({fmt::format("{} of transfer {}", what, id_), fmt::format("!{} && {}", did(mark), after),
                           fmt::format("{} = 1; {}", did(mark), effect)});
    }
    std::string and_after(std::string guard, const std::vector<std::int32_t>& before) const {
        for (const std::int32_t earlier : before) guard += " && " + parts_.took_effect(earlier);
        return guard;
    }
    static Place at(Place first, std::int32_t k) { return {first.buffer, first.index + k}; }
    static bool covers(Place first, std::int32_t len, Place place) {
        return place.buffer == first.buffer && place.index >= first.index && place.index < first.index + len;
    }

    std::string read_all(Place src, std::int32_t len) const {
        std::string out;
        for (std::int32_t k = 0; k < len; ++k)
            out += parts_.holds(at(src, k)) + fmt::format("{} = {}; ", data(k), parts_.value(at(src, k))) +
                   parts_.close(at(src, k), Mode::read);
        return out;
    }

    void add(const Put<C>& put) {
        const std::int32_t launch = transfer_.launch;
        const std::int32_t home = parts_.schedule().chip_of(put.src);
        const Mode mode = put.accumulate ? Mode::accumulate : Mode::write;

        std::string begin = parts_.memory_inside(transfer_.target, launch);
        for (std::int32_t k = 0; k < put.len; ++k) {
            Own own;
            if (covers(put.src, put.len, at(put.dst, k))) own.readers = fmt::format("(1 - {})", did("was_read"));
            begin += parts_.no_conflict(at(put.dst, k), mode, own) + parts_.open(at(put.dst, k), mode);
        }
        event("begin", "begun", and_after(did("issued"), transfer_.before_begin), begin);

        // An input that is read late races with its next fill; what the next enter makes anew has no fill.
        std::string read =
            is_input(parts_.schedule().buffers[put.src.buffer].role) ? "" : parts_.memory_inside(home, launch);
        read += read_all(put.src, put.len);
        if (put.send) read += parts_.raise(put.send->counter, std::to_string(put.send->add), launch);
        event("read", "was_read", did("issued"), read);

        const bool apart = put.recv && parts_.schedule().profile.signal_covers == Covers::none;
        const bool gradual =
            put.recv && !apart && parts_.schedule().profile.credit == Credit::gradual && early_units(put) > 0;
        if (apart)
            event("raise", "raised", did("begun"),
                  parts_.raise(put.recv->counter, std::to_string(put.recv->add), launch));
        if (gradual)
            events_.push_back(
                {fmt::format("credit of transfer {}", id_),
                 fmt::format("{} && !{} && {} < {}", did("begun"), did("landed"), did("credits"), early_units(put)),
                 fmt::format("{}++; ", did("credits")) + parts_.raise(put.recv->counter, "1", launch)});

        std::string land = parts_.memory_inside(transfer_.target, launch);
        for (std::int32_t k = 0; k < put.len; ++k) {
            const Place to = at(put.dst, k);
            if (put.accumulate) land += parts_.holds(to);
            land += fmt::format("{} = {}; {} = 0; ", parts_.value(to),
                                put.accumulate ? parts_.codes().reduced(data(k), parts_.value(to)) : data(k), data(k));
            land += parts_.close(to, mode);
        }
        if (put.recv && !apart) {
            const std::string rest =
                gradual ? fmt::format("({} - {})", put.recv->add, did("credits")) : std::to_string(put.recv->add);
            land += parts_.raise(put.recv->counter, rest, launch);
            if (gradual) land += fmt::format("{} = 0; ", did("credits"));
        }
        event("land", "landed", and_after(did("begun") + " && " + did("was_read"), transfer_.before_land), land);
    }

    void add(const Get<C>& get) {
        const std::int32_t launch = transfer_.launch;
        const std::string target = parts_.memory_inside(transfer_.target, launch);
        std::string begin = target;
        for (std::int32_t k = 0; k < get.len; ++k) {
            Own own;
            if (covers(get.dst, get.len, at(get.src, k))) own.writers = "1";
            begin += parts_.no_conflict(at(get.src, k), Mode::read, own) + parts_.open(at(get.src, k), Mode::read);
        }
        event("begin", "begun", and_after(did("issued"), transfer_.before_begin), begin);
        event("read", "was_read", did("begun"), target + read_all(get.src, get.len));
        std::string land = parts_.memory_inside(parts_.schedule().chip_of(get.dst), launch);
        for (std::int32_t k = 0; k < get.len; ++k)
            land += fmt::format("{} = {}; {} = 0; ", parts_.value(at(get.dst, k)), data(k), data(k)) +
                    parts_.close(at(get.dst, k), Mode::write);
        if (get.done) land += parts_.raise(get.done->counter, std::to_string(get.done->add), launch);
        event("land", "landed", did("was_read"), land);
    }

    void add(const Signal<C>& signal) {
        const std::string effect = std::visit(
            Overloaded{[&](const Add<C>& add) {
                           return parts_.raise(signal.counter, std::to_string(add.add), transfer_.launch);
                       },
                       [&](const Assign<C>& assign) {
                           const bool scoped = parts_.schedule().life_of(signal.counter.semaphore) == Life::launch;
                           return (scoped ? parts_.inside(transfer_.target, transfer_.launch) : std::string()) +
                                  fmt::format("counter[{}] = {}; ", parts_.counter(signal.counter, transfer_.launch),
                                              assign.set);
                       }},
            signal.effect);
        event("deliver", "landed", and_after(and_after(did("issued"), transfer_.before_begin), transfer_.before_land),
              effect);
    }

    void add(const auto&) {}  // no other operation is a transfer

    Parts& parts_;
    std::int32_t id_;
    const Transfer& transfer_;
    std::vector<Guarded> events_;
};

}  // namespace

std::string network(Parts& parts) {
    if (parts.transfers().empty()) return "";
    std::string out = "active proctype network() {\nend:\n  do\n";
    for (std::int32_t id = 0; id < static_cast<std::int32_t>(parts.transfers().size()); ++id)
        for (const Guarded& event : Flight(parts, id).events()) out += "  :: " + step(event);
    return out + "  od\n}\n";
}

}  // namespace ringproof::model::promela
