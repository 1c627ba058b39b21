#include "generators/unstructured.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <rapidcheck.h>

namespace ringproof::generators {
namespace {

/// A schedule as plain numbers.
struct Numbers {
    /// An operation: its kind, then what it needs.
    using Word = std::array<int, 7>;
    std::vector<std::vector<Word>> agents;
    std::array<int, 12> options{};
};

class ScheduleMaker {
public:
    ScheduleMaker(const Numbers& from, Operations which, int most_chips)
        : from_(from), which_(which), most_chips_(most_chips) {}

    model::Schedule make() {
        declare();
        for (std::size_t id = 0; id < schedule_.agents.size(); ++id) {
            if (id >= from_.agents.size()) break;
            agent_ = static_cast<std::int32_t>(id);
            for (const Numbers::Word& word : from_.agents[id])
                schedule_.agents[id].steps.push_back({operation(word), model::Symbol()});
        }
        if (option(9, 4) != 0) repair();
        return std::move(schedule_);
    }

private:
    using C = model::Concrete;
    static constexpr std::int32_t counters = 3;  // the agents of a chip own 0 and 1; of 2 nobody takes

    int option(int index, int choices) const { return from_.options[static_cast<std::size_t>(index)] % choices; }

    void declare() {
        schedule_.chips = 2 + option(0, most_chips_ - 1);
        per_chip_ = 1 + option(1, 2);
        schedule_.launches = 1 + option(2, 2);
        schedule_.profile.signal_covers = static_cast<model::Covers>(option(3, 4));
        schedule_.profile.credit = static_cast<model::Credit>(option(4, 2));
        schedule_.profile.entry = static_cast<model::Entry>(option(5, 3));
        schedule_.profile.exit = static_cast<model::Exit>(option(6, 3));
        schedule_.profile.counter_life = static_cast<model::Life>(option(7, 2));
        if (option(8, 4) == 3) schedule_.profile.counter_values = 4;
        constexpr std::array roles{model::Role::in, model::Role::scratch, model::Role::out, model::Role::inout};
        for (std::int32_t chip = 0; chip < schedule_.chips; ++chip) {
            for (std::int32_t k = 0; k < buffers; ++k)
                schedule_.buffers.push_back({chip,
                                             model::Symbol(std::string(1, static_cast<char>('w' + k))),
                                             1 + (option(10, 3) + k) % 3,
                                             roles[static_cast<std::size_t>(k)],
                                             {}});
            std::optional<model::Life> life;
            if (option(11, 3) != 0) life = static_cast<model::Life>(option(11, 3) - 1);
            schedule_.semaphores.push_back({chip, model::Symbol("s"), counters, option(11, 2), life});
            for (std::int32_t k = 0; k < per_chip_; ++k)
                schedule_.agents.push_back({chip, model::Symbol("a" + std::to_string(k)), {}});
        }
    }

    std::int32_t own() const { return schedule_.agents[static_cast<std::size_t>(agent_)].chip; }

    C::Place place(std::int32_t chip, int number) const {
        return {chip * buffers + number % buffers, number / 4 % size(chip, number)};
    }
    std::int32_t size(std::int32_t chip, int number) const {
        return schedule_.buffers[chip * buffers + number % buffers].size;
    }
    std::int32_t length(C::Place a, C::Place b, int number) const {
        const auto room = [&](C::Place p) {
            return schedule_.buffers[static_cast<std::size_t>(p.buffer)].size - p.index;
        };
        return 1 + number % std::min(room(a), room(b));
    }
    std::optional<model::Raise<C>> raise(std::int32_t chip, int number) const {
        if (number % 4 == 0) return std::nullopt;
        return model::Raise<C>{{chip, number % counters}, 1 + number / 4 % 3};
    }
    model::Symbol channel(int number) const { return number % 3 == 0 ? model::Symbol("c") : model::Symbol(); }

