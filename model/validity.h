#pragma once

#include <optional>
#include <string>

#include "model/diagnostic.h"
#include "model/schedule.h"

namespace ringproof::model {

/// What is wrong with one operation, and in which member of it (`src`, `recv`, ...).
struct Complaint {
    Code code;
    std::string member;
    std::string message;
};

/// Checks one operation of an agent on `chip`: places and counters in range for the whole length, on a
/// chip where the operation may act (semantics.md section 2: a wait on another chip's semaphore is
/// `foreign`), amounts in range (len >= 1, add >= 1, 0 <= take <= at_least, ...), rule known.
/// Assumes that buffer and semaphore ids exist.
std::optional<Complaint> complaint(const Schedule& schedule, std::int32_t chip, const Operation& operation);

/// The same for one declaration, apart from names that are declared twice: its chip, its size, the length and
/// terms of its init, its place. Messages name the declaration.
std::optional<Complaint> complaint(const Schedule& schedule, const Buffer& buffer);
std::optional<Complaint> complaint(const Schedule& schedule, const Semaphore& semaphore);
std::optional<Complaint> complaint(const Schedule& schedule, const Agent& agent);
/// Assumes that the buffer's id exists.
std::optional<Complaint> complaint(const Schedule& schedule, const Claim& claim);
/// Of the numbers that stand alone: `chips`, `launches`, and `counter_values` of the profile.
std::optional<Complaint> complaint(const Schedule& schedule, const Limits& limits);

/// How many contracts a schedule may have: each is checked on every chip, which costs about what an operation does.
std::int64_t most_contracts(const Schedule& schedule, const Limits& limits);
/// How many buffers, and as many semaphores and agents, a schedule may have: each takes about the memory of an
/// operation.
inline std::int64_t most_declarations(const Limits& limits) { return limits.operations; }

/// Checks all that does not belong to one operation: number of chips and launches, names unique a chip,
/// sizes, init lengths, claims and contracts that fit their buffers. Throws Fault.
void validate_declarations(const Schedule& schedule, const Limits& limits = {});

}  // namespace ringproof::model
