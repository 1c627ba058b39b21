#include "checker/every/accesses.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "checker/every/filled.h"

namespace ringproof::checker::every {
namespace {

using Way = Proof::Way;

/// The event of a chip at which, or some time after which, an access opens.
Instance opening_of(const Access& access, const Instance& instance) {
    Instance opens = instance;
    opens.part = number(0);
    if (access.operation == nullptr) opens.rank = access.writes ? fill : exit;
    return opens;
}

Instance on_chip(const Expr& chip, const Expr& launch, Rank rank) {
    Instance instance;
    instance.rank = rank;
    instance.chip = chip;
    instance.launch = launch;
    instance.part = number(0);
    return instance;
}

/// Raises of one transfer that come at or after the end `ends`.
std::vector<const Raise*> raises_after(const Operation& operation, Ending ends) {
    std::vector<const Raise*> found;
    for (const Raise* const raise : operation.raises)
        if (raise->at == ends || (raise->at == Ending::land && (ends == Ending::read || ends == Ending::credit)))
            found.push_back(raise);
    return found;
}

/// By the order of the link: what is raised by a push that comes later in the same rounds, towards the same chip, comes
/// after the landing of an earlier one. Of a put's two counters that is the receiver's.
std::vector<Way> ways_by_link(const Order& order, const Knowledge& knowledge, const Operation& operation,
                              const Instance& instance, const Instance& later) {
    std::vector<Way> all;
    for (const Operation& next : order.program().operations) {
        if (next.agent != operation.agent || next.loops.size() > operation.loops.size() || &next == &operation)
            continue;
        Instance follower = instance;
        follower.operation = &next;
        follower.rounds.resize(next.loops.size());
        follower.part = number(0);
        const Expr follows = both(order.exists(follower), order.follows_on_link(operation, instance, next, follower));
        for (const Raise* const raise : next.raises) {
            if (raise->at == Ending::read) continue;
            for (Way& way : every::ways_after(order, knowledge, *raise, follower, later)) {
                way.condition = both(follows, way.condition);
                all.push_back(std::move(way));
            }
        }
    }
    return all;
}

std::vector<Way> ways_after(const Order& order, const Knowledge& knowledge, const Operation& operation, Ending ends,
                            const Instance& instance, const Instance& later) {
    std::vector<Way> all = ways_by_link(order, knowledge, operation, instance, later);
    for (const Raise* const raise : raises_after(operation, ends)) {
        const auto ways = every::ways_after(order, knowledge, *raise, instance, later);
        all.insert(all.end(), ways.begin(), ways.end());
    }
    return all;
}

}  // namespace

std::string text_of(const Access& access) {
    if (access.operation != nullptr)
        return fmt::format("{} {} {}", text_of(*access.operation), access.writes ? "writes" : "reads",
                           access.buffer.text());
    return fmt::format("{} {}", access.writes ? "the start of a launch fills" : "the end of a launch reads",
                       access.buffer.text());
}

std::vector<Way> ways_ended(const Order& order, const Knowledge& knowledge, const Access& ended, const Instance& one,
                            const Access& opening, const Instance& other) {
    const Instance later = opening_of(opening, other);
    Instance end = opening_of(ended, one);
    if (ended.ends == Ending::own) {
        if (ended.operation == nullptr) end.rank = ended.writes ? enter : collect;
        return {{number(1), true, later, end}};
    }
    std::vector<Way> ways = ways_after(order, knowledge, *ended.operation, ended.ends, one, later);
    if (opening.operation != nullptr && opening.remote_begin)
        ways.push_back({order.follows_on_link(*ended.operation, one, *opening.operation, other)});
    return ways;
}

std::vector<std::vector<Instance>> meetings(const Sample& sample, const Access& one, const Access& other) {
    const auto by_slot = [&](const Access& which) {
        ByThing found;
        const Access& access = sample.program().accesses[which.number];
        for (const Numbers& numbers : sample.instances(access)) {
            const Instance instance = Family(access).with(as_expressions(numbers));
            const std::int64_t chip = known(sample.order().at(access.chip, instance)).value();
            if (sample.is_one_of_few(chip))
                found[{chip, known(sample.order().at(access.index, instance)).value()}].push_back(instance);
        }
        return found;
    };
    return together(by_slot(one), by_slot(other));
}

// ---- Ranges --------------------------------------------------------------------------------------------------------

namespace {

Expr is_amount(const Expr& amount, std::int64_t least, const Expr& n) {
    return both(at_most(number(least), amount), fits_32_bits(amount, n));
}

}  // namespace

void show_ranges(Proof& proof) {
    const Program& program = proof.program();
    const Order& order = proof.order();
    for (const Place& buffer : program.buffers)
        proof.require("valid", fmt::format("buffer {} has at least one slot", buffer.name.text()), number(1),
                      at_most(number(1), buffer.size));
    for (const auto& [name, size] : program.semaphores)
        proof.require("valid", fmt::format("semaphore {} has at least one counter", name.text()), number(1),
                      at_most(number(1), size));
    for (const Operation& operation : program.operations) {
        const Instance instance = Family(operation).any("");
        const Expr exists = order.exists(instance);
        if (operation.cost)
            proof.require("valid", fmt::format("{}: the cost is not negative, and fits 32 bits", text_of(operation)),
                          exists, is_amount(order.at(operation.cost, instance), 0, program.n));
        if (operation.target) {
            proof.require("valid", fmt::format("{}: the chip exists", text_of(operation)), exists,
                          inside(order.at(operation.target, instance), program.n));
        }
    }
    for (const Access& access : program.accesses) {
        if (access.operation == nullptr) continue;
        const Instance instance = Family(access).any("");
        proof.require("valid", fmt::format("{}: at least one slot", text_of(access)), order.exists(instance),
                      is_amount(order.at(access.length, instance), 1, program.n));
        proof.require("valid", fmt::format("{}: the index is inside", text_of(access)), order.exists(access, instance),
                      inside(order.at(access.index, instance), program.buffer(access.buffer).size));
    }
    for (const Raise& raise : program.raises) {
        const Instance instance = Family(raise).any("");
        const Expr units = times(order.at(raise.units, instance), number(program.grain(raise.semaphore)));
        proof.require("valid",
                      fmt::format("{}: the index of {} is inside", text_of(*raise.operation), raise.semaphore.text()),
                      order.exists(instance),
                      both(is_amount(units, 1, program.n),
                           inside(order.at(raise.index, instance),
                                  program.semaphores[program.semaphore(raise.semaphore)].second)));
    }
    for (const Wait& wait : program.waits) {
        const Instance instance = Family(wait).any("");
        const Expr units = times(order.at(wait.units, instance), number(program.grain(wait.semaphore)));
        proof.require(
            "valid", fmt::format("{}: the index of {} is inside", text_of(*wait.operation), wait.semaphore.text()),
            order.exists(instance),
            both(is_amount(units, 0, program.n),
                 inside(order.at(wait.index, instance), program.semaphores[program.semaphore(wait.semaphore)].second)));
    }
}

// ---- Races ---------------------------------------------------------------------------------------------------------

void show_no_races(Proof& proof, const Knowledge& knowledge) {
    const Program& program = proof.program();
    for (const Access& first : program.accesses)
        for (const Access& second : program.accesses) {
            if (first.number > second.number || first.buffer != second.buffer || (!first.writes && !second.writes))
                continue;
            Proof::Claim claim;
            claim.about = "race";
            claim.name = fmt::format("{} and {}: never at once", text_of(first), text_of(second));
            const std::size_t one = first.number, two = second.number;
            claim.when = [one, two](const Order& order, const std::vector<Instance>& about) {
                const Access &a = order.program().accesses[one], &b = order.program().accesses[two];
                Expr different = negated(order.same(about[0], about[1]));
                // Filling and collecting are two operations, and slots of one do not meet.
                if (a.operation == nullptr && b.operation == nullptr)
                    different = one != two ? number(1)
                                           : either(negated(equal(about[0].chip, about[1].chip)),
                                                    negated(equal(about[0].launch, about[1].launch)));
                return all_of({order.exists(a, about[0]), order.exists(b, about[1]),
                               same_slot(order, a, about[0], b, about[1]), different});
            };
            claim.ways = [one, two, &knowledge](const Order& order, const std::vector<Instance>& about) {
                const Access &a = order.program().accesses[one], &b = order.program().accesses[two];
                auto ways = ways_ended(order, knowledge, a, about[0], b, about[1]);
                const auto others = ways_ended(order, knowledge, b, about[1], a, about[0]);
                ways.insert(ways.end(), others.begin(), others.end());
                return ways;
            };
            claim.examples = [&](const Sample& sample) { return meetings(sample, first, second); };
            proof.show(claim, {Family(first).any(""), Family(second).any("'")}, knowledge);
        }
}

// ---- Entered and left ----------------------------------------------------------------------------------------------

namespace {

/// Something of a class, and of samples all of it.
void show_of(Proof& proof, const Knowledge& knowledge, const std::string& about, const std::string& name,
             const Operation& operation, const Proof::Ways& ways) {
    Proof::Claim claim;
    claim.about = about;
    claim.name = name;
    claim.when = [](const Order& order, const std::vector<Instance>& instances) { return order.exists(instances[0]); };
    claim.ways = ways;
    claim.examples = [&](const Sample& sample) {
        std::vector<std::vector<Instance>> all;
        for (const Numbers& numbers : sample.instances(operation.number)) {
            all.push_back({Family(sample.program().operations[operation.number]).first_part(numbers)});
        }
        return all;
    };
    proof.show(claim, {Family(operation).any("")}, knowledge);
}

/// The chip that an expression of the operation means has entered the launch before the operation is issued.
void show_inside(Proof& proof, const Knowledge& knowledge, const Operation& operation, const std::string& what,
                 const std::function<Expr(const Operation&)>& chip, Ending ends) {
    const std::size_t number_of = operation.number;
    show_of(proof, knowledge, "not-entered", fmt::format("{}: {} has entered before", text_of(operation), what),
            operation, [=](const Order& order, const std::vector<Instance>& about) -> std::vector<Way> {
                const Expr target = order.at(chip(order.program().operations[number_of]), about[0]);
                return {{number(1), true, about[0], on_chip(target, about[0].launch, enter)}};
            });
    show_of(proof, knowledge, "not-entered", fmt::format("{}: {} leaves after it is over", text_of(operation), what),
            operation, [=, &knowledge](const Order& order, const std::vector<Instance>& about) {
                const Operation& here = order.program().operations[number_of];
                const Expr target = order.at(chip(here), about[0]);
                return ways_after(order, knowledge, here, ends, about[0], on_chip(target, about[0].launch, exit));
            });
}

Expr own_chip(const Operation&) { return variable("me"); }

}  // namespace

void show_entered(Proof& proof, const Knowledge& knowledge) {
    const Program& program = proof.program();
    for (const Operation& operation : program.operations) {
        const auto target = [](const Operation& here) { return here.target; };
        const bool transfer = operation.target && !operation.accesses.empty();
        if (transfer && program.has_launch_memory()) {
            show_inside(proof, knowledge, operation, "the other chip", target, Ending::land);
            const Access& source = *operation.accesses.front();
            if (!operation.push)
                show_inside(proof, knowledge, operation, "the own chip", own_chip, Ending::land);
            else if (!is_input(program.buffer(source.buffer).role))
                show_inside(proof, knowledge, operation, "the own chip", own_chip, Ending::read);
        }
        for (std::size_t i = 0; i < operation.raises.size(); ++i) {
            const Raise& raise = *operation.raises[i];
            if (program.is_global(raise.semaphore)) continue;
            show_inside(
                proof, knowledge, operation, fmt::format("the chip of {}", raise.semaphore.text()),
                [i](const Operation& here) { return here.raises[i]->chip; }, raise.at);
        }
    }
}

void show_clean_exits(Proof& proof, const Knowledge& knowledge) {
    const Program& program = proof.program();
    const Order& order = proof.order();
    if (program.profile.exit == model::Exit::zero)
        for (const Raise& raise : program.raises) {
            const Instance unit = Family(raise).any("");
            std::vector<Expr> taken;
            for (const Mapping::Image& image : knowledge.taken[raise.number].images(order, unit))
                taken.push_back(image.condition);
            proof.require("dirty-exit",
                          fmt::format("every unit of {} that {} raises is waited for", raise.semaphore.text(),
                                      text_of(*raise.operation)),
                          order.exists(raise, unit), any_of(taken));
        }
    if (program.profile.exit == model::Exit::drained)
        for (const Operation& operation : program.operations) {
            if (!operation.target) continue;
            const Ending over = operation.accesses.empty() ? Ending::deliver : Ending::land;
            for (const bool own : {true, false})
                show_of(
                    proof, knowledge, "dirty-exit",
                    fmt::format("{} is over before {} chip leaves", text_of(operation), own ? "its own" : "the other"),
                    operation,
                    [=, &knowledge, id = operation.number](const Order& at, const std::vector<Instance>& about) {
                        const Operation& here = at.program().operations[id];
                        const Expr chip = own ? about[0].chip : at.at(here.target, about[0]);
                        return ways_after(at, knowledge, here, over, about[0], on_chip(chip, about[0].launch, exit));
                    });
        }
}

void show_barriers(Proof& proof, const Knowledge& knowledge) {
    const Program& program = proof.program();
    for (const model::ContractForm& contract : program.kernel->contracts) {
        if (contract.collective.text() != "barrier") continue;
        const Expr distance = contract.distance ? filled(contract.distance, program.names) : number(0);
        proof.require("valid", "the barrier's distance is not negative, and fits 32 bits", number(1),
                      is_amount(distance, 0, program.n));
        Proof::Claim claim;
        claim.about = "wrong-result";
        claim.name = "no chip leaves before those within the barrier's distance have entered";
        claim.when = [distance](const Order& order, const std::vector<Instance>& about) {
            const Expr n = order.program().n;
            const Expr ahead = remainder(minus(about[1].chip, about[0].chip), n);
            const Expr near = either(equal(distance, number(0)),
                                     either(at_most(ahead, distance), at_most(minus(n, ahead), distance)));
            return all_of({inside(about[0].chip, n), inside(about[1].chip, n),
                           inside(about[0].launch, order.program().launches), equal(about[0].launch, about[1].launch),
                           near});
        };
        claim.ways = [](const Order&, const std::vector<Instance>& about) -> std::vector<Way> {
            return {{number(1), true, about[0], about[1]}};
        };
        claim.examples = [](const Sample& sample) {
            std::vector<std::vector<Instance>> all;
            for (std::int64_t leaving = 0; leaving < sample.n(); ++leaving)
                for (std::int64_t other = 0; other < sample.n(); ++other)
                    for (std::int64_t launch = 0; launch < sample.launches(); ++launch)
                        all.push_back({on_chip(number(leaving), number(launch), exit),
                                       on_chip(number(other), number(launch), enter)});
            return all;
        };
        proof.show(
            claim,
            {on_chip(variable("me"), variable("launch"), exit), on_chip(variable("me'"), variable("launch'"), enter)},
            knowledge);
    }
}

}  // namespace ringproof::checker::every
