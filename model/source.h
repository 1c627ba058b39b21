#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/import/plan.h"
#include "model/kernel.h"
#include "model/schedule.h"

namespace ringproof::model {

/// One file that can be verified: a kernel, which still wants a number of chips, a schedule, which has one, or a plan
/// of another tool, which becomes schedules.
struct Source {
    std::string file;
    std::variant<Kernel, Schedule, std::shared_ptr<const Plan>> content;
    std::vector<std::string> plan_lines = {};  ///< of a plan whose operations stand on lines of their own

    const Kernel* kernel() const { return std::get_if<Kernel>(&content); }
    /// None: it is no plan.
    const Plan* plan() const;
    /// The ways of a plan by name; else one without a name.
    std::vector<std::string> ways(const PlanOptions& options) const;
    /// The schedule, or that of a plan. Assumes that it is no kernel. Throws Fault.
    Schedule schedule(std::size_t way, const PlanOptions& options, const Limits& limits = {}) const;

    /// The lines of the text, for reports; none of a schedule.
    std::span<const std::string> lines() const;
};

/// The text of a file; `-` is standard input. Throws Fault (unreadable), also where it is very large.
std::string read_text(const std::string& path);

/// Reads a text of a file of that name: the format is found from the content. Throws Fault: `unknown_format`, and what
/// the reader of the format throws.
Source source_of(std::string_view text, const std::string& name, const Limits& limits = {});

/// Reads a file, whatever its name: the format is found from the content. `-` reads standard input.
/// Throws Fault: `unreadable`, and what the reader of the format throws.
Source read_source(const std::string& path, const Limits& limits = {});

/// The files to verify that a path stands for, in alphabetical order: itself, or for a folder every *.ring, and every
/// *.json and *.xml in it (at any depth) that says it is a schedule or a plan. Throws Fault: `unreadable`,
/// `nothing_found`.
std::vector<std::string> find_sources(const std::string& path);

}  // namespace ringproof::model
