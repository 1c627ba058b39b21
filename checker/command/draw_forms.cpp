#include <span>

#include "checker/command/draw.h"
#include "checker/picture/svg.h"

namespace ringproof::command {
namespace {

std::string diagram(const std::vector<Drawn>& drawn) {
    std::vector<checker::picture::Recording> recordings;
    recordings.reserve(drawn.size());
    for (const Drawn& one : drawn) recordings.push_back(one.recording);
    return checker::picture::svg(recordings);
}

}  // namespace

const std::vector<Form>& drawing_forms() {
    static const std::vector<Form> forms{
        {".svg", "time-space diagram", 20'000, 128, diagram},
        {".json", "figures and events: specs/timeline.md", 300'000, 65'536, timeline_json},
    };
    return forms;
}

}  // namespace ringproof::command
