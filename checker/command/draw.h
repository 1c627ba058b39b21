#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "checker/picture/recording.h"
#include "model/bound.h"
#include "model/figures.h"
#include "model/schedule.h"
#include "model/timeline.h"

/// What `draw` has found out about one file, and the forms that it is written in.
namespace ringproof::command {

struct Drawn {
    std::string file;
    std::vector<std::string> lines;             ///< of the kernel's text; none of a schedule
    std::string profile;                        ///< as `--profile` takes it
    std::unique_ptr<model::Schedule> schedule;  ///< stays where it is: the recording points to it
    model::Timeline timeline;
    model::Figures figures;
    model::Bounds bounds;
    checker::picture::Recording recording;
};

/// For people: times, overlap, critical path and bounds.
std::string figures_text(const Drawn& drawn);

/// `ringproof.timeline` 1: specs/timeline.md.
std::string timeline_json(const std::vector<Drawn>& drawn);

/// A form of output, which is chosen by how the file's name ends.
struct Form {
    std::string_view ending;
    std::string_view about;
    std::size_t most_events;  ///< beyond these it would be of no use to anyone
    std::int32_t most_chips;
    std::string (*write)(const std::vector<Drawn>&);
};

/// All forms. Where several endings fit, the longest counts.
const std::vector<Form>& drawing_forms();

}  // namespace ringproof::command
