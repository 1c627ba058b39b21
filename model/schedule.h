#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/operation.h"
#include "model/term.h"

namespace ringproof::model {

/// The concrete form of a program: chips, buffers, semaphores, agents, all places and numbers known.
struct Concrete {
    using Number = std::int32_t;

    /// Slot `index` of `schedule.buffers[buffer]`, which also tells the chip.
    struct Place {
        std::int32_t buffer;
        std::int32_t index;
        friend auto operator<=>(const Place&, const Place&) = default;
    };
    /// Counter `index` of `schedule.semaphores[semaphore]`, which also tells the chip.
    struct Counter {
        std::int32_t semaphore;
        std::int32_t index;
        friend auto operator<=>(const Counter&, const Counter&) = default;
    };
    using Value = std::optional<Term>;

    static constexpr Number zero() { return 0; }
    static constexpr Number one() { return 1; }
};

using Place = Concrete::Place;
using Counter = Concrete::Counter;
using Operation = OperationOf<Concrete>;

/// Who provides a slot's value and who takes it. `in`: the environment writes it before enter.
/// `out`: it reads it after exit. `inout`: both. `scratch`: neither.
enum class Role { scratch, in, out, inout };
template <>
inline constexpr std::array<std::string_view, 4> words<Role>{"scratch", "in", "out", "inout"};

constexpr bool is_input(Role role) { return role == Role::in || role == Role::inout; }
constexpr bool is_output(Role role) { return role == Role::out || role == Role::inout; }

/// Memory of one chip: `size` slots.
struct Buffer {
    std::int32_t chip;
    Symbol name;
    std::int32_t size = 1;
    Role role = Role::scratch;
    std::vector<Concrete::Value> init;  ///< empty, or one value a slot: what it holds at the start
};

/// `size` counters of one chip, which start at `init`.
struct Semaphore {
    std::int32_t chip;
    Symbol name;
    std::int32_t size = 1;
    std::int32_t init = 0;
    std::optional<Life> life;  ///< none: as the profile says
};

/// One operation and the author's line that it comes from (`all_gather.ring:14 s=3`).
struct Step {
    Operation operation;
    Symbol at;
};

/// One straight-line program on a chip.
struct Agent {
    std::int32_t chip;
    Symbol name;
    std::vector<Step> steps;
};

/// One slot and the value that it must hold at the end of each launch.
struct Claim {
    Place place;
    Concrete::Value value;
};

/// A collective of the library as a contract (contract.h): which buffers it speaks of.
struct Contract {
    Symbol collective;
    Symbol in;                  ///< input buffer, the same name on every chip
    Symbol out;                 ///< output buffer; the same as `in` when in place
    Symbol rule;                ///< reduction, where the collective reduces
    std::int32_t root = 0;      ///< where the collective has a root
    std::int32_t distance = 0;  ///< permute: to chip me + distance; barrier: reach (0: all chips)
};

/// A schedule: everything concrete. Indices into `buffers`, `semaphores` and `agents` are the
/// identities used by places, counters and events.
struct Schedule {
    std::string name;
    std::string about;
    std::string source;
    std::int32_t chips = 0;
    Profile profile;
    std::int32_t launches = 1;
    std::vector<Buffer> buffers;
    std::vector<Semaphore> semaphores;
    std::vector<Agent> agents;
    std::vector<Claim> claims;
    std::vector<Contract> contracts;

    std::int32_t chip_of(Place place) const { return buffers[place.buffer].chip; }
    std::int32_t chip_of(Counter counter) const { return semaphores[counter.semaphore].chip; }
    /// How long this semaphore keeps its value: its own word, else the profile's; without launches
    /// (entry together) every counter is global.
    Life life_of(std::int32_t semaphore) const;
    /// Whether memory is made anew by each launch. It goes with the profile's counter_life:
    /// kernels that allocate counters a launch allocate buffers with them.
    bool memory_is_global() const;
    bool has_launches() const { return profile.entry != Entry::together; }

    /// `x[3]`; `x` when the buffer has one slot.
    std::string name_of(Place place) const;
    /// `recv[1]`; `recv` when the semaphore has one counter.
    std::string name_of(Counter counter) const;
    /// `x[3] of chip 2`
    std::string text(Place place) const;
    /// `recv[1] of chip 0`
    std::string text(Counter counter) const;
};

/// Bounds on what a reader or `instantiate` will make; beyond them RP018. The default keeps a schedule
/// within about 4 GiB.
struct Limits {
    std::int64_t operations = 30'000'000;  ///< in all agents together, times launches
    std::int64_t slots = 50'000'000;       ///< in all buffers together
    std::int64_t counters = 50'000'000;    ///< in all semaphores together
    std::int32_t chips = 65'536;
    std::int32_t launches = 1'000;
};

}  // namespace ringproof::model
