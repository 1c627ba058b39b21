#include <algorithm>

#include <fmt/format.h>

#include "model/import/msccl/connections.h"
#include "model/import/msccl/lower.h"
#include "model/import/msccl/publications.h"

namespace ringproof::model::msccl {
namespace {

/// Of sends and receives without counterpart, which come in pairs: as many are told.
constexpr std::size_t most_unmatched = 4;

bool same(const Chunks& a, const Chunks& b) { return a.buffer == b.buffer && a.offset == b.offset; }

/// Calls `visit(gpu, block, step number, step)` for all steps.
void each_step(const Algorithm& algorithm, const auto& visit) {
    for (std::size_t gpu = 0; gpu < algorithm.gpus.size(); ++gpu)
        for (std::size_t block = 0; block < algorithm.gpus[gpu].blocks.size(); ++block) {
            const auto& steps = algorithm.gpus[gpu].blocks[block].steps;
            for (std::size_t step = 0; step < steps.size(); ++step) visit(gpu, block, step, steps[step]);
        }
}

/// Steps of a kind: the first by name, and how many there are.
class Kind {
public:
    void count(std::size_t gpu, std::size_t block, std::size_t step, int line) {
        if (count_++ == 0) first_ = fmt::format("{} in line {}", name_of_step(gpu, block, step), line);
    }
    void tell(std::vector<std::string>& notes, std::string_view what) const {
        if (count_ == 0) return;
        notes.push_back(
            fmt::format("{}{} {}", first_, count_ == 1 ? "" : fmt::format(" and {} more", count_ - 1), what));
    }

private:
    int count_ = 0;
    std::string first_;
};

}  // namespace

std::vector<std::string> notes_on(const Algorithm& algorithm, const Running& running, const Limits& limits) {
    std::vector<std::string> notes = algorithm.notes;
    const Connections connections(algorithm, running.most_chunks, limits.operations);
    const auto& unmatched = connections.unmatched();
    const auto told = static_cast<std::ptrdiff_t>(std::min(unmatched.size(), most_unmatched));
    notes.insert(notes.end(), unmatched.begin(), unmatched.begin() + told);
    if (unmatched.size() > most_unmatched)
        notes.push_back(fmt::format("{} more connections have sends or receives without counterpart",
                                    unmatched.size() - most_unmatched));

    Kind two_operands, late_dependencies, unpublished;
    std::vector<Publications> publications;
    for (const Gpu& gpu : algorithm.gpus) publications.emplace_back(gpu, running.iterations);
    bool pending = false;
    each_step(algorithm, [&](std::size_t gpu, std::size_t block, std::size_t number, const Step& step) {
        const bool moves = step.type->does_something();
        if (number == 0) pending = false;
        if (step.type->receives && step.type->operand && !same(step.src, step.dst))
            two_operands.count(gpu, block, number, step.line);
        if (moves && pending && !step.needs) late_dependencies.count(gpu, block, number, step.line);
        pending = !moves && (pending || step.needs);
        if (step.needs && !publications[gpu].rank(block, 0, *step.needs))
            unpublished.count(gpu, block, number, step.line);
    });
    two_operands.tell(notes,
                      fmt::format("receives and reduces with different src and dst; {} is taken for the local operand "
                                  "(--rrc-operand)",
                                  running.operand_is_dst ? "dst" : "src"));
    late_dependencies.tell(notes, "follows nop steps with dependencies and has none itself; some runtimes refuse that");
    unpublished.tell(notes, "waits for a step that no step publishes (hasdep=\"1\")");

    const Collective& collective = *algorithm.collective;
    if (collective.contract.empty())
        notes.push_back(
            fmt::format("what coll=\"{}\" computes is not known; results are not compared", collective.name));
    if (collective.rooted) notes.push_back("the file names no root; gpu 0 is taken");
    return notes;
}

}  // namespace ringproof::model::msccl
