#pragma once

#include <string>
#include <string_view>

#include "generators/vectors/task.h"
#include "generators/vectors/vectors.h"

/// Vectors and outcomes as JSON: specs/conformance/vectors.md.
namespace ringproof::generators {

/// The version of the set. A vector never changes under its id within one version; ids are added, not taken away.
inline constexpr int vectors_version = 1;

/// The whole file of a vector, with its outcomes and its verdict.
std::string write_vector(const Vector& vector);

/// The part of it that a backend is handed, on one line: no outcomes and no verdict.
std::string write_asked(const Vector& vector, const Task& task);

/// Reads that part, as a backend does. Throws model::Fault with the JSON path.
Job read_asked(std::string_view text);

/// The entry of a vector in the index, on one line: id, class, features, whether it is of the quick list, fault.
std::string write_entry(const Vector& vector);

/// An outcome, on one line; `positions` also where it is finished.
std::string write_shown(const Shown& shown, const Job& job);

/// What a backend tells of a run: `finished`, `outputs` and, where it tells them, `counters` and `positions`. `text` is
/// a JSON object, of which other members are not looked at. Throws model::Fault with the JSON path.
Shown read_shown(std::string_view text, const Job& job);

}  // namespace ringproof::generators
