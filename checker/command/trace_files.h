#pragma once

#include <string>
#include <vector>

#include "checker/ask.h"

namespace ringproof::command {

/// A counterexample in every form that people and programs read, each in a file of its own: `STEM.txt` the story,
/// `STEM.json` what `replay` runs, `STEM.perfetto.json` for ui.perfetto.dev, `STEM.mmd` a mermaid sequence diagram, and
/// `STEM.html` a page to step through.
/// `stem` is a path; its folder exists. Throws Fault (unwritable).
void write_trace_files(const std::string& stem, const model::Schedule& schedule,
                       const checker::Counterexample& counterexample, const std::vector<std::string>& lines);

/// What the names of all traces of one input begin with: its path without ending, with what separates folders replaced,
/// and not longer than file systems take. Different inputs may come to the same.
std::string trace_stem(const std::string& file);

/// The name, without folder and ending, of the files about one counterexample of one question: the stem, chips,
/// launches where there are several, way of a plan, profile where it is not the file's own, and what is violated:
/// `specs_gallery_wrong_slot_parity.n3.race-RP101`.
std::string trace_name(const std::string& stem, const model::Schedule& schedule, const std::string& way,
                       const std::string& profile, model::Code code);

/// `STEM (.txt .json ...)`: all files of one counterexample, for people.
std::string trace_files_text(const std::string& stem);

}  // namespace ringproof::command
