#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/event.h"
#include "model/schedule.h"

namespace ringproof::checker::picture {

/// What a stretch of time is.
enum class Kind {
    work,   ///< compute
    local,  ///< copy, reduce, write, read, all on the own chip
    load,   ///< copy from another chip, over the link
    wait,   ///< wait, poll, quiet, barrier: from when the agent arrives there until it goes on
    step,   ///< an operation of one event that holds nobody up: issue, set, snapshot, fence
    chip,   ///< an event of a chip's environment: fill, enter, exit, collect
};

/// A stretch of an agent's time that belongs to one of its operations, or one event of a chip's environment.
struct Span {
    Kind kind = Kind::step;
    std::int32_t chip = 0;
    std::int32_t agent = -1;  ///< index in the schedule; -1: the chip's environment
    std::int32_t launch = 0;
    std::int32_t step = 0;             ///< index of the operation in the agent
    std::optional<std::size_t> first;  ///< its first event; none: a wait that is not met when the recording ends
    std::optional<std::size_t> last;   ///< its last event; none: not over when the recording ends
    double begin = 0, end = 0;         ///< of a wait: from the agent's previous event on
    bool blocked = false;              ///< a finding says that it never goes on
    std::string text;                  ///< the operation, as in reports
    std::string at;                    ///< the author's line: `all_gather.ring:14 s=3`; may be empty
};

/// A put, get or signal, from its issue until it has landed or is delivered.
struct Flight {
    enum class Kind { put, get, signal };
    Kind kind = Kind::put;
    std::int32_t agent = 0, launch = 0, step = 0;
    std::int32_t from = 0, to = 0;  ///< chips; the way that the data goes, of a get from the other chip to the own
    std::size_t issue = 0;
    std::optional<std::size_t> begin, read, raise;  ///< raise: covers none only
    std::optional<std::size_t> land;                ///< of a signal: deliver. None: in flight when the recording ends
    double begin_time = 0, end_time = 0;            ///< of issue and land; not landed: the end of the recording
    std::int32_t slots = 0;                         ///< 0: a signal
    std::string text, at;
};

/// A wait, and the raise without which it would not have been met then.
struct Met {
    std::size_t raise = 0, wait = 0;
    model::Counter counter{};
};

/// One execution, as all pictures show it. Each event of the trace belongs to a span, to a flight, or, if it is an
/// issue, to both.
struct Recording {
    const model::Schedule* schedule = nullptr;  ///< outlives the recording
    std::int32_t launches = 1;
    std::string title;
    std::string note;  ///< a line under the title; may be empty
    model::Trace trace;
    std::vector<double> times;       ///< of each event, never falling; where nothing is timed its index: 0, 1, 2, ...
    bool timed = false;              ///< the times are under costs (model/timeline.h)
    std::vector<Span> spans;         ///< in the order of their first events; waits that are never met at the end
    std::vector<Flight> flights;     ///< in the order of their issue
    std::vector<Met> met;            ///< in the order of the waits
    std::vector<std::size_t> clash;  ///< events that the findings are about, ascending
    std::vector<std::size_t> critical;  ///< events on the critical path, ascending
    double end = 0;                     ///< of what is shown; where nothing is timed, a little behind the last event

    /// Whether a finding is about the event; no event: no.
    bool clashes(std::optional<std::size_t> event) const;
    /// Whether the event is on the critical path; no event: no.
    bool is_critical(std::optional<std::size_t> event) const;
    /// `line 14 s=3`, or the author's place as it is, or `operation 3`.
    std::string place(std::int32_t agent, std::int32_t step) const;
    /// `chip 2`, or with the agent's name where the chip has several.
    std::string who(std::int32_t chip, std::int32_t agent) const;
};

/// The recording of `trace`, found by replay on the machine. `times`: one an event, or empty. `findings`: those that
/// are shown; what they clash about is marked.
/// Assumes that the machine can execute `trace`. The schedule must outlive the recording.
Recording record(const model::Schedule& schedule, std::int32_t launches, const model::Trace& trace,
                 std::vector<double> times = {}, std::span<const model::Finding> findings = {});

}  // namespace ringproof::checker::picture

template <>
inline constexpr std::array<std::string_view, 6> ringproof::model::words<ringproof::checker::picture::Kind>{
    "work", "local", "load", "wait", "step", "chip"};
template <>
inline constexpr std::array<std::string_view, 3> ringproof::model::words<ringproof::checker::picture::Flight::Kind>{
    "put", "get", "signal"};
