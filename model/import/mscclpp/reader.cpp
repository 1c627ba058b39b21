#include "model/import/mscclpp/reader.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/language/suggest.h"

namespace ringproof::model::mscclpp {
namespace {

/// The runtimes look an id up in one place and count it in another: they only agree where it is its place.
std::int32_t id_at(const Fields& thing, std::string_view what, std::int32_t place) {
    const JsonCursor id = thing.need("id");
    const std::int64_t number = id.integer();
    if (number >= 0 && number < place) id.fail(Code::duplicate_name, fmt::format("{} {} is given twice", what, number));
    if (number != place)
        id.fail(Code::index_range,
                fmt::format("expected {} {}, which is its place in the list, found {}", what, place, number));
    return place;
}

}  // namespace

std::int32_t Reading::gpu_id(const Fields& gpu, std::int32_t place) const { return id_at(gpu, "gpu", place); }
std::int32_t Reading::block_id(const Fields& block, std::int32_t place) const {
    return id_at(block, "thread block", place);
}

std::int64_t Reading::chunks(const Fields& gpu, std::string_view key) const {
    return number_in(gpu.need(key), "a number of chunks", 0, limits.slots, Code::size_range);
}

Op Reading::op(const JsonCursor& at, std::int32_t gpu, std::int32_t block, std::string_view op) {
    if (++operations > limits.operations)
        at.fail(Code::too_large, fmt::format("more than {} operations", limits.operations));
    const std::string line = fmt::format("{}:{} gpu={} tb={} op={}", parts.file, lines[at.index()], gpu, block, op);
    return Op{Sync{}, Symbol(line), Symbol(at.path())};
}

void Reading::note(std::string text) {
    if (std::find(parts.notes.begin(), parts.notes.end(), text) == parts.notes.end())
        parts.notes.push_back(std::move(text));
}

Memory memory_of(const JsonCursor& at, bool packets) {
    const std::string_view word = at.text().text();
    if (word == "i") return packets ? packets_in(at, Memory::input) : Memory::input;
    if (word == "o") return packets ? packets_in(at, Memory::output) : Memory::output;
    if (word == "s") return packets ? Memory::packets : Memory::scratch;
    at.fail(Code::json_type, fmt::format("expected a buffer, 'i', 'o' or 's', found '{}'", word));
}

Memory packets_in(const JsonCursor& at, Memory memory) {
    if (memory != Memory::scratch)
        at.fail(Code::wrong_kind, "expected the scratch buffer, in which packets are kept, found another");
    return Memory::packets;
}

Span span_in(const Parts& parts, const JsonCursor& at, Span span) {
    constexpr PerMemory<std::string_view> names{"input", "output", "scratch", "scratch"};
    const auto memory = static_cast<std::size_t>(span.memory);
    const std::int64_t most = parts.gpus[static_cast<std::size_t>(span.gpu)].chunks[memory];
    if (span.count < 1) at.fail(Code::amount_range, fmt::format("expected 1 chunk or more, found {}", span.count));
    if (span.chunk < 0 || span.chunk > most || span.count > most - span.chunk)
        at.fail(Code::index_range, fmt::format("expected chunks of the {} of gpu {}, which has {}, found {} from {} on",
                                               names[memory], span.gpu, most, span.count, span.chunk));
    return span;
}

Symbol rule_of(std::string_view word, const JsonCursor& at) {
    if (word == "sum") return Symbol("add");
    if (word == "max" || word == "min") return Symbol(word);
    at.fail(Code::unknown_name, fmt::format("expected a reduction, 'sum', 'max' or 'min', found '{}'", word));
}

std::vector<Span> joined(std::vector<Span> first, const std::vector<Span>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

void check_lengths(const JsonCursor& at, const std::vector<Flow>& flows) {
    for (const Flow& flow : flows)
        for (const auto* spans : {&flow.from, &flow.to})
            for (const Span& span : *spans)
                if (span.count != flow.from.front().count)
                    at.fail(Code::amount_range, fmt::format("expected {} chunks everywhere, as the first source has, "
                                                            "found {}",
                                                            flow.from.front().count, span.count));
}

void fail_unknown(const JsonCursor& at, std::vector<std::string_view> known) {
    std::sort(known.begin(), known.end());
    const std::string_view word = at.text().text();
    at.fail(Code::unknown_name, fmt::format("no operation is called '{}'{}; known are {}", word,
                                            did_you_mean(word, known), fmt::join(known, ", ")));
}

void settle_sizes(Parts& parts, const JsonCursor& gpus) {
    const auto ranks = static_cast<std::int64_t>(parts.gpus.size());
    for (Gpu& gpu : parts.gpus) {
        auto& input = gpu.chunks[static_cast<std::size_t>(Memory::input)];
        auto& output = gpu.chunks[static_cast<std::size_t>(Memory::output)];
        if (parts.in_place && parts.collective == "allgather") {
            if (input == 0) input = output / ranks;
            if (output == 0) output = input * ranks;
        } else if (parts.in_place && parts.collective == "reducescatter") {
            if (output == 0) output = input / ranks;
            if (input == 0) input = output * ranks;
        } else if (parts.in_place) {
            input = output = std::max(input, output);
        }
        if (input == 0 && output == 0)
            gpus.fail(Code::size_range, "expected an input or an output of 1 chunk or more on each gpu, found neither");
    }
}

}  // namespace ringproof::model::mscclpp
