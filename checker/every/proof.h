#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "checker/every.h"
#include "checker/every/path_finder.h"
#include "checker/smt/script.h"
#include "model/event.h"

/// The steps of a proof for every n, each put to the solver.
namespace ringproof::checker::every {

/// Why there is no proof.
struct NotProved {
    std::string about;   ///< as of a step
    std::string reason;  ///< a sentence
    std::map<std::string, std::int64_t> model;
    bool gave_up = false;   ///< the solver did
    bool by_order = false;  ///< what was not shown is what comes before what
};

class Proof {
public:
    /// Of `least` chips and more, where n is a variable of the program. All must outlive it.
    Proof(const Order& order, const Samples& samples, const Deadline& deadline, std::int64_t least)
        : order_(order), samples_(samples), deadline_(deadline), least_(least) {}

    const Order& order() const { return order_; }
    const Program& program() const { return order_.program(); }
    const Samples& samples() const { return samples_; }
    const std::vector<EveryStep>& steps() const { return steps_; }
    std::vector<EveryStep> take() { return std::move(steps_); }

    /// Whether `conclusion` follows from `hypothesis`, as a question to the solver that is kept only if so. Throws
    /// NotProved where the solver gives up.
    bool follows(const std::string& about, const std::string& name, const Expr& hypothesis, const Expr& conclusion,
                 const std::string& uses = {});
    /// The same; throws NotProved where it does not follow.
    void require(const std::string& about, const std::string& name, const Expr& hypothesis, const Expr& conclusion,
                 const std::string& uses = {});

    /// A way in which something can be shown: `condition` holds, and where `later` is given, `earlier` precedes it.
    struct Way {
        Expr condition;
        bool by_order = false;
        Instance later = {}, earlier = {};
    };
    /// The same ways, in the same order, for a statement and for a sample.
    using Ways = std::function<std::vector<Way>(const Order& order, const std::vector<Instance>& about)>;
    using Condition = std::function<Expr(const Order& order, const std::vector<Instance>& about)>;
    struct Claim {
        std::string about, name;
        Condition when;
        Ways ways;
        /// For each sample: what it speaks of there.
        std::function<std::vector<std::vector<Instance>>(const Sample& sample)> examples;
    };
    /// Whether one of the ways holds whenever `when` does, for `any` instances. The paths are looked for in samples.
    bool shows(const Claim& claim, const std::vector<Instance>& any, const Knowledge& knowledge);
    /// Throws NotProved where it does not.
    void show(const Claim& claim, const std::vector<Instance>& any, const Knowledge& knowledge);

    /// What was wrong with the last claim that was not shown.
    const NotProved& last() const { return last_; }
    /// Drops what was shown since there were `kept` steps: something that it leans on does not hold.
    void forget(std::size_t kept);

private:
    /// Adds paths to those of each way until every example of the sample is shown. Whether that could be done.
    bool finds_paths(const Claim& claim, const std::vector<Instance>& any, const Sample& sample, PathFinder& finder,
                     std::vector<std::vector<Path>>& paths);

    const Order& order_;
    const Samples& samples_;
    const Deadline& deadline_;
    std::int64_t least_;
    std::vector<EveryStep> steps_;
    NotProved last_;
    std::map<const Sample*, PathFinder> finders_;
};

/// Its line and text.
std::string text_of(const Operation& operation);

}  // namespace ringproof::checker::every
