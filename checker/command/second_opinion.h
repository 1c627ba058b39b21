#pragma once

#include <optional>
#include <string>

#include "checker/smt/second_solver.h"

namespace ringproof::command {

/// What `--smt2` and `--second-solver` ask for: the questions that were put to Z3 are written as files, and another
/// solver confirms them.
class SecondOpinion {
public:
    /// `folder` keeps the files and is made where it does not exist; empty: they are not kept. `solver` is a name or a
    /// path; empty: none. A solver that is not installed leads to a notice on standard error and is not asked. Throws
    /// Fault (unwritable).
    SecondOpinion(std::string folder, const std::string& solver);

    /// Whether questions are to be recorded at all.
    bool wanted() const { return solver_ || !folder_.empty(); }

    /// What the questions are about.
    struct Subject {
        std::string file, schedule;
        std::string profile;           ///< empty where it is the only one
        std::int32_t chips, launches;  ///< 0: every number
    };
    /// Writes the files and puts them to the solver, which has `seconds` for each; nothing when there is none. Throws
    /// Fault (unwritable) and checker::Disagreement.
    std::optional<checker::smt::Confirmation> on(const Subject& subject, const checker::smt::Transcripts& transcripts,
                                                 double seconds) const;

private:
    std::string folder_;
    std::optional<checker::smt::SecondSolver> solver_;
};

}  // namespace ringproof::command
