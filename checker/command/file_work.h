#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <variant>
#include <vector>

#include "checker/command/answers.h"
#include "checker/command/second_opinion.h"
#include "checker/command/verify_arguments.h"
#include "checker/every.h"
#include "checker/repair/repair.h"
#include "model/source.h"

namespace ringproof::command {

/// One file and all questions about it, answered in whatever order and by whatever thread.
class FileWork {
public:
    /// What is shared by the questions of all files. A question holds `memory`, together with others, while it is
    /// asked; one that found no memory left is asked again and has it alone.
    struct Shared {
        const VerifyArguments& arguments;
        const SecondOpinion& second;
        std::shared_mutex memory;
        /// How many files have had this stem for their traces before.
        std::map<std::string, int> trace_stems = {};
    };

    /// `shared` must outlive it.
    FileWork(std::string path, Shared& shared);

    /// Reads the file and finds its questions. To be called once, before the others; a fault becomes the answer.
    void read();
    std::size_t questions() const { return questions_.size(); }
    /// What a question is about, `file n = 3`.
    std::string label(std::size_t question) const;
    /// Answers a question. May be called by several threads for different questions. Throws nothing.
    void answer(std::size_t question);

    bool done() const;
    /// Hands out what is known so far, in the order of the questions. To be called once.
    FileAnswers take();

private:
    struct Variant {
        model::Profile profile;
        std::size_t asked = 0;        ///< which of the profiles asked
        model::OptionValue change{};  ///< and how it differs
        std::vector<model::OptionValue> own_options;
    };
    struct Ask {
        std::size_t variant = 0;
        std::int64_t chips = 0;
        std::int32_t launches = 0;  ///< 0: the file's own
        std::size_t way = 0;        ///< of a plan
        bool every = false;         ///< for `chips` and more, and any number of launches
    };
    struct Skipped {
        model::Fault why;
    };
    using Result = std::variant<std::monostate, Answer, Skipped>;  ///< none: still open

    void find_questions(const model::Source& source);
    /// `seconds`: at most, 0: no bound. `keep`: write the traces of what is refuted.
    Result ask(const Ask& question, double seconds, bool keep) const;
    Result ask_every(const Ask& question, double seconds) const;
    Result not_for_every(const Ask& question, const model::Kernel& kernel, const checker::EveryVerdict& found,
                         Answer answer) const;
    /// Looks for the smallest size that fails under each profile, and notes it in the answers that fail.
    void look_for_smallest();
    /// What is asked for besides verdicts, once these are known.
    void look_further();
    std::string look_for_repair() const;
    /// A few sizes beyond those asked: a change that only moves the fault there is no repair.
    std::vector<checker::repair::Size> larger_than(const std::vector<checker::repair::Size>& sizes) const;
    /// The schedules of all questions that the kernel takes, the fewest chips first. Throws Fault.
    std::vector<model::Schedule> schedules() const;
    bool all_proved() const;
    void look_for_smallest(std::size_t variant);
    /// None: it is open. Throws Disagreement where there is no answer.
    static std::optional<Judged> judged_of(const Result& result, const Ask& question);
    std::optional<Smallest> smallest_of(std::size_t variant, const std::vector<Judged>& known) const;
    model::Schedule schedule_of(const Ask& question) const;
    void fill(Answer& answer, const model::Schedule& schedule) const;
    void write_traces(Answer& answer, const model::Schedule& schedule) const;
    model::Location here() const;

    Shared* shared_;
    std::string trace_stem_;  ///< of no other file
    // Fixed once the file has been read.
    std::vector<Variant> variants_;
    std::vector<Ask> questions_;
    std::vector<std::string> notes_;  ///< of a plan

    mutable std::mutex guard_;  ///< of what follows; file and source do not change either once the file has been read
    std::string file_;
    std::optional<model::Source> source_;
    bool read_ = false;
    std::optional<model::Fault> fault_;
    std::vector<Result> results_;
    std::size_t open_ = 0;
    bool looking_ = false;  ///< further, after all questions
    std::string more_;
};

}  // namespace ringproof::command