    model::Operation operation(const Numbers::Word& w) const {
        const std::int32_t there = w[1] % schedule_.chips;
        const bool all = which_ == Operations::all;
        switch (w[0] % (all ? 26 : 19)) {
            default: {
                const C::Place src = place(own(), w[2]), dst = place(there, w[3]);
                return model::Put<C>{
                    src,           dst,          length(src, dst, w[4]), raise(own(), w[5]), raise(there, w[6]),
                    channel(w[5]), w[4] % 5 == 4};
            }
            case 4:
            case 5: {
                const C::Place src = place(there, w[2]), dst = place(own(), w[3]);
                return model::Get<C>{src, dst, length(src, dst, w[4]), raise(own(), w[5]), channel(w[6])};
            }
            case 6:
            case 7: {
                model::Signal<C> signal{
                    {there, w[2] % counters}, model::Add<C>{1 + w[3] % 2}, channel(w[4]), std::nullopt};
                if (w[5] % 3 == 2) signal.covers = static_cast<model::Covers>(w[6] % 4);
                return signal;
            }
            case 8:
            case 9:
            case 10: {
                // A taken counter of a monotone schedule belongs to one agent.
                const std::int32_t mine = all || per_chip_ == 1 ? w[2] % 2 : agent_ % per_chip_;
                if (w[3] % 3 == 0) return model::Wait<C>{{own(), counters - 1}, model::AtLeast<C>{w[4] % 3, 0}};
                const std::int32_t units = 1 + w[4] % 2;
                return model::Wait<C>{{own(), mine}, model::AtLeast<C>{units, w[5] % (units + 1)}};
            }
            case 11: {
                const C::Place src = place(there, w[2]), dst = place(own(), w[3]);
                return model::Copy<C>{src, dst, length(src, dst, w[4])};
            }
            case 12: {
                const C::Place src = place(there, w[2]), dst = place(own(), w[3]);
                return model::Reduce<C>{src, dst, std::nullopt, length(src, dst, w[4]), model::Symbol("max")};
            }
            case 13:
                return model::Compute<C>{
                    {place(there, w[2])}, {place(own(), w[3]), place(own(), w[4])}, 0, model::Symbol("f")};
            case 14:
                return model::Write<C>{place(own(), w[2]), model::Term{model::Atom{model::Symbol("v")}}};
            case 15:
                return model::Read<C>{place(own(), w[2]), model::Term{model::Atom{model::Symbol("v")}}};
            case 16:
                return model::Fence<C>{};
            case 17:
                return model::Quiet<C>{static_cast<model::Until>(w[1] % 2)};
            case 18:
                return model::Barrier<C>{model::Symbol(w[1] % 4 == 3 ? "q" : "p")};
            case 19:
                return model::Set<C>{{own(), w[2] % counters}, w[3] % 3};
            case 20:
                return model::Signal<C>{
                    {there, w[2] % counters}, model::Assign<C>{w[3] % 3}, channel(w[4]), std::nullopt};
            case 21:
                return model::Wait<C>{{own(), w[2] % counters}, model::AtLeast<C>{w[3] % 3, model::All{}}};
            case 22:
                return model::Wait<C>{{own(), w[2] % counters}, model::Equals<C>{w[3] % 3}};
            case 23:
                return model::Snapshot<C>{{own(), w[2] % counters}};
            case 24:
                return model::Wait<C>{{own(), w[2] % counters}, model::AboveSnapshot<C>{w[3] % 2}};
            case 25:
                return model::Poll<C>{place(own(), w[2])};
        }
    }

    /// Makes most schedules go to their end: no wait asks for more than is raised in all, and agents that name a
    /// barrier all come equally often.
    void repair() {
        std::map<C::Counter, std::int64_t> units;
        std::map<model::Symbol, std::size_t> rounds;
        for (const model::Semaphore& semaphore : schedule_.semaphores)
            for (std::int32_t k = 0; k < counters; ++k) units[{semaphore.chip, k}] = semaphore.init;
        for (const model::Agent& agent : schedule_.agents)
            for (const model::Step& step : agent.steps) {
                if (const auto* const put = std::get_if<model::Put<C>>(&step.operation)) {
                    if (put->send) units[put->send->counter] += put->send->add;
                    if (put->recv) units[put->recv->counter] += put->recv->add;
                } else if (const auto* const get = std::get_if<model::Get<C>>(&step.operation)) {
                    if (get->done) units[get->done->counter] += get->done->add;
                } else if (const auto* const signal = std::get_if<model::Signal<C>>(&step.operation)) {
                    if (const auto* const more = std::get_if<model::Add<C>>(&signal->effect))
                        units[signal->counter] += more->add;
                }
            }
        for (model::Agent& agent : schedule_.agents)
            std::erase_if(agent.steps, [&](const model::Step& step) {
                const auto* const wait = std::get_if<model::Wait<C>>(&step.operation);
                if (wait == nullptr) return false;
                const auto* const until = std::get_if<model::AtLeast<C>>(&wait->until);
                if (until == nullptr) return false;
                if (until->at_least > units[wait->counter]) return true;
                const auto* const take = std::get_if<std::int32_t>(&until->take);
                units[wait->counter] -= take != nullptr ? *take : units[wait->counter];
                return false;
            });
        const auto comes = [](const model::Agent& agent, model::Symbol name) {
            return static_cast<std::size_t>(
                std::count_if(agent.steps.begin(), agent.steps.end(), [&](const model::Step& step) {
                    const auto* const barrier = std::get_if<model::Barrier<C>>(&step.operation);
                    return barrier != nullptr && barrier->name == name;
                }));
        };
        for (const model::Symbol name : {model::Symbol("p"), model::Symbol("q")}) {
            std::size_t most = 0;
            for (const model::Agent& agent : schedule_.agents) most = std::max(most, comes(agent, name));
            for (model::Agent& agent : schedule_.agents)
                for (std::size_t k = comes(agent, name); k > 0 && k < most; ++k)
                    agent.steps.push_back({model::Barrier<C>{name}, model::Symbol()});
        }
    }

    static constexpr std::int32_t buffers = 4;
    const Numbers& from_;
    Operations which_;
    int most_chips_;
    model::Schedule schedule_;
    std::int32_t per_chip_ = 1;
    std::int32_t agent_ = 0;
};

}  // namespace

rc::Gen<model::Schedule> unstructured_schedules(const Extent& extent, Operations which) {
    const auto number = rc::gen::resize(100, rc::gen::inRange(0, 1000));
    const auto word = rc::gen::container<Numbers::Word>(number);
    return rc::gen::mapcat(rc::gen::inRange(1, extent.operations + 1), [=](int most) {
        const auto agent = rc::gen::resize(most, rc::gen::container<std::vector<Numbers::Word>>(word));
        return rc::gen::map(
            rc::gen::pair(rc::gen::container<std::vector<std::vector<Numbers::Word>>>(
                              std::size_t{2} * static_cast<std::size_t>(extent.chips), agent),
                          rc::gen::container<std::array<int, 12>>(number)),
            [=](const std::pair<std::vector<std::vector<Numbers::Word>>, std::array<int, 12>>& numbers) {
                return ScheduleMaker({numbers.first, numbers.second}, which, extent.chips).make();
            });
    });
}

}  // namespace ringproof::generators
