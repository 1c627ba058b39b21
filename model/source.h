#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "model/kernel.h"
#include "model/schedule.h"

namespace ringproof::model {

/// One file that can be verified: a kernel, which still wants a number of chips, or a schedule, which has one.
struct Source {
    std::string file;
    std::variant<Kernel, Schedule> content;

    /// The lines of a kernel's text, for reports; none of a schedule.
    std::span<const std::string> lines() const;
};

/// The text of a file; `-` is standard input. Throws Fault (unreadable), also where it is very large.
std::string read_text(const std::string& path);

/// Reads a file, whatever its name: the format is found from the content. `-` reads standard input.
/// Throws Fault: `unreadable`, and what the reader of the format throws.
Source read_source(const std::string& path, const Limits& limits = {});

/// The files to verify that a path stands for, in alphabetical order: itself, or for a folder every *.ring and every
/// *.json in it (at any depth) that says it is a schedule. Throws Fault: `unreadable`, `nothing_found`.
std::vector<std::string> find_sources(const std::string& path);

}  // namespace ringproof::model
