#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/schedule.h"

/// The author's lines in a schedule.
namespace ringproof::checker::slack {

enum class Kind { wait, put, get };

/// One operation of the author, by what all its instances on all chips and in all rounds and launches share.
struct LineKey {
    /// `all_gather.ring:14`: Step::at up to its line number. Without a number: all of it. Without text: `main step 3`,
    /// the agent's name and the operation's number in it, from 0.
    std::string at;
    Kind kind = Kind::wait;
    model::Symbol name;           ///< of a wait its semaphore; else of the buffer that is written
    std::int32_t occurrence = 0;  ///< among those of this line, kind and name: a line may hold several
    friend bool operator==(const LineKey&, const LineKey&) = default;
};

struct Instance {
    std::int32_t agent, step;
};

struct Line {
    LineKey key;
    std::vector<Instance> instances;  ///< by agent, then step
};

/// The lines of waits, puts and gets, in the order in which the author has them: by line number within a file, else by
/// first appearance.
std::vector<Line> lines_of(const model::Schedule& schedule);
/// The lines that any of these schedules has, in the same order.
std::vector<LineKey> lines_of_all(const std::vector<model::Schedule>& schedules);

/// `at` up to the line number; the whole of it where there is none.
std::string line_of(const std::string& at);

}  // namespace ringproof::checker::slack
