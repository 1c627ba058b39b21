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
/// The seed of run k of a vector is so many times the one that was asked for, plus k.
inline constexpr std::uint64_t seeds_apart = 1000;

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
/// Throws model::Fault: json_syntax, json_type, json_missing_key, json_version; unknown_name: a feature that is none.
Hello read_hello(std::string_view line);

// The backend's side.

/// What a backend is asked.
struct Asked {
    enum class What { hello, run, judge, bye, unknown } what = What::unknown;
    std::string id;
    int number = 0;
    std::uint64_t seed = 0;
    double seconds = 0;
    std::string vector;  ///< for read_asked (vector_json.h)
};
/// Throws model::Fault (json_syntax).
Asked read_asked_line(std::string_view line);
std::string hello_answer(const std::string& name, const Features& features);
std::string ran_answer(const Asked& asked, const Job& job, const Shown& shown);
std::string error_answer(const std::string& id, const std::string& why);

/// What came of one run or judgement.
struct Heard {
    enum class What { passed, failed, skipped, undecided } what = What::passed;
    std::string story;                   ///< why it failed or was skipped
    std::optional<std::size_t> outcome;  ///< passed: which of the allowed ones
    bool out_of_step = false;            ///< it answers something else, and may go on doing so
};

/// The answer to the `number`-th run: whether the model allows it, and the trace that may come with it.
Heard read_ran(std::string_view line, const KeptVector& vector, int number = 0);
Heard read_judged(std::string_view line, const KeptVector& vector);

}  // namespace ringproof::generators
