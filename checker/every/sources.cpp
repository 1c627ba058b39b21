#include "checker/every/sources.h"

#include <fmt/format.h>

namespace ringproof::checker::every {
namespace {

using Way = Proof::Way;

std::vector<std::vector<Instance>> reads(const Sample& sample, const Access& read) {
    std::vector<std::vector<Instance>> all;
    const Access& access = sample.program().accesses[read.number];
    for (const Numbers& numbers : sample.instances(access))
        all.push_back({Family(access).with(as_expressions(numbers))});
    return all;
}

}  // namespace

Sources::Sources(Proof& proof, const Knowledge& knowledge) : proof_(proof), knowledge_(knowledge) {
    std::vector<std::vector<Pair>> pairs(proof.program().accesses.size());
    for (const auto& sample : proof.samples())
        for (const Pair& pair : sample->sources) pairs[pair.from].push_back(pair);
    for (const Access& access : proof.program().accesses)
        sources_.push_back(fit(read_to_write, access.number, pairs[access.number], proof.samples(), proof.program())
                               .value_or(Mapping{&read_to_write, access.number, {}}));
}

void Sources::show_written(const Access& read) {
    const Order& order = proof_.order();
    const Instance instance = Family(read).any("");
    std::vector<Expr> any;
    for (const Mapping::Image& image : of(read).images(order, instance)) any.push_back(image.condition);
    if (!found(read))
        for (const auto& sample : proof_.samples())
            if (!sample->instances(sample->program().accesses[read.number]).empty())
                throw NotProved{
                    "uninitialised",
                    fmt::format("no rule was found by which the write that {} sees depends on n", text_of(read)),
                    {}};
    proof_.require("uninitialised", fmt::format("{} reads what some write has left", text_of(read)),
                   order.exists(read, instance), any_of(any));
    show_seen(read);
}

void Sources::show_seen(const Access& read) {
    if (!shown_.insert(read.number).second) return;
    for (std::size_t i = 0; i < of(read).alternatives.size(); ++i) {
        show_ended(read, i);
        for (const Access& other : proof_.program().accesses) {
            if (!other.writes || other.buffer != read.buffer) continue;
            show_nothing_between(read, i, other);
        }
    }
}

void Sources::show_ended(const Access& read, std::size_t alternative) {
    const std::size_t reading = read.number, source = of(read).alternatives[alternative].to;
    Proof::Claim claim;
    claim.about = "uninitialised";
    claim.name = fmt::format("{} comes after {} has ended", text_of(read), text_of(proof_.program().accesses[source]));
    claim.when = [=, this](const Order& order, const std::vector<Instance>& about) {
        return both(order.exists(order.program().accesses[reading], about[0]),
                    image(order, reading, alternative, about[0]).condition);
    };
    claim.ways = [=, this](const Order& order, const std::vector<Instance>& about) {
        const auto& accesses = order.program().accesses;
        return ways_ended(order, knowledge_, accesses[source], image(order, reading, alternative, about[0]).instance,
                          accesses[reading], about[0]);
    };
    claim.examples = [&read](const Sample& sample) { return reads(sample, read); };
    proof_.show(claim, {Family(read).any("")}, knowledge_);
}

void Sources::show_nothing_between(const Access& read, std::size_t alternative, const Access& other) {
    const std::size_t reading = read.number, source = of(read).alternatives[alternative].to, third = other.number;
    Proof::Claim claim;
    claim.about = "wrong-result";
    claim.name = fmt::format("between {} and {}, {} does not write", text_of(proof_.program().accesses[source]),
                             text_of(read), text_of(other));
    claim.when = [=, this](const Order& order, const std::vector<Instance>& about) {
        const auto& accesses = order.program().accesses;
        const Mapping::Image found = image(order, reading, alternative, about[0]);
        std::vector<Expr> all{order.exists(accesses[reading], about[0]), found.condition,
                              order.exists(accesses[third], about[1]),
                              same_slot(order, accesses[reading], about[0], accesses[third], about[1])};
        if (source == third)
            all.push_back(
                negated(both(order.same(found.instance, about[1]), equal(found.instance.part, about[1].part))));
        // What an operation writes itself comes after what it reads.
        if (accesses[reading].operation != nullptr && accesses[third].operation == accesses[reading].operation)
            all.push_back(negated(order.same(about[0], about[1])));
        return all_of(all);
    };
    claim.ways = [=, this](const Order& order, const std::vector<Instance>& about) {
        const auto& accesses = order.program().accesses;
        auto ways = ways_ended(order, knowledge_, accesses[third], about[1], accesses[source],
                               image(order, reading, alternative, about[0]).instance);
        const auto later = ways_ended(order, knowledge_, accesses[reading], about[0], accesses[third], about[1]);
        ways.insert(ways.end(), later.begin(), later.end());
        return ways;
    };
    claim.examples = [&](const Sample& sample) { return meetings(sample, read, other); };
    proof_.show(claim, {Family(read).any(""), Family(other).any("'")}, knowledge_);
}

}  // namespace ringproof::checker::every
