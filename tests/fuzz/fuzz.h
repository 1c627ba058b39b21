#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "model/diagnostic.h"
#include "model/schedule.h"

/// What all fuzz targets share. A target is one file that defines `fuzz`; it must end, and neither crash nor throw,
/// whatever the text is.
namespace ringproof::fuzz {

/// Small, so that an execution is short; large enough that every bound is met.
inline constexpr model::Limits limits{
    .operations = 2'000, .slots = 1'000, .counters = 1'000, .chips = 64, .launches = 8};

/// Defined by the target: does with `text` what is done with a file of a stranger, and demands what must hold.
void fuzz(std::string_view text);

/// Ends the process unless it holds, so that the fuzzer keeps the input.
inline void demand(bool holds, std::string_view what) {
    if (holds) return;
    std::fprintf(stderr, "does not hold: %.*s\n", static_cast<int>(what.size()), what.data());
    std::abort();
}

/// The same, with two texts that should be equal.
inline void demand_equal(const std::string& left, const std::string& right, std::string_view what) {
    if (left == right) return;
    std::fprintf(stderr, "--- one\n%s\n--- other\n%s\n---\n", left.c_str(), right.c_str());
    demand(false, what);
}

/// A text is UTF-8, so that it can stand in every form of output.
inline void demand_text(const std::string& text) {
    try {
        (void)nlohmann::json(text).dump();
    } catch (const nlohmann::json::exception& error) {
        demand(false, error.what());
    }
}

/// A refusal is a diagnostic of the input.
inline void demand_diagnostic(const model::Fault& fault) {
    demand(static_cast<int>(fault.code()) < 100, "a refusal is about the input");
    demand(!fault.message().empty(), "a refusal says something");
    demand_text(fault.report());
}

/// What `read` returns, or nothing when it refuses. Any other exception ends the process.
template <class Read>
auto accepted(Read read) -> std::optional<decltype(read())> {
    try {
        return read();
    } catch (const model::Fault& fault) {
        demand_diagnostic(fault);
        return std::nullopt;
    }
}

/// What `read` returns; a refusal is a fault, since `read` reads what this program has written.
template <class Read>
auto must_accept(Read read, const std::string& written) -> decltype(read()) {
    try {
        return read();
    } catch (const model::Fault& fault) {
        std::fprintf(stderr, "%s\n--- refused is\n%s\n---\n", fault.report().c_str(), written.c_str());
        demand(false, "what was written is read");
        throw;
    }
}

}  // namespace ringproof::fuzz
