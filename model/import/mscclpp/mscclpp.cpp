#include "model/import/mscclpp/mscclpp.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "model/import/mscclpp/lowering.h"
#include "model/import/mscclpp/reader.h"
#include "model/import/mscclpp/signals.h"

namespace ringproof::model::mscclpp {
namespace {

bool has_pipeline(const Parts& parts) {
    bool found = false;
    each_op(parts, [&](const Op& op) { found = found || std::holds_alternative<Loop>(op.what); });
    return found;
}

class ExecutionPlan : public Plan {
public:
    explicit ExecutionPlan(Parts parts) : parts_(std::move(parts)) {
        if (needs_two_views(parts_))
            views_ = {{"in time", View::in_time}, {"as published", View::published}};
        else
            views_ = {{"", View::both}};
    }

    std::string_view format() const override { return "MSCCL++ plan"; }
    std::int32_t chips() const override { return static_cast<std::int32_t>(parts_.gpus.size()); }

    std::vector<std::string> ways(const PlanOptions& options) const override {
        const std::vector<Message> asked = messages(options);
        std::vector<std::string> names;
        for (const Message message : asked)
            for (const auto& [name, view] : views_) {
                std::string way(name);
                if (asked.size() > 1)
                    way += fmt::format("{}{} message", way.empty() ? "" : ", ",
                                       message == Message::shortest ? "shortest" : "long");
                names.push_back(std::move(way));
            }
        return names;
    }

    Schedule schedule(std::size_t way, const PlanOptions& options, const Limits& limits) const override {
        return lowered_or_fault(way, options, limits).schedule;
    }

    std::vector<std::string> notes(const PlanOptions& options) const override {
        std::vector<std::string> notes = parts_.notes;
        try {
            const auto more = lowered_or_fault(0, options, {}).notes;
            notes.insert(notes.end(), more.begin(), more.end());
        } catch (const Fault&) {
            // Whoever asks for the schedule is told.
        }
        return notes;
    }

    std::vector<PlanFact> facts(std::size_t, const PlanOptions&, const Limits&) const override { return {}; }

private:
    /// Pipelines repeat as often as the message is long. One that is right for a long message need not be for one of a
    /// single unit, whose launches follow each other sooner, so both are asked where the message is not given.
    enum class Message { long_enough, shortest };

    std::vector<Message> messages(const PlanOptions& options) const {
        if (options.message_bytes > 0 || !has_pipeline(parts_)) return {Message::long_enough};
        return {Message::long_enough, Message::shortest};
    }

    Lowered lowered_or_fault(std::size_t way, const PlanOptions& options, const Limits& limits) const {
        PlanOptions asked = options;
        if (messages(options).at(way / views_.size()) == Message::shortest)
            asked.message_bytes = std::max<std::int64_t>(parts_.least_bytes, 1);
        try {
            return lowered(parts_, views_.at(way % views_.size()).second, asked, limits);
        } catch (const Fault& fault) {
            Location location;
            location.file = parts_.file;
            throw fault.at(location);
        }
    }

    Parts parts_;
    std::vector<std::pair<std::string_view, View>> views_;
};

void note_relaxed(Reading& reading) {
    if (const Symbol first = first_relaxed(reading.parts); !first.empty())
        reading.note(fmt::format(
            "Relaxed signals and waits (the first: {}) publish nothing that was done in this launch; where the way "
            "'as published' fails, use signal and wait",
            first.text()));
}

/// What the executors have room for: beyond it, a plan that is right is not run, or not as it is meant.
void note_room(Reading& reading) {
    constexpr std::size_t most_operations = 64, most_channels = 8;
    for (const Gpu& gpu : reading.parts.gpus)
        for (const Block& block : gpu.blocks) {
            std::size_t operations = block.ops.size();
            for (const Op& op : block.ops) {
                if (const auto* loop = std::get_if<Loop>(&op.what)) operations += loop->ops.size();
                if (const auto* control = std::get_if<Control>(&op.what); control)
                    if (control->actions.size() > most_channels)
                        reading.note(
                            fmt::format("An operation names more than {} channels, which the executor has no "
                                        "room for",
                                        most_channels));
            }
            if (operations > most_operations)
                reading.note(fmt::format("A thread block has more than {} operations, which the executor refuses",
                                         most_operations));
        }
}

bool is_new(const JsonCursor& gpus) {
    bool found = false;
    gpus.each_element([&](const JsonCursor& at) { found = found || !Fields(at).has("inputChunks"); });
    return found;
}

Parts read(std::string_view text, std::string file_name, const Limits& limits) {
    const JsonTape tape = parse_json(text);
    Reading reading{limits, lines_of_objects(text, tape)};
    Parts& parts = reading.parts;
    parts.file = std::move(file_name);
    const JsonCursor root(tape);
    const Fields plan(root);
    parts.name = plan.text("name");
    parts.collective = plan.text("collective");
    parts.in_place = plan.flag("inplace", false);
    const JsonCursor gpus = plan.need("gpus");
    const auto count = static_cast<std::int64_t>(gpus.count());
    if (count < 1) gpus.fail(Code::size_range, "expected 1 gpu or more, found none");
    if (count > limits.chips) gpus.fail(Code::too_large, fmt::format("more than {} gpus", limits.chips));
    parts.gpus.resize(static_cast<std::size_t>(count));
    if (is_new(gpus))
        read_new_format(reading, plan);
    else
        read_old_format(reading, plan);
    check_whole(reading);
    note_room(reading);
    note_relaxed(reading);
    return std::move(parts);
}

}  // namespace

bool looks_like_plan(std::string_view text) {
    // The keys may stand in any order, and a file's head may end before some of them. No other format that is known has
    // a list of gpus.
    constexpr std::array<std::string_view, 6> others{"\"collective\"",  "\"threadblocks\"", "\"input_chunks\"",
                                                     "\"inputChunks\"", "\"channel_type\"", "\"connectedTo\""};
    const auto start = text.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos || text[start] != '{') return false;
    return text.find("\"gpus\"") != std::string_view::npos &&
           std::any_of(others.begin(), others.end(),
                       [&](std::string_view key) { return text.find(key) != std::string_view::npos; });
}

std::shared_ptr<const Plan> read_plan(std::string_view text, std::string file_name, const Limits& limits) {
    try {
        return std::make_shared<ExecutionPlan>(read(text, file_name, limits));
    } catch (const Fault& fault) {
        Location location;
        location.file = std::move(file_name);
        throw fault.at(location);
    }
}

}  // namespace ringproof::model::mscclpp
