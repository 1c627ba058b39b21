#include "checker/choose.h"

#include <algorithm>
#include <iterator>

#include "checker/cross_check.h"
#include "checker/limits.h"
#include "model/event_graph.h"
#include "model/monotone.h"

namespace ringproof::checker {
namespace {

const Engine* named(std::span<const Engine> engines, std::string_view name) {
    const auto found = std::find_if(engines.begin(), engines.end(), [&](const Engine& e) { return e.name == name; });
    return found == engines.end() ? nullptr : &*found;
}

std::int64_t size_of(const Question& question) {
    return model::EventGraph::estimate(question.schedule, question.launches);
}

/// The same question for the part `share` of the time that is left.
Question within(const Question& question, const Deadline& deadline, double share) {
    Question part = question;
    part.options.timeout = deadline.left() * share;
    return part;
}

/// The proof of record beside the one there is, where `cuts` can give it in short.
void prove_again(const Question& question, std::span<const Engine> engines, const Deadline& deadline,
                 Decision& decision) {
    const Engine* const cuts = named(engines, "cuts");
    if (decision.verdict.engine != "clocks" || decision.verdict.outcome != Outcome::proved || cuts == nullptr) return;
    if (size_of(question) > size_of_record) return;
    const Verdict again = cuts->answer(within(question, deadline, 1));
    ++decision.asked;
    require_agreement(decision.verdict, again);
    decision.verdict.seconds += again.seconds;
    if (decided(again)) decision.engines.push_back(again.engine);
}

}  // namespace

std::vector<Engine> suited(const Question& question, std::span<const Engine> engines) {
    std::vector<std::string_view> names{"orders", "explore"};
    if (model::why_not_monotone(question.schedule).empty())
        names = {"clocks", "cuts"};
    else if (size_of(question) <= size_of_few_states)
        names = {"explore", "orders"};
    std::vector<Engine> list;
    for (const std::string_view name : names)
        if (const Engine* const engine = named(engines, name)) list.push_back(*engine);
    if (list.empty()) list.assign(engines.begin(), engines.end());
    return list;
}

Decision choose(const Question& question, std::span<const Engine> engines) {
    const Deadline deadline(question.options.timeout);
    const std::vector<Engine> list = suited(question, engines);
    Decision decision;
    for (std::size_t i = 0; i < list.size(); ++i) {
        Verdict verdict = list[i].answer(within(question, deadline, i + 1 < list.size() ? 0.5 : 1));
        ++decision.asked;
        // Of several that gave up, the first was the one to hope for.
        if (i > 0 && !decided(verdict)) continue;
        decision.verdict = std::move(verdict);
        decision.engines = {decision.verdict.engine};
        if (decided(decision.verdict)) break;
    }
    prove_again(question, engines, deadline, decision);
    return decision;
}

Verdict choose_without_record(const Question& question) {
    std::vector<Engine> list;
    std::copy_if(engines().begin(), engines().end(), std::back_inserter(list),
                 [](const Engine& engine) { return engine.name != "cuts"; });
    return choose(question, list).verdict;
}

}  // namespace ringproof::checker
