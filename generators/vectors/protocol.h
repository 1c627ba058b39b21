#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "generators/vectors/vector_set.h"

/// The lines that are exchanged with a backend in another program: specs/conformance/protocol.md.
namespace ringproof::generators {

inline constexpr int protocol_version = 1;

// What is said, each one line without its end.

std::string hello_line(std::string_view from);
/// The `number`-th run of a vector that is no checker's.
std::string run_line(const KeptVector& vector, int number, std::uint64_t seed, double seconds);
std::string judge_line(const KeptVector& vector);
std::string bye_line();

/// What the other side has said of itself.
struct Hello {
    std::string name;
    std::set<std::string, std::less<>> features;
    bool judges = false;
};
/// Throws model::Fault: json_syntax, json_type, json_missing_key, json_version.
Hello read_hello(std::string_view line);

/// What came of one run or judgement.
struct Heard {
    enum class What { passed, failed, skipped, undecided } what = What::passed;
    std::string story;                   ///< why it failed or was skipped
    std::optional<std::size_t> outcome;  ///< passed: which of the allowed ones
};

/// The answer to a run: whether the model allows it, and the trace that may come with it.
Heard read_ran(std::string_view line, const KeptVector& vector);
Heard read_judged(std::string_view line, const KeptVector& vector);

}  // namespace ringproof::generators
