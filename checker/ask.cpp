#include "checker/ask.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <iterator>
#include <new>
#include <optional>

#include <fmt/format.h>

#include "model/event_graph.h"
#include "model/machine.h"

namespace ringproof::checker {

using std::chrono::steady_clock;

namespace {

/// Whether a message says that memory was used up: a solver reports it in words, under a code of its own or none.
bool tells_of_memory(std::string_view message) {
    constexpr std::string_view complaints[] = {"out of memory", "out-of-memory", "memory exceeded", "memout"};
    return std::any_of(std::begin(complaints), std::end(complaints),
                       [&](std::string_view words) { return message.find(words) != std::string_view::npos; });
}

/// The limit that an exception stands for. Rethrows one that stands for none.
GaveUp limit_of(const std::exception_ptr& exception) {
    GaveUp no_memory(model::Code::out_of_memory, "memory was used up");
    try {
        std::rethrow_exception(exception);
    } catch (const GaveUp& limit) {
        return tells_of_memory(limit.what()) ? no_memory : limit;
    } catch (const model::Fault&) {
        throw;
    } catch (const Disagreement&) {
        throw;
    } catch (const std::bad_alloc&) {
        return no_memory;
    } catch (const std::exception& error) {
        if (tells_of_memory(error.what())) return no_memory;
        throw;
    }
}

}  // namespace

void Evidence::replay(const model::Finding& expected, model::Trace trace, bool at_rest,
                      const std::function<bool(const model::Finding&)>& matches) {
    model::Machine machine(question_->schedule, question_->launches);
    std::optional<model::Finding> shown;
    // Taken event by event: the machine keeps a number of findings only, and a broken execution makes many.
    const auto look = [&] {
        for (model::Finding& seen : machine.take_findings())
            if (!shown && matches(seen)) shown = std::move(seen);
    };
    // The trace ends where the fault shows: past it (a counter past its width, say) the machine may go another way.
    std::size_t length = 0;
    for (; length < trace.size() && !shown; ++length) {
        if (!machine.enabled(trace[length]))
            throw Disagreement(
                fmt::format("{} found a trace whose event {} the machine does not allow", engine_, length));
        machine.fire(trace[length]);
        look();
    }
    trace.resize(length);
    if (at_rest) machine.rest();
    look();
    if (!shown)
        throw Disagreement(fmt::format("{} found {} in a trace in which the machine does not see it", engine_,
                                       model::number(expected.code)));
    model::Finding finding = std::move(*shown);
    if (expected.first && expected.second) {
        // A race is told in the order that was meant, whichever access the trace opens first.
        finding.code = expected.code;
        finding.first = expected.first;
        finding.second = expected.second;
    }
    const auto known = best_.find(model::precedence(expected.code));
    if (known == best_.end())
        best_.emplace(model::precedence(expected.code), Counterexample{std::move(finding), std::move(trace)});
    else if (trace.size() < known->second.trace.size())
        known->second = {std::move(finding), std::move(trace)};
}

std::vector<Counterexample> Evidence::take() {
    std::vector<Counterexample> list;
    for (auto& [precedence, counterexample] : best_) list.push_back(std::move(counterexample));
    best_.clear();
    return list;
}

void ask_in_order(const Evidence& evidence, const Asks& asks) {
    asks.counter_range();
    if (evidence.empty()) asks.deadlock();
    if (!evidence.empty()) return;
    asks.entered();
    asks.races();
    asks.clean_exit();
    const bool values_are_fixed = evidence.empty();
    asks.barriers();
    if (values_are_fixed) asks.values();
}

void check_size(const Question& question, std::int64_t most, std::int32_t rotations) {
    const std::int64_t size = model::EventGraph::estimate(question.schedule, question.launches) / rotations;
    if (size > most)
        throw GaveUp(model::Code::over_limit,
                     fmt::format("about {} events, counters and slots, and this engine takes on {}", size, most));
}

Verdict answer(std::string_view engine, const Question& question,
               const std::function<void(Evidence&, Verdict&)>& decide) {
    const auto began = steady_clock::now();
    Verdict verdict;
    verdict.engine = engine;
    Evidence evidence(engine, question);
    bool gave_up = false;
    try {
        decide(evidence, verdict);
    } catch (...) {
        const GaveUp limit = limit_of(std::current_exception());
        gave_up = true;
        verdict.reason = limit.reason;
        verdict.message = limit.what();
    }
    // One violation is enough for a verdict, whatever else remains open.
    verdict.counterexamples = evidence.take();
    verdict.outcome = !verdict.counterexamples.empty() ? Outcome::counterexample
                      : gave_up                        ? Outcome::undecided
                                                       : Outcome::proved;
    verdict.seconds = std::chrono::duration<double>(steady_clock::now() - began).count();
    return verdict;
}

}  // namespace ringproof::checker
