#pragma once

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "checker/cuts.h"
#include "model/diagnostic.h"
#include "model/kernel.h"
#include "model/language/language.h"
#include "model/profile.h"
#include "tests/support/places.h"

/// Kernels and their verdicts, in one word.
namespace ringproof::tests {

inline std::string text_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw std::runtime_error("cannot read " + path);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A kernel of specs/ or, if `path` begins with `data/`, of tests/data/.
inline model::Kernel kernel_at(const std::string& path) {
    const std::string whole = path.starts_with("data/") ? data(path.substr(5)) : specs(path);
    return model::parse_kernel(text_of(whole), path);
}

inline checker::Verdict verdict_of(const model::Schedule& schedule, std::int32_t launches = 1) {
    return checker::cuts({schedule, launches, {}});
}

/// `proved`, `undecided`, or the name of the property that the verdict names first.
inline std::string word_of(const checker::Verdict& verdict) {
    switch (verdict.outcome) {
        case checker::Outcome::proved:
            return "proved";
        case checker::Outcome::counterexample:
            return std::string(model::word(model::property_of(verdict.counterexamples.at(0).finding.code)));
        case checker::Outcome::undecided:
            return "undecided";
        default:
            return "invalid";
    }
}

/// The numbers of all diagnostics of a verdict, `RP101 RP140`, in its order; empty when it has none.
inline std::string codes_of(const checker::Verdict& verdict) {
    std::string codes;
    for (const auto& counterexample : verdict.counterexamples)
        codes += (codes.empty() ? "" : " ") + model::number(counterexample.finding.code);
    return codes;
}

}  // namespace ringproof::tests
