#pragma once

#include <string>
#include <vector>

#include "conformance/backend.h"
#include "generators/vectors/job.h"

namespace ringproof::conformance {

/// How a run is made.
struct Manner {
    /// Seconds without any agent of the process going on, after which they are blocked.
    double patience = 5;
    Delays delays;
};

/// What came of a run.
struct Ran {
    generators::Shown shown;
    /// What a `read` found other than it expects, in words, one a line.
    std::string complaints;
};

/// Executes the schedule of the job on a backend of that kind: a thread for each chip of this process runs the
/// programs of its agents in turn, each as far as it can. With several processes each calls this, and each gets the
/// whole.
Ran run(const Kind& kind, const generators::Job& job, const Manner& manner);

/// The features of the schedule that the kind lacks, in words; empty: it can be run.
std::string lacks(const Kind& kind, const model::Schedule& schedule);

}  // namespace ringproof::conformance
