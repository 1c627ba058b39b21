#include "checker/repair/repair.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include <fmt/format.h>

#include "checker/limits.h"
#include "model/footprint.h"
#include "model/language/language.h"
#include "model/text.h"
#include "model/validity.h"

namespace ringproof::checker::repair {
namespace {

/// Seconds for a question about one candidate: most are refuted in milliseconds.
constexpr double longest_question = 5;

/// What an agent does to memory, apart from when.
struct Work {
    std::array<std::size_t, std::variant_size_v<model::Operation>> count{};  ///< of operations, by kind
    std::vector<std::string> exact;  ///< operations that must stay as they are, in alphabetical order
};

/// The operation without its counters, which may change.
model::Operation bare(model::Operation operation) {
    std::visit(model::Overloaded{[](model::Put<model::Concrete>& put) {
                                     put.send.reset();
                                     put.recv.reset();
                                 },
                                 [](model::Get<model::Concrete>& get) { get.done.reset(); }, [](auto&) {}},
               operation);
    return operation;
}

/// Of each agent. What no contract speaks of is not for a repair to change: the places of opaque work and of values
/// that the kernel makes and asserts; without any claim, of everything.
std::vector<Work> work_of(const model::Schedule& schedule) {
    const bool claims = !schedule.claims.empty() || !schedule.contracts.empty();
    std::vector<Work> work(schedule.agents.size());
    for (std::size_t agent = 0; agent < schedule.agents.size(); ++agent) {
        for (const model::Step& step : schedule.agents[agent].steps) {
            bool any = false;
            each_access(step.operation, [&](model::Place, model::Mode, model::End) { any = true; });
            if (!any) continue;
            ++work[agent].count[step.operation.index()];
            const bool opaque = std::holds_alternative<model::Compute<model::Concrete>>(step.operation) ||
                                std::holds_alternative<model::Write<model::Concrete>>(step.operation) ||
                                std::holds_alternative<model::Read<model::Concrete>>(step.operation);
            if (opaque || !claims) work[agent].exact.push_back(describe(schedule, bare(step.operation)));
        }
        std::sort(work[agent].exact.begin(), work[agent].exact.end());
    }
    return work;
}

/// Whether all of `work` is done. A kernel that does less may well be proved, but it is another kernel: a race with a
/// step that is left out is not mended.
bool does(const std::vector<Work>& done, const std::vector<Work>& work) {
    if (done.size() != work.size()) return false;
    for (std::size_t agent = 0; agent < work.size(); ++agent) {
        if (done[agent].exact != work[agent].exact) return false;
        for (std::size_t kind = 0; kind < work[agent].count.size(); ++kind)
            if (done[agent].count[kind] < work[agent].count[kind]) return false;
    }
    return true;
}

model::Schedule schedule_of(const Subject& subject, const model::Kernel& kernel, const Size& size) {
    model::Schedule schedule = instantiate(kernel, size.chips, subject.settings);
    schedule.profile = subject.profile;
    schedule.launches = size.launches;
    validate_declarations(schedule);
    return schedule;
}

/// Whether the text is a kernel that does all of the work and is proved at every size.
bool is_proved(const Subject& subject, const std::vector<std::vector<Work>>& work, const std::string& text,
               const Deadline& deadline, Result& result, std::vector<std::string_view>& engines) {
    try {
        const model::Kernel kernel = model::parse_kernel(text, subject.file);
        ++result.tried;
        for (std::size_t i = 0; i < subject.sizes.size(); ++i) {
            const model::Schedule schedule = schedule_of(subject, kernel, subject.sizes[i]);
            if (!does(work_of(schedule), work[i])) return false;
            Options options = subject.options;
            options.timeout = longest_question;
            if (const double left = deadline.left(); left > 0) options.timeout = std::min(left, longest_question);
            const Verdict verdict = subject.ask({schedule, schedule.launches, options});
            if (verdict.outcome != Outcome::proved) return false;
            if (std::find(engines.begin(), engines.end(), verdict.engine) == engines.end())
                engines.push_back(verdict.engine);
        }
        return !subject.sizes.empty();
    } catch (const model::Fault&) {
        // Many a change makes no kernel at all, or an index out of range.
        return false;
    }
}

}  // namespace

Result find_repair(const Subject& subject, const std::vector<Candidate>& candidates) {
    const Deadline deadline(subject.seconds);
    Result result;
    const model::Kernel kernel = model::parse_kernel(subject.text, subject.file);
    std::vector<std::vector<Work>> work;
    for (const Size& size : subject.sizes) work.push_back(work_of(schedule_of(subject, kernel, size)));
    // By hash: where two have the same, one is not tried, which does no harm.
    std::unordered_set<std::size_t> seen{std::hash<std::string>{}(subject.text)};
    for (const Candidate& candidate : candidates) {
        if (deadline.over()) {
            result.complete = false;
            break;
        }
        std::string text = edited(subject.text, candidate.edits);
        if (!seen.insert(std::hash<std::string>{}(text)).second) continue;
        std::vector<std::string_view> engines;
        if (!is_proved(subject, work, text, deadline, result, engines)) continue;
        result.repair = Repair{std::move(text), candidate.sentence, std::move(engines)};
        break;
    }
    return result;
}

Result find_repair(const Subject& subject) {
    const model::Kernel kernel = model::parse_kernel(subject.text, subject.file);
    const KernelText text(subject.text, kernel);
    if (text.sites().size() > most_statements)
        throw model::Fault(model::Code::too_large, fmt::format("{} statements: a repair is looked for up to {}",
                                                               text.sites().size(), most_statements));
    return find_repair(subject, candidates(text, subject.most_candidates));
}

}  // namespace ringproof::checker::repair
