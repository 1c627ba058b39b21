#include <span>

#include "checker/command/draw.h"
#include "checker/picture/page.h"
#include "checker/picture/perfetto.h"
#include "checker/picture/svg.h"
#include "model/diagnostic.h"

namespace ringproof::command {
namespace {

std::vector<checker::picture::Recording> recordings_of(const std::vector<Drawn>& drawn) {
    std::vector<checker::picture::Recording> recordings;
    recordings.reserve(drawn.size());
    for (const Drawn& one : drawn) recordings.push_back(one.recording);
    return recordings;
}

std::string diagram(const std::vector<Drawn>& drawn) { return checker::picture::svg(recordings_of(drawn)); }

std::string page(const std::vector<Drawn>& drawn) {
    std::string title, story;
    std::vector<std::vector<std::string>> kernels;
    for (const Drawn& one : drawn) {
        kernels.push_back(one.lines);
        title += (title.empty() ? "" : " and ") + one.recording.title;
        story += (story.empty() ? "" : "\n") + figures_text(one);
    }
    return checker::picture::page({title, story, std::move(kernels), drawn.front().timeline.findings},
                                  recordings_of(drawn));
}

/// One file holds one execution.
std::string perfetto(const std::vector<Drawn>& drawn) {
    if (drawn.size() > 1)
        throw model::Fault(model::Code::usage, "a Perfetto trace holds one execution: draw one file at a time");
    return checker::picture::perfetto(drawn.front().recording);
}

}  // namespace

const std::vector<Form>& drawing_forms() {
    static const std::vector<Form> forms{
        {".svg", "time-space diagram", 20'000, 128, diagram},
        {".html", "the same as a page to step through", 20'000, 128, page},
        {".perfetto.json", "for ui.perfetto.dev", 300'000, 65'536, perfetto},
        {".json", "figures and events: specs/timeline.md", 300'000, 65'536, timeline_json},
    };
    return forms;
}

}  // namespace ringproof::command
