#include "checker/command/trace_files.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "checker/command/command.h"
#include "checker/picture/mermaid.h"
#include "checker/picture/page.h"
#include "checker/picture/perfetto.h"
#include "checker/picture/recording.h"
#include "checker/report.h"
#include "model/json/witness_json.h"
#include "model/witness.h"

namespace ringproof::command {
namespace {

/// A counterexample and what all its forms tell of it.
struct Told {
    Told(const model::Schedule& of, const checker::Counterexample& found, const std::vector<std::string>& kernel)
        : schedule(of),
          counterexample(found),
          lines(kernel),
          headline(checker::headline(of, found.finding)),
          explanation(checker::explanation_text(of, found, kernel)),
          recording(checker::picture::record(of, of.launches, found.trace, {}, std::span(&found.finding, 1))) {
        recording.note = headline;
    }

    const model::Schedule& schedule;
    const checker::Counterexample& counterexample;
    const std::vector<std::string>& lines;
    std::string headline, explanation;
    checker::picture::Recording recording;
};

struct Form {
    std::string_view ending;
    std::string (*text)(const Told&);
};

constexpr Form forms[] = {
    {".txt",
     [](const Told& told) { return told.explanation + checker::execution_text(told.schedule, told.counterexample); }},
    {".json",
     [](const Told& told) {
         return model::write_witness(
             {told.headline, told.schedule, told.counterexample.finding, told.counterexample.trace, told.lines});
     }},
    {".html",
     [](const Told& told) {
         return checker::picture::page({fmt::format("{}: {}", told.recording.title, told.headline),
                                        told.explanation,
                                        {told.lines},
                                        std::span(&told.counterexample.finding, 1)},
                                       std::span(&told.recording, 1));
     }},
    {".perfetto.json", [](const Told& told) { return checker::picture::perfetto(told.recording); }},
    {".mmd", [](const Told& told) { return checker::picture::mermaid(told.recording, told.headline); }},
};

/// Not to be in the name of a file.
bool is_odd(unsigned char c) { return std::isalnum(c) == 0 && c != '.' && c != '-' && c != '_' && c != '='; }

}  // namespace

void write_trace_files(const std::string& stem, const model::Schedule& schedule,
                       const checker::Counterexample& counterexample, const std::vector<std::string>& lines) {
    const Told told(schedule, counterexample, lines);
    for (const Form& form : forms) write_file(stem + std::string(form.ending), form.text(told));
}

std::string trace_files_text(const std::string& stem) {
    std::string endings;
    for (const Form& form : forms) endings += fmt::format("{}{}", endings.empty() ? "" : " ", form.ending);
    return fmt::format("{} ({})", stem, endings);
}

std::string trace_stem(const std::string& file) {
    constexpr std::size_t longest = 120;
    std::string stem = file == "-" ? "stdin" : file;
    for (const std::string_view ending : {".ring", ".json"})
        if (stem.size() > ending.size() && stem.ends_with(ending)) {
            stem.resize(stem.size() - ending.size());
            break;
        }
    stem.erase(0, std::min(stem.find_first_not_of("./"), stem.size()));
    std::replace_if(stem.begin(), stem.end(), is_odd, '_');
    // The end of a path says more than its beginning.
    return stem.size() > longest ? stem.substr(stem.size() - longest) : stem;
}

std::string trace_name(const std::string& stem, const model::Schedule& schedule, const std::string& way,
                       const std::string& profile, model::Code code) {
    std::string name = fmt::format("{}.n{}", stem, schedule.chips);
    if (schedule.launches > 1) name += fmt::format(".launches{}", schedule.launches);
    if (!way.empty()) name += "." + way;
    if (!profile.empty()) name += "." + profile;
    name += fmt::format(".{}-{}", word(model::property_of(code)), model::number(code));
    std::replace_if(name.begin(), name.end(), is_odd, '_');
    return name;
}

}  // namespace ringproof::command
