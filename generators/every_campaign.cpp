#include "generators/every_campaign.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <random>
#include <thread>

#include <fmt/format.h>

#include "checker/choose.h"
#include "checker/every.h"
#include "generators/loops/loop_kernels.h"
#include "generators/mutation/mutation.h"
#include "model/diagnostic.h"

namespace ringproof::generators {
namespace {

using checker::Outcome;

/// What one kernel came to.
struct Look {
    std::uint64_t EveryTally::*counted = &EveryTally::open;
    std::optional<EveryFailure> failure;
};

struct Size {
    std::int64_t chips = 0;
    std::int32_t launches = 0;
    std::string found;
};

/// The first size that is not proved by the exact engines.
std::optional<Size> first_that_fails(const model::Kernel& kernel, std::int64_t most_chips, std::int32_t most_launches) {
    for (std::int64_t n = 2; n <= most_chips; ++n)
        for (std::int32_t launches = 1; launches <= most_launches; ++launches) {
            try {
                model::Schedule schedule = instantiate(kernel, n);
                schedule.launches = launches;
                const checker::Verdict verdict = checker::choose_without_record({schedule, launches, {}});
                if (verdict.outcome == Outcome::proved) continue;
                if (verdict.outcome == Outcome::undecided) return Size{n, launches, "undecided: " + verdict.message};
                return Size{n, launches,
                            std::string(word(model::property_of(verdict.counterexamples.front().finding.code)))};
            } catch (const model::Fault& fault) {
                if (fault.code() == model::Code::requires_not_met) break;
                return Size{n, launches, "invalid: " + fault.message()};
            }
        }
    return std::nullopt;
}

Look look_at(const EveryCampaign& campaign, std::uint64_t number) {
    Look look;
    auto [kernel, drawn] = draw(campaign, number);
    checker::EveryVerdict verdict;
    try {
        verdict = checker::prove_every(kernel, kernel.profile, {2, campaign.timeout});
    } catch (const model::Fault&) {
        look.counted = &EveryTally::invalid;
        return look;
    }
    if (verdict.outcome != Outcome::proved) {
        constexpr std::int64_t few = 5;
        look.counted = verdict.outside                    ? &EveryTally::outside
                       : first_that_fails(kernel, few, 2) ? &EveryTally::refuted
                                                          : &EveryTally::open;
        return look;
    }
    look.counted = &EveryTally::proved;
    if (auto size = first_that_fails(kernel, campaign.most_chips, campaign.most_launches))
        look.failure = EveryFailure{number, drawn, std::move(kernel), size->chips, size->launches, size->found};
    return look;
}

/// All blocks of a kernel that are not empty.
void collect_blocks(model::Block& block, std::vector<model::Block*>& blocks) {
    if (!block.empty()) blocks.push_back(&block);
    for (model::Statement& statement : block) {
        if (auto* const loop = std::get_if<model::For>(&statement.node)) collect_blocks(loop->body, blocks);
        if (auto* const branch = std::get_if<model::If>(&statement.node)) {
            collect_blocks(branch->then, blocks);
            collect_blocks(branch->otherwise, blocks);
        }
    }
}

/// Leaves one operation out from eight chips on: the sizes that a proof is guessed from look right.
std::string forget_late(model::Kernel& kernel, std::mt19937_64& random) {
    std::vector<model::Block*> blocks;
    for (model::AgentForm& agent : kernel.agents) collect_blocks(agent.body, blocks);
    if (blocks.empty()) return {};
    model::Block& block = *blocks[random() % blocks.size()];
    model::Statement& statement = block[random() % block.size()];
    if (!std::holds_alternative<model::OperationForm>(statement.node)) return {};
    const auto make = [](auto node) { return std::make_shared<const model::Expression>(model::Expression{node, {}}); };
    // Without a number that is larger than what kernels count.
    const model::Expr three = make(model::Integer{3});
    model::Expr left = make(model::Variable{"n"});
    for (int k = 0; k < 2; ++k) left = make(model::BinaryExpression{model::Binary::minus, left, three});
    const model::Expr few = make(model::BinaryExpression{model::Binary::less, left, make(model::Integer{2})});
    const std::int32_t line = statement.where.line;
    model::Statement guarded{model::If{few, {statement}, {}}, statement.where};
    statement = std::move(guarded);
    return fmt::format("; line {} for fewer than 8 chips only", line);
}

}  // namespace

std::pair<model::Kernel, std::string> draw(const EveryCampaign& campaign, std::uint64_t number) {
    std::seed_seq seeds{campaign.seed, campaign.seed >> 32U, number, number >> 32U};
    std::mt19937_64 random(seeds);
    if (campaign.kernels.empty() || random() % 2 == 0) {
        model::Kernel kernel = loop_kernel(random() >> 16U);
        std::string late = random() % 4 == 0 ? forget_late(kernel, random) : std::string();
        return {std::move(kernel), "loops" + late};
    }
    const model::Kernel& original = campaign.kernels[random() % campaign.kernels.size()];
    model::Kernel kernel = original;
    std::string drawn = original.name;
    if (random() % 3 == 0) {
        drawn += forget_late(kernel, random);
        return {std::move(kernel), std::move(drawn)};
    }
    for (std::uint64_t slips = 1 + random() % 3; slips > 0; --slips) {
        const auto edits = mutation::distinct_edits(kernel);
        if (edits.empty()) break;
        const mutation::Edit& edit = edits[random() % edits.size()];
        drawn += fmt::format("; line {}: {}", edit.where.line, edit.what);
        kernel = mutation::made(kernel, edit);
    }
    return {std::move(kernel), std::move(drawn)};
}

EveryResult run(const EveryCampaign& campaign, const std::function<bool(const EveryTally&, double seconds)>& go_on) {
    const auto start = std::chrono::steady_clock::now();
    const auto seconds = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    EveryResult result;
    std::mutex guard;
    std::atomic<std::uint64_t> next = 0;
    std::atomic<bool> over = false;
    std::exception_ptr broken;
    const auto work = [&] {
        while (!over) {
            const std::uint64_t index = next++, number = campaign.first + index;
            if (index >= campaign.most) return;
            if (campaign.seconds > 0 && seconds() > campaign.seconds) return;
            try {
                Look look = look_at(campaign, number);
                const std::lock_guard lock(guard);
                ++result.tally.kernels;
                ++(result.tally.*look.counted);
                if (look.failure && (!result.failure || look.failure->number < result.failure->number)) {
                    result.failure = std::move(look.failure);
                    over = true;
                }
                if (!go_on(result.tally, seconds())) over = true;
            } catch (...) {
                const std::lock_guard lock(guard);
                broken = std::current_exception();
                over = true;
            }
        }
    };
    std::vector<std::thread> threads;
    for (unsigned i = 1; i < campaign.jobs; ++i) threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();
    if (broken) std::rethrow_exception(broken);
    result.seconds = seconds();
    return result;
}

std::string text(const EveryResult& result) {
    const EveryTally& tally = result.tally;
    const auto share = [&](std::uint64_t part) {
        return fmt::format(
            "{} ({:.0f} %)", part,
            100.0 * static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(tally.kernels, 1)));
    };
    return fmt::format(
        "{} kernels in {:.0f} s\n"
        "  proved for every n, and by the exact engines at each size that was looked at: {}\n"
        "  not proved for every n: {} fail at some size, {} are outside, {} invalid, {} fail at no size of 2 to 5 "
        "chips\n",
        tally.kernels, result.seconds, share(tally.proved), share(tally.refuted), share(tally.outside),
        share(tally.invalid), share(tally.open));
}

}  // namespace ringproof::generators
