#include <algorithm>

#include <fmt/format.h>

#include "model/import/msccl/connections.h"
#include "model/import/msccl/lower.h"
#include "model/import/msccl/publications.h"

namespace ringproof::model::msccl {
namespace {

/// Of sends and receives without counterpart, which come in pairs: as many are told.
constexpr std::size_t most_unmatched = 4;

/// Whether it is the same chunk of the message, be it in the input or in the output.
bool same(const Chunks& a, const Chunks& b) {
    const bool both_passed = a.buffer != BufferKind::scratch && b.buffer != BufferKind::scratch;
    return (a.buffer == b.buffer || both_passed) && a.offset == b.offset;
}

/// Why a dependency is never satisfied.
std::string waits_in_vain(const Gpu& gpu, const Dependency& needs) {
    const auto& steps = gpu.blocks[static_cast<std::size_t>(needs.block)].steps;
    if (needs.step >= std::ssize(steps))
        return fmt::format(" waits for step {} of tb {}, which has {} steps", needs.step, needs.block, steps.size());
    return fmt::format(
        " waits for step {} of tb {} (line {}), and neither that step nor a later one of tb {} publishes "
        "(hasdep=\"1\")",
        needs.step, needs.block, steps[static_cast<std::size_t>(needs.step)].line, needs.block);
}

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
    void count(std::size_t gpu, std::size_t block, std::size_t step, int line, const std::string& what = "") {
        if (count_++ == 0) first_ = fmt::format("{} in line {}{}", name_of_step(gpu, block, step), line, what);
    }
    void tell(std::vector<std::string>& notes, std::string_view what) const {
        if (count_ == 0) return;
        notes.push_back(fmt::format("{}{}{}{}", first_, count_ == 1 ? "" : fmt::format(" and {} more", count_ - 1),
                                    what.empty() ? "" : " ", what));
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

    Kind two_operands, late_dependencies, unpublished, input_written;
    std::vector<Publications> publications;
    for (const Gpu& gpu : algorithm.gpus) publications.emplace_back(gpu, running.iterations);
    each_step(algorithm, [&](std::size_t gpu, std::size_t block, std::size_t number, const Step& step) {
        if (step.type->receives && step.type->operand && !same(step.src, step.dst))
            two_operands.count(gpu, block, number, step.line);
        // A step without a dependency of its own has those of nops.
        if (step.needs_of_nops_only) late_dependencies.count(gpu, block, number, step.line);
        if (step.type->writes && step.dst.buffer == BufferKind::input && running.passed == Passed::out_of_place &&
            algorithm.extent(BufferKind::input))
            input_written.count(gpu, block, number, step.line);
        for (const Dependency& needs : step.needs)
            if (!publications[gpu].rank(block, 0, needs))
                unpublished.count(gpu, block, number, step.line, waits_in_vain(algorithm.gpus[gpu], needs));
    });
    two_operands.tell(notes,
                      fmt::format("receives and reduces with different src and dst; {} is taken for the local operand "
                                  "(--rrc-operand)",
                                  running.operand_is_dst ? "dst" : "src"));
    late_dependencies.tell(notes, "follows nop steps with dependencies and has none itself; some runtimes refuse that");
    unpublished.tell(notes, "");
    input_written.tell(notes, "writes to the input, which callers expect to find as it was when it is not in place");
    if (algorithm.in_place == false && algorithm.out_of_place == false)
        notes.push_back("the file says neither inplace=\"1\" nor outofplace=\"1\"; out of place is taken");

    const Collective& collective = *algorithm.collective;
    if (collective.contract.empty())
        notes.push_back(
            fmt::format("what coll=\"{}\" computes is not known; results are not compared", collective.name));
    if (collective.rooted && !algorithm.root) notes.push_back("the file names no root; gpu 0 is taken");
    return notes;
}

}  // namespace ringproof::model::msccl
