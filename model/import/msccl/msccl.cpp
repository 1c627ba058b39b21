#include "model/import/msccl/msccl.h"

#include <utility>

#include "model/import/msccl/lower.h"
#include "model/import/msccl/thresholds.h"

namespace ringproof::model::msccl {
namespace {

/// How users may pass their buffers. Readers take 1 for an `outofplace` that is not there, and yet what only says
/// inplace="1" was made before there was another way.
std::vector<Passed> passed(const Algorithm& algorithm) {
    std::vector<Passed> ways;
    const bool in_place = algorithm.in_place.value_or(false);
    if (algorithm.out_of_place.value_or(!in_place)) ways.push_back(Passed::out_of_place);
    if (in_place) ways.push_back(Passed::in_place);
    if (ways.empty()) ways.push_back(Passed::out_of_place);
    // Nothing is known of how the buffers of such a collective lie: one way.
    if (!algorithm.extent(BufferKind::input)) ways = {Passed::out_of_place};
    return ways;
}

class Msccl : public Plan {
public:
    explicit Msccl(Algorithm algorithm) : algorithm_(std::move(algorithm)), passed_(passed(algorithm_)) {}

    std::string_view format() const override { return "MSCCL XML"; }
    std::int32_t chips() const override { return static_cast<std::int32_t>(algorithm_.gpus.size()); }

    std::vector<std::string> ways(const PlanOptions&) const override {
        if (!algorithm_.extent(BufferKind::input)) return {""};
        std::vector<std::string> names;
        for (const Passed way : passed_) names.emplace_back(way == Passed::in_place ? "in place" : "out of place");
        return names;
    }

    Schedule schedule(std::size_t way, const PlanOptions& options, const Limits& limits) const override {
        return lower(algorithm_, running(algorithm_, passed_.at(way), options), limits);
    }

    std::vector<std::string> notes(const PlanOptions& options) const override {
        return notes_on(algorithm_, running(algorithm_, passed_.front(), options), Limits{});
    }

    std::vector<PlanFact> facts(std::size_t way, const PlanOptions& options, const Limits& limits) const override {
        return thresholds(algorithm_, running(algorithm_, passed_.at(way), options), limits);
    }

private:
    Algorithm algorithm_;
    std::vector<Passed> passed_;
};

}  // namespace

bool looks_like_algorithm(std::string_view head) {
    const std::size_t first = head.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    if (first == std::string_view::npos || head[first] != '<') return false;
    // Comments and a declaration may come first.
    return head.find("<algo") != std::string_view::npos;
}

std::shared_ptr<const Plan> read_msccl(std::string_view text, std::string file, const Limits& limits) {
    return std::make_shared<Msccl>(read_algorithm(text, std::move(file), limits));
}

}  // namespace ringproof::model::msccl
