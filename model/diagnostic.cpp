#include "model/diagnostic.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "model/utf8.h"

namespace ringproof::model {
namespace {

constexpr std::array every_diagnostic{
    Diagnostic{Code::unreadable, "cannot be read", "Check that the file or folder exists and may be read."},
    Diagnostic{Code::unknown_format, "unknown format", "'ringproof list formats' names the formats that are read."},
    Diagnostic{Code::nothing_found, "nothing to verify", "Name a file, or a folder that holds kernels or schedules."},
    Diagnostic{Code::usage, "wrong usage", "'ringproof --help' lists commands and options."},
    Diagnostic{Code::unwritable, "cannot be written", "Check that the path may be written and that there is room."},
    Diagnostic{Code::syntax, "syntax", "specs/language.md describes the language."},
    Diagnostic{Code::unknown_name, "unknown name", "Declare it, or correct its spelling."},
    Diagnostic{Code::duplicate_name, "declared twice", "Give one of the two another name."},
    Diagnostic{Code::wrong_kind, "wrong kind of name", "Use a name of the kind that this place needs."},
    Diagnostic{Code::arithmetic, "arithmetic",
               "Numbers are 64-bit integers; keep results in range and divisors non-zero."},
    Diagnostic{Code::index_range, "index out of range", "Correct the index, or enlarge what it points into."},
    Diagnostic{Code::size_range, "size out of range", "Sizes and numbers of chips and launches are at least 1."},
    Diagnostic{Code::requires_not_met, "number of chips not taken",
               "Choose a number of chips and parameters that the kernel takes."},
    Diagnostic{Code::too_large, "too large", "Choose a smaller case; limits keep memory and time bounded."},
    Diagnostic{Code::amount_range, "amount out of range", "Correct the amount; semantics.md says what each may be."},
    Diagnostic{Code::foreign, "acts on a chip where it may not",
               "Waits, sources of puts and local destinations are on the agent's own chip."},
    Diagnostic{Code::bad_contract, "contract does not fit",
               "Make names, roles and sizes of the buffers fit the collective; language.md lists them."},
    Diagnostic{Code::json_syntax, "not JSON", "Correct the text at the place given."},
    Diagnostic{Code::json_unknown_key, "unknown key", "Remove the key, or correct its spelling."},
    Diagnostic{Code::json_type, "wrong type or value", "Write what the schema asks for."},
    Diagnostic{Code::json_missing_key, "missing key", "Add the key."},
    Diagnostic{Code::json_version, "unknown version", "This tool reads version 1."},
    Diagnostic{Code::xml_syntax, "not XML", "Correct the text at the place given."},
    Diagnostic{Code::bad_plan, "not a plan that a runtime takes",
               "Correct what is named; specs/plans-msccl.md and specs/plans-mscclpp.md say what is expected."},
    Diagnostic{Code::bad_connection, "connection does not fit",
               "Let one thread block send and one receive on it, as often and as much at a time."},
    Diagnostic{Code::not_an_execution, "not an execution",
               "Write the trace anew with 'ringproof verify --trace', or correct the event that is named."},
    Diagnostic{Code::read_before_landing, "read before landing", "Wait for the arrival of the data before it is read."},
    Diagnostic{Code::overwrite_before_read, "overwrite before read",
               "Let the reader return a credit, and wait for it before the next write."},
    Diagnostic{Code::two_writers, "two writers", "Order the two writes, or give each a slot of its own."},
    Diagnostic{Code::source_reused, "source reused before it was read",
               "Wait for the send to complete before its source is written."},
    Diagnostic{Code::deadlock, "deadlock",
               "Some wait needs more than is ever signalled to it in this order; the report names each."},
    Diagnostic{Code::uninitialised, "uninitialised read",
               "Write the slot before it is read, or declare its buffer an input."},
    Diagnostic{Code::not_entered, "reaches a chip that has not entered",
               "Let the target signal that it has entered, and wait for that first."},
    Diagnostic{Code::left_already, "reaches a chip that has left",
               "Let the target wait for this arrival before it leaves."},
    Diagnostic{Code::dirty_counter, "counter not zero at exit", "Take what is signalled, or signal less."},
    Diagnostic{Code::still_in_flight, "still in flight at exit",
               "Wait for the completion of each operation before the end."},
    Diagnostic{Code::counter_width, "counter out of its range",
               "Bound how far signals can run ahead, or widen the counter."},
    Diagnostic{Code::wrong_result, "wrong result",
               "Compare the expression found with the contract's; the report shows both."},
    Diagnostic{Code::barrier_passed, "leaves before another has entered",
               "Wait, directly or through others, for a signal of each chip in reach."},
    Diagnostic{Code::not_monotone, "not a monotone schedule",
               "Choose another engine; this one decides monotone schedules only."},
    Diagnostic{Code::over_limit, "limit reached", "Raise the limit, or choose a smaller case."},
    Diagnostic{Code::solver_gave_up, "the solver gave up", "Raise the time limit, or choose another engine."},
    Diagnostic{Code::out_of_time, "time was over",
               "Raise --timeout, ask fewer chips or launches, or choose another engine."},
    Diagnostic{Code::out_of_memory, "memory was used up",
               "Raise --memory, ask fewer chips or launches, or choose another engine."},
    Diagnostic{Code::not_every_n, "not proved for every n",
               "Ask for the sizes that you use with -n, or write the kernel closer to one that is proved."},
};

/// The part of a long line that shows `column`, and where that column then is.
struct Window {
    std::string text;
    std::size_t caret;
};

Window window(std::string_view line, std::size_t column) {
    constexpr std::size_t widest = 160, before = 60;
    if (line.size() <= widest) return {std::string(line), column};
    const std::size_t wanted = column > before ? std::min(column - before, line.size() - before) : 0;
    const std::size_t start = character_begin(line, wanted);
    const std::size_t end = character_begin(line, std::min(start + widest, line.size()));
    const bool cut_left = start > 0, cut_right = end < line.size();
    std::string text =
        (cut_left ? "..." : "") + std::string(line.substr(start, end - start)) + (cut_right ? "..." : "");
    return {std::move(text), column - start + (cut_left ? 3 : 0)};
}

std::string with_caret(const Location& location) {
    const auto [line, column] = window(location.excerpt, static_cast<std::size_t>(std::max(location.column, 1)) - 1);
    std::string text = "    " + line;
    if (location.column < 1) return text;
    text += "\n    ";
    // Tabs are repeated so that the caret stands below its column whatever their width; bytes that
    // continue a character take no column.
    for (std::size_t i = 0; i < column; ++i) {
        const char c = i < line.size() ? line[i] : ' ';
        if (c == '\t')
            text += '\t';
        else if ((static_cast<unsigned char>(c) & 0xc0) != 0x80)
            text += ' ';
    }
    return text + '^';
}

std::string headline(Code code, const std::string& message, const Location& location) {
    const std::string where = location.text();
    return fmt::format("{}{}{} {}: {}", where, where.empty() ? "" : ": ", number(code), diagnostic(code).title,
                       message);
}

}  // namespace

std::span<const Diagnostic> diagnostics() { return every_diagnostic; }

const Diagnostic& diagnostic(Code code) {
    const auto found = std::find_if(every_diagnostic.begin(), every_diagnostic.end(),
                                    [&](const Diagnostic& d) { return d.code == code; });
    if (found == every_diagnostic.end()) throw std::logic_error("a code without diagnostic");
    return *found;
}

std::string number(Code code) { return fmt::format("RP{:03}", static_cast<int>(code)); }

std::string Location::text() const {
    std::string text = file;
    if (line > 0) {
        text += fmt::format("{}{}", text.empty() ? "line " : ":", line);
        if (column > 0) text += fmt::format(":{}", column);
    }
    if (!path.empty()) text += (text.empty() ? "" : ": ") + path;
    return text;
}

Fault::Fault(Code code, std::string message, Location location)
    : std::runtime_error(headline(code, message, location)),
      code_(code),
      message_(std::move(message)),
      location_(std::move(location)) {}

Fault Fault::at(const Location& location) const {
    Location known = location_;
    if (known.file.empty()) known.file = location.file;
    if (known.path.empty()) known.path = location.path;
    // Line, column and excerpt belong together.
    if (known.line == 0) {
        known.line = location.line;
        known.column = location.column;
        known.excerpt = location.excerpt;
    }
    return Fault(code_, message_, std::move(known));
}

std::string Fault::report() const {
    std::string text = headline(code_, message_, location_);
    if (!location_.excerpt.empty()) text += "\n" + with_caret(location_);
    return text + "\n" + fmt::format("help: {}", diagnostic(code_).help);
}

}  // namespace ringproof::model
