#include "generators/campaign.h"

#include <chrono>
#include <exception>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "checker/cross_check.h"
#include "checker/limits.h"
#include "checker/smt/memory.h"
#include "generators/agent_events.h"
#include "generators/smaller.h"

namespace ringproof::generators {
namespace {

using std::chrono::steady_clock;

double seconds_since(steady_clock::time_point began) {
    return std::chrono::duration<double>(steady_clock::now() - began).count();
}

/// The draws of one schedule: what the generator uses, and what checks use.
rc::Random draws(const Campaign& campaign, std::uint64_t number, std::uint64_t what) {
    return rc::Random(rc::Random::Key{campaign.seed, number, what, 0});
}

struct Drawn {
    const Source* source;
    rc::Shrinkable<model::Schedule> schedule;
};

/// Schedule `number`. The smallest of several draws where all are too large.
Drawn draw(const Campaign& campaign, std::uint64_t number) {
    constexpr int tries = 200, size = 100;
    rc::Random random = draws(campaign, number, 0);
    std::uint64_t weights = 0;
    for (const Source& source : campaign.sources) weights += source.weight;
    std::uint64_t ticket = random.split().next() % weights;
    const Source* source = campaign.sources.data();
    while (ticket >= source->weight) ticket -= (source++)->weight;
    std::optional<rc::Shrinkable<model::Schedule>> smallest;
    std::int64_t least = 0;
    for (int i = 0; i < tries; ++i) {
        auto drawn = source->schedules(random.split(), size);
        const std::int64_t events = agent_events(drawn.value());
        if (!smallest || events < least) {
            smallest = drawn;
            least = events;
        }
        if (events <= campaign.events) break;
    }
    return {source, *smallest};
}

std::string word_of(const checker::Verdict& verdict) {
    switch (verdict.outcome) {
        case checker::Outcome::proved:
            return "proved";
        case checker::Outcome::counterexample:
            return std::string(model::word(property_of(verdict.counterexamples.front().finding.code)));
        default:
            return "undecided";
    }
}

void note(Tally& tally, const std::vector<checker::Verdict>& verdicts, std::string_view source) {
    std::size_t decided = 0;
    for (const checker::Verdict& verdict : verdicts) {
        Tally::OfEngine& engine = tally.engines[std::string(verdict.engine)];
        ++engine.asked;
        engine.seconds += verdict.seconds;
        if (checker::decided(verdict))
            ++engine.decided;
        else if (verdict.reason == model::Code::not_monotone)
            ++engine.of_another_kind;
        // Something may have been found before the limit.
        if (verdict.reason != model::Code::not_monotone && !checker::looked_at_all(verdict)) ++engine.at_a_limit;
        decided += checker::decided(verdict) ? 1U : 0U;
    }
    ++tally.decided_by[decided];
    const checker::Decision decision = checker::best_of(verdicts);
    ++tally.verdicts[std::string(source)][word_of(decision.verdict)];
}

/// The smallest schedule that RapidCheck finds for which the same check fails.
void shrink(const Campaign& campaign, const rc::Shrinkable<model::Schedule>& from, Failure& failure) {
    constexpr double most_seconds = 60;
    const auto began = steady_clock::now();
    const auto fails = [&](const model::Schedule& schedule) {
        if (seconds_since(began) > most_seconds) return false;
        Tally unused;
        const auto found = complaint(campaign, schedule, failure.number, unused);
        return found && found->check == failure.check;
    };
    // First as its generator knows, then by whatever can be left out.
    const auto [small, shrinks] = rc::shrinkable::findLocalMin(from, fails);
    const auto [smallest, more] = rc::shrinkable::findLocalMin(rc::shrinkable::shrinkRecur(small, &smaller), fails);
    failure.smallest = smallest;
    failure.shrinks = static_cast<int>(shrinks + more);
    Tally unused;
    if (const auto found = complaint(campaign, smallest, failure.number, unused)) failure.complaint = found->text;
}

}  // namespace

void Tally::operator+=(const Tally& other) {
    schedules += other.schedules;
    events += other.events;
    drawing_seconds += other.drawing_seconds;
    for (const auto& [source, words] : other.verdicts)
        for (const auto& [word, times] : words) verdicts[source][word] += times;
    for (const auto& [name, more] : other.engines) {
        OfEngine& engine = engines[name];
        engine.asked += more.asked;
        engine.decided += more.decided;
        engine.of_another_kind += more.of_another_kind;
        engine.at_a_limit += more.at_a_limit;
        engine.seconds += more.seconds;
    }
    for (const auto& [name, more] : other.check_seconds) check_seconds[name] += more;
    for (const auto& [engines, times] : other.decided_by) decided_by[engines] += times;
}

std::optional<Complaint> complaint(const Campaign& campaign, const model::Schedule& schedule, std::uint64_t number,
                                   Tally& tally, std::string_view source) {
    ++tally.schedules;
    std::string doing = "engines";
    try {
        const auto verdicts = checker::ask_all(question_of(schedule, campaign.options), campaign.engines);
        note(tally, verdicts, source);
        const checker::Verdict verdict = checker::best_of(verdicts).verdict;
        tally.events += verdict.events;
        for (std::size_t i = 0; i < campaign.checks.size(); ++i) {
            const Check& check = campaign.checks[i];
            if ((number + i) % check.one_in != 0) continue;
            doing = check.name;
            const auto began = steady_clock::now();
            std::string wrong = check.complaint(
                {schedule, verdict, campaign.engines, campaign.options, draws(campaign, number, 1 + i)});
            tally.check_seconds[doing] += seconds_since(began);
            if (!wrong.empty()) return Complaint{doing, std::move(wrong)};
        }
    } catch (const std::exception& error) {
        // A disagreement, or an engine that ended as none may.
        return Complaint{doing, error.what()};
    }
    return std::nullopt;
}

Result run(const Campaign& campaign, const std::function<bool(const Tally&, double seconds)>& go_on) {
    constexpr double between_reports = 0.2;
    const auto began = steady_clock::now();
    Result result;
    std::mutex guard;
    std::exception_ptr broken;
    std::atomic<std::uint64_t> next{0};
    std::atomic<bool> over{false};
    double reported = 0;
    const auto fail = [&](std::uint64_t number, const Drawn& drawn, const Complaint& found) {
        const std::lock_guard lock(guard);
        over = true;
        // Of several threads that found one at the same time the one with the lowest number, whose schedule is the
        // same in every run.
        if (result.failure && result.failure->number < number) return;
        result.failure = Failure{number,     std::string(drawn.source->name), found.check,
                                 found.text, drawn.schedule.value(),          drawn.schedule.value(),
                                 0};
    };
    const auto hand_in = [&](Tally& tally) {
        const std::lock_guard lock(guard);
        result.tally += tally;
        tally = {};
        const double now = seconds_since(began);
        if (campaign.seconds > 0 && now >= campaign.seconds) over = true;
        if (go_on && now - reported >= between_reports) {
            reported = now;
            if (!go_on(result.tally, now)) over = true;
        }
    };
    const auto work = [&] {
        const checker::smt::SharedContext shared;
        Tally tally;
        while (!over) {
            const std::uint64_t index = next++;
            if (index >= campaign.schedules) break;
            const std::uint64_t number = campaign.first + index;
            const auto from = steady_clock::now();
            const Drawn drawn = draw(campaign, number);
            const model::Schedule schedule = drawn.schedule.value();
            tally.drawing_seconds += seconds_since(from);
            if (const auto found = complaint(campaign, schedule, number, tally, drawn.source->name))
                fail(number, drawn, *found);
            hand_in(tally);
        }
    };
    const auto work_safely = [&] {
        try {
            work();
        } catch (...) {
            // A generator found nothing to draw from.
            const std::lock_guard lock(guard);
            over = true;
            broken = std::current_exception();
        }
    };
    std::vector<std::thread> threads;
    for (unsigned i = 1; i < campaign.jobs; ++i) threads.emplace_back(work_safely);
    work_safely();
    for (std::thread& thread : threads) thread.join();
    if (broken) std::rethrow_exception(broken);
    result.seconds = seconds_since(began);
    if (result.failure) shrink(campaign, draw(campaign, result.failure->number).schedule, *result.failure);
    return result;
}

}  // namespace ringproof::generators
