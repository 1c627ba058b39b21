#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generators/mutation/mutation.h"
#include "model/diagnostic.h"

/// What `mutate` found, and the forms in which it says so.
namespace ringproof::command {

/// What became of a mutant at one size.
struct MutantVerdict {
    std::int64_t chips = 0;
    std::int32_t launches = 1;
    std::string word;    ///< `proved`, `undecided`, `invalid`, or the name of the violated property
    model::Code code{};  ///< of the violation, the fault or the limit
    std::vector<std::string_view> engines;
    double seconds = 0;
};

struct MutantAnswer {
    std::string_view slip, harmless_because;
    std::string what;
    model::Where where;
    std::vector<MutantVerdict> verdicts;  ///< ascending; without `every_size`, up to the first that has caught it
    bool books_only = false;              ///< caught, and with counters left aside nothing is wrong
    std::string message;                  ///< of the verdict that counts: a fault, a limit
    std::string broken;                   ///< a fault of this program: there is no answer

    /// The smallest size at which it is wrong; null: none.
    const MutantVerdict* caught() const;
    const MutantVerdict* undecided() const;
    /// `caught`, `harmless`, `undecided`, `broken`
    std::string_view outcome() const;
    double seconds() const;
};

/// A kernel and its mutants.
struct KernelAnswers {
    std::string file;
    std::vector<std::int64_t> sizes;  ///< of those asked, the ones that the kernel takes
    std::vector<std::int32_t> launches;
    std::optional<model::Fault> fault;  ///< the file is invalid
    std::string unfit;                  ///< why nothing was asked of mutants: the kernel is not proved itself
    int unfit_status = 0;
    std::vector<MutantAnswer> mutants;
    std::size_t open = 0;  ///< mutants without an answer, because the work was interrupted
    bool read = false;     ///< else its mutants are not known
};

/// A line for the kernel, one for each mutant, and the score.
std::string text_of(const KernelAnswers& kernel);
/// One JSON object a line and mutant.
std::string json_lines(const KernelAnswers& kernel);

/// Counts over all kernels, and the exit status that follows.
class Score {
public:
    void count(const KernelAnswers& kernel);
    /// `57 mutants: 54 caught (30 race, 24 deadlock), 3 harmless, 0 undecided`
    std::string text() const;
    int status() const;

private:
    std::map<std::string, int> caught_;  ///< by property
    int mutants_ = 0, caught_in_all_ = 0, books_only_ = 0, harmless_ = 0, undecided_ = 0, broken_ = 0;
    int invalid_ = 0;         ///< files
    std::vector<int> unfit_;  ///< statuses
};

}  // namespace ringproof::command
