#include "generators/operation_parts.h"

namespace ringproof::generators {
namespace {

using C = model::Concrete;

}  // namespace

std::vector<model::Counter*> counters_of(model::Operation& operation) {
    std::vector<model::Counter*> found;
    const auto of_raise = [&](std::optional<model::Raise<C>>& raise) {
        if (raise) found.push_back(&raise->counter);
    };
    std::visit(
        model::Overloaded{[&](model::Put<C>& put) {
                              of_raise(put.send);
                              of_raise(put.recv);
                          },
                          [&](model::Get<C>& get) { of_raise(get.done); },
                          [&](model::Signal<C>& signal) { found.push_back(&signal.counter); },
                          [&](model::Wait<C>& wait) { found.push_back(&wait.counter); },
                          [&](model::Set<C>& set) { found.push_back(&set.counter); },
                          [&](model::Snapshot<C>& snapshot) { found.push_back(&snapshot.counter); }, [](auto&) {}},
        operation);
    return found;
}

std::vector<model::Place*> places_of(model::Operation& operation) {
    std::vector<model::Place*> found;
    const model::Overloaded ends{[&](auto& transfer) {
        found.push_back(&transfer.src);
        found.push_back(&transfer.dst);
    }};
    std::visit(model::Overloaded{[&](model::Put<C>& put) { ends(put); }, [&](model::Get<C>& get) { ends(get); },
                                 [&](model::Copy<C>& copy) { ends(copy); },
                                 [&](model::Reduce<C>& reduce) {
                                     ends(reduce);
                                     if (reduce.with) found.push_back(&*reduce.with);
                                 },
                                 [&](model::Compute<C>& compute) {
                                     for (model::Place& place : compute.reads) found.push_back(&place);
                                     for (model::Place& place : compute.writes) found.push_back(&place);
                                 },
                                 [&](model::Write<C>& write) { found.push_back(&write.dst); },
                                 [&](model::Read<C>& read) { found.push_back(&read.src); },
                                 [&](model::Poll<C>& poll) { found.push_back(&poll.src); }, [](auto&) {}},
               operation);
    return found;
}

std::vector<std::int32_t*> amounts_of(model::Operation& operation) {
    std::vector<std::int32_t*> found;
    const auto of_raise = [&](std::optional<model::Raise<C>>& raise) {
        if (raise) found.push_back(&raise->add);
    };
    const model::Overloaded of_until{[&](model::AtLeast<C>& until) {
                                         found.push_back(&until.at_least);
                                         if (auto* const take = std::get_if<std::int32_t>(&until.take))
                                             found.push_back(take);
                                     },
                                     [&](model::Equals<C>& until) { found.push_back(&until.equals); },
                                     [&](model::AboveSnapshot<C>& until) { found.push_back(&until.above_snapshot); }};
    std::visit(model::Overloaded{[&](model::Put<C>& put) {
                                     of_raise(put.send);
                                     of_raise(put.recv);
                                     found.push_back(&put.len);
                                 },
                                 [&](model::Get<C>& get) {
                                     of_raise(get.done);
                                     found.push_back(&get.len);
                                 },
                                 [&](model::Signal<C>& signal) {
                                     if (auto* const add = std::get_if<model::Add<C>>(&signal.effect))
                                         found.push_back(&add->add);
                                     else
                                         found.push_back(&std::get<model::Assign<C>>(signal.effect).set);
                                 },
                                 [&](model::Wait<C>& wait) { std::visit(of_until, wait.until); },
                                 [&](model::Set<C>& set) { found.push_back(&set.value); },
                                 [&](model::Copy<C>& copy) { found.push_back(&copy.len); },
                                 [&](model::Reduce<C>& reduce) { found.push_back(&reduce.len); }, [](auto&) {}},
               operation);
    return found;
}

}  // namespace ringproof::generators
