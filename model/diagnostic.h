#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace ringproof::model {

/// Every message of the tool has a stable number, printed as `RP101`.
/// RP0xx: the input is at fault. RP1xx: a property is violated. RP2xx: no answer was reached.
/// The table in specs/diagnostics.md lists them all; a test compares it with `diagnostics()`.
enum class Code {
    unreadable = 1,         ///< file or folder cannot be read
    unknown_format = 2,     ///< content is no format that is known
    nothing_found = 3,      ///< a folder without schedules
    usage = 4,              ///< command line
    unwritable = 5,         ///< output cannot be written
    syntax = 10,            ///< .ring text does not parse
    unknown_name = 11,      ///< a name that nothing declares
    duplicate_name = 12,    ///< declared twice
    wrong_kind = 13,        ///< a name used as what it is not
    arithmetic = 14,        ///< overflow, division by zero
    index_range = 15,       ///< slot, counter or chip outside its range
    size_range = 16,        ///< number of chips, slots, counters, launches out of range
    requires_not_met = 17,  ///< the kernel does not take this number of chips
    too_large = 18,         ///< more than a limit allows
    amount_range = 19,      ///< add, take, at_least, set out of range
    foreign = 20,           ///< an operation on a chip where it may not act
    bad_contract = 21,      ///< a contract that does not fit its buffers
    json_syntax = 30,       ///< not JSON
    json_unknown_key = 31,
    json_type = 32,
    json_missing_key = 33,
    json_version = 34,
    xml_syntax = 35,        ///< not XML
    bad_plan = 36,          ///< a plan of another tool says something that its runtime does not take
    bad_connection = 37,    ///< a connection between two chips of a plan whose ends do not fit
    not_an_execution = 40,  ///< a trace that the machine does not run as it says
    read_before_landing = 101,
    overwrite_before_read = 102,
    two_writers = 103,
    source_reused = 104,
    deadlock = 110,
    uninitialised = 120,
    not_entered = 130,
    left_already = 131,
    dirty_counter = 140,
    still_in_flight = 141,
    counter_width = 150,
    wrong_result = 160,
    barrier_passed = 161,
    not_monotone = 201,
    over_limit = 202,
    solver_gave_up = 203,
    out_of_time = 204,
    out_of_memory = 205,
    not_every_n = 206,
};

/// Whether it says that a property is violated: RP1xx.
constexpr bool is_violation(Code code) { return code >= Code::read_before_landing && code < Code::not_monotone; }

struct Diagnostic {
    Code code;
    std::string_view title;  ///< a few words, no full stop
    std::string_view help;   ///< what to do about it, one sentence
};

/// All diagnostics, in the order of their numbers.
std::span<const Diagnostic> diagnostics();
const Diagnostic& diagnostic(Code code);
/// `RP101`.
std::string number(Code code);

/// Where a fault lies. Whatever is not known stays empty or zero.
struct Location {
    std::string file;
    int line = 0;         ///< from 1
    int column = 0;       ///< from 1, in bytes
    std::string path;     ///< JSON path, `$.agents[3].ops[2].src`
    std::string excerpt;  ///< the source line, for the caret

    /// `file:line:column`, `file: $.path`, or less.
    std::string text() const;
};

/// A fault of the input. Thrown at borders (readers, instantiation, validation) and turned
/// into one message and exit status 2 by the command line.
class Fault : public std::runtime_error {
public:
    /// `message` says what was found and what was expected, without the location.
    Fault(Code code, std::string message, Location location = {});

    Code code() const { return code_; }
    const std::string& message() const { return message_; }
    const Location& location() const { return location_; }
    /// The same fault with whatever `location` adds to what is not known yet.
    Fault at(const Location& location) const;
    /// The whole report: `file:3:8: RP011 unknown name: ...`, then the source line with a caret
    /// where there is one, then the help.
    std::string report() const;

private:
    Code code_;
    std::string message_;
    Location location_;
};

}  // namespace ringproof::model
