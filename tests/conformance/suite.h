#pragma once

#include <string>

#include "conformance/backend.h"

namespace ringproof::conformance {

/// Registers the whole suite for a kind of backend with GoogleTest, as `NAME_data.ID` and so on:
///
/// - each vector of the set but those for checkers (generators/vectors/vectors.h);
/// - `NAME_delayed`: those of the quick list again, with chips and transfers held back here and there;
/// - `NAME_stress`: ring collectives drawn at random, proved first.
///
/// What the backend lacks a feature for is skipped; a report at the end counts what was skipped and why, and tells
/// which of the outcomes that the model allows were seen. The environment variable RINGPROOF_WAIVERS names a file of
/// waivers (generators/vectors/waivers.h), RINGPROOF_SEED another seed than 1 for delays and random schedules.
void register_suite(const Kind& kind);

/// In one line of a program that is linked with `ringproof::conformance` and GoogleTest's main:
///
///     RINGPROOF_CONFORMANCE(toy, Toy);
#define RINGPROOF_CONFORMANCE(NAME, ...)                              \
    [[maybe_unused]] static const bool ringproof_conformance_##NAME = \
        (::ringproof::conformance::register_suite(::ringproof::conformance::kind<__VA_ARGS__>(#NAME)), true)

}  // namespace ringproof::conformance
