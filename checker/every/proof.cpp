#include "checker/every/proof.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "checker/every/smt_text.h"

namespace ringproof::checker::every {
namespace {

std::string uses_of(const std::vector<std::vector<Path>>& paths, const Knowledge& knowledge, const Program& program) {
    std::set<std::string> lines;
    for (const auto& group : paths)
        for (const Path& path : group) {
            const auto use = [&](std::size_t lemma) {
                const Raise& raise = program.raises[knowledge.lemmas[lemma].raise];
                lines.insert(fmt::format("line {}", raise.operation->where.line));
            };
            for (const Path::Step& step : path.steps) {
                const auto* const run = std::get_if<Run>(&step);
                use(run != nullptr ? knowledge.relays[run->relay].hop.lemma : std::get<Hop>(step).lemma);
            }
            if (path.leap) use(path.leap->lemma);
        }
    return fmt::format("{}", fmt::join(lines, ", "));
}

/// The numbers of an example, by the variables of the statement.
std::map<std::string, std::int64_t> numbers_of(const std::vector<Instance>& any, const std::vector<Instance>& example) {
    std::map<std::string, std::int64_t> values;
    for (std::size_t i = 0; i < any.size(); ++i) {
        const std::vector<Expr> names = any[i].numbers(), numbers = example[i].numbers();
        for (std::size_t k = 0; k < names.size(); ++k)
            if (const auto* const name = std::get_if<model::Variable>(&names[k]->node))
                values[name->name] = known(numbers[k]).value_or(0);
    }
    return values;
}

}  // namespace

std::string text_of(const Operation& operation) {
    return fmt::format("line {} `{}`", operation.where.line, operation.text);
}

bool Proof::follows(const std::string& about, const std::string& name, const Expr& hypothesis, const Expr& conclusion,
                    const std::string& uses) {
    if (fails(hypothesis) || holds(conclusion)) return true;
    deadline_.check(fmt::format("it was to be shown that {}", name));
    const Program& program = order_.program();
    std::vector<Expr> world{at_most(number(1), program.launches)};
    if (!known(program.n)) world.push_back(at_most(number(least_), program.n));
    for (const Expr& condition : program.conditions) world.push_back(condition);
    world.push_back(hypothesis);
    std::set<std::string> names;
    for (const Expr& each : world) collect_variables(each, names);
    collect_variables(conclusion, names);
    SmtText text;
    std::string script;
    for (const Expr& each : world) script += fmt::format("(assert {})\n", text.condition(each));
    script += fmt::format("(assert (not {}))\n", text.condition(conclusion));
    script = text.declarations(names) + script;
    const smt::Reply reply = smt::ask_script(SmtText::prelude() + script, {names.begin(), names.end()}, deadline_);
    if (reply.answer == smt::Answer::timeout || reply.answer == smt::Answer::error)
        throw NotProved{about, fmt::format("{}: the solver gave up ({})", name, reply.complaint), {}, true};
    if (reply.answer == smt::Answer::model) {
        last_ = {about, name, reply.values};
        return false;
    }
    steps_.push_back({about, name, uses, script});
    return true;
}

void Proof::require(const std::string& about, const std::string& name, const Expr& hypothesis, const Expr& conclusion,
                    const std::string& uses) {
    if (!follows(about, name, hypothesis, conclusion, uses)) throw NotProved(last_);
}

bool Proof::finds_paths(const Claim& claim, const std::vector<Instance>& any, const Sample& sample, PathFinder& finder,
                        std::vector<std::vector<Path>>& paths) {
    for (const std::vector<Instance>& example : claim.examples(sample)) {
        if (!holds(claim.when(sample.order(), example))) continue;
        deadline_.check(fmt::format("it was to be shown that {}", claim.name));
        const std::vector<Way> ways = claim.ways(sample.order(), example);
        paths.resize(std::max(paths.size(), ways.size()));
        const auto is_shown = [&](std::size_t i) {
            if (!holds(ways[i].condition)) return false;
            if (!ways[i].by_order || holds(sample.order().precedes(ways[i].earlier, ways[i].later))) return true;
            return std::any_of(paths[i].begin(), paths[i].end(),
                               [&](const Path& path) { return finder.is_along(ways[i].later, ways[i].earlier, path); });
        };
        bool shown = false;
        for (std::size_t i = 0; i < ways.size() && !shown; ++i) shown = is_shown(i);
        if (shown) continue;
        // The shortest path of all.
        std::optional<Path> best;
        std::size_t best_way = 0;
        for (std::size_t i = 0; i < ways.size(); ++i) {
            if (!ways[i].by_order || !holds(ways[i].condition)) continue;
            auto path = finder.find(ways[i].later, ways[i].earlier);
            if (!path || (best && path->size() >= best->size())) continue;
            best = std::move(path);
            best_way = i;
        }
        if (!best) {
            last_ = {claim.about, claim.name, numbers_of(any, example)};
            last_.model["n"] = sample.n();
            return false;
        }
        paths[best_way].push_back(std::move(*best));
    }
    return true;
}

bool Proof::shows(const Claim& claim, const std::vector<Instance>& any, const Knowledge& knowledge) {
    const Expr hypothesis = claim.when(order_, any);
    if (fails(hypothesis)) return true;
    std::vector<std::vector<Path>> paths;
    // The largest first: what fails there does not fail because rings are small.
    for (std::size_t k = samples_.size(); k-- > 0;) {
        const Sample& sample = *samples_[k];
        PathFinder& finder = finders_.try_emplace(&sample, sample, knowledge).first->second;
        if (!finds_paths(claim, any, sample, finder, paths)) return false;
    }
    const std::vector<Way> ways = claim.ways(order_, any);
    paths.resize(std::max(paths.size(), ways.size()));
    const Paths all(order_, knowledge);
    std::vector<Expr> shown;
    for (std::size_t i = 0; i < ways.size(); ++i)
        shown.push_back(both(ways[i].condition,
                             ways[i].by_order ? all.reaches(ways[i].later, ways[i].earlier, paths[i]) : number(1)));
    return follows(claim.about, claim.name, hypothesis, any_of(shown), uses_of(paths, knowledge, order_.program()));
}

void Proof::forget(std::size_t kept) {
    steps_.resize(kept);
    finders_.clear();
}

void Proof::show(const Claim& claim, const std::vector<Instance>& any, const Knowledge& knowledge) {
    if (shows(claim, any, knowledge)) return;
    last_.by_order = true;
    throw NotProved(last_);
}

}  // namespace ringproof::checker::every
