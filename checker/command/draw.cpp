#include "checker/command/draw.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iostream>
#include <memory>

#include <fmt/format.h>

#include "checker/command/command.h"
#include "model/diagnostic.h"
#include "model/language/profile_text.h"
#include "model/shape.h"
#include "model/source.h"

namespace ringproof::command {
namespace {

using namespace model;

/// Files in one picture.
constexpr std::size_t most_files = 16;

struct DrawArguments {
    std::vector<std::string> paths;
    OneSchedule one;
    std::string links, out;
    Costs costs;
};

/// What is wrong with a cost; empty: nothing. Also refuses "nan", which is in no order with anything.
std::string check_cost(const std::string& text) {
    double cost = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), cost);
    const bool is_cost = error == std::errc() && end == text.data() + text.size() && cost >= 0 && cost <= 1e12;
    return is_cost ? std::string() : fmt::format("'{}' is not a time from 0 to 1e12", text);
}

/// `ring`, `all` or `torus=RxC`; empty: as the kernel says, else a ring. Throws Fault (usage, requires_not_met).
Topology topology_of(const std::string& links, const std::optional<Grid>& shape, std::int32_t chips) {
    if (links.empty()) return shape ? Topology(*shape) : Topology(Ring{});
    if (links == "ring") return Ring{};
    if (links == "all") return Mesh{};
    constexpr std::string_view torus = "torus=";
    if (std::string_view(links).starts_with(torus)) {
        Grid grid{};
        const char* const end = links.data() + links.size();
        const auto rows = std::from_chars(links.data() + torus.size(), end, grid.rows);
        if (rows.ec == std::errc() && rows.ptr != end && *rows.ptr == 'x') {
            const auto columns = std::from_chars(rows.ptr + 1, end, grid.columns);
            if (columns.ec == std::errc() && columns.ptr == end && grid.rows >= 1 && grid.columns >= 1) {
                if (std::int64_t{grid.rows} * grid.columns != chips)
                    throw Fault(Code::requires_not_met,
                                fmt::format("--links {}: a torus of {} rows and {} columns has not {} chips", links,
                                            grid.rows, grid.columns, chips));
                return grid;
            }
        }
    }
    throw Fault(Code::usage,
                fmt::format("--links {}: expected ring, all, or torus=ROWSxCOLUMNS such as torus=2x4", links));
}

Drawn draw_one(const std::string& path, const DrawArguments& arguments, std::vector<std::string>& schedules) {
    const Source source = read_source(path);
    const auto* const kernel = source.kernel();
    Drawn drawn;
    drawn.file = source.file;
    const auto lines = source.lines();
    drawn.lines.assign(lines.begin(), lines.end());
    drawn.schedule = std::make_unique<Schedule>(arguments.one.of(source));
    const Schedule& schedule = *drawn.schedule;
    if (kernel == nullptr) schedules.push_back(source.file);
    drawn.profile = profile_text(schedule.profile);
    const Topology topology = topology_of(
        arguments.links,
        kernel != nullptr ? shape_of(*kernel, schedule.chips, parse_settings(arguments.one.settings)) : std::nullopt,
        schedule.chips);
    drawn.timeline = run_timed(schedule, schedule.launches, arguments.costs, topology);
    drawn.figures = figures(schedule, drawn.timeline);
    if (drawn.timeline.finished) drawn.bounds = lower_bounds(schedule, drawn.timeline);
    drawn.recording = checker::picture::record(schedule, schedule.launches, drawn.timeline.trace, drawn.timeline.times,
                                               drawn.timeline.findings);
    drawn.recording.critical = drawn.timeline.critical();
    const std::string times =
        fmt::format("alpha {:.6g} a hop, beta {:.6g} a slot{}", arguments.costs.alpha, arguments.costs.beta,
                    arguments.costs.gamma > 0 ? fmt::format(", gamma {:.6g} a slot", arguments.costs.gamma) : "");
    drawn.recording.note =
        !drawn.timeline.finished
            ? fmt::format("stuck at {:.6g}; {}", drawn.figures.makespan, times)
            : fmt::format("takes {:.6g}; {:.0f} % of the time that chips move data is covered by work; {}",
                          drawn.figures.makespan, 100 * drawn.figures.overlap(), times);
    return drawn;
}

/// The form for this name of a file. Throws Fault (usage).
const Form& form_of(const std::string& out) {
    const Form* best = nullptr;
    std::string endings;
    for (const Form& form : drawing_forms()) {
        endings += fmt::format("{}{}", endings.empty() ? "" : ", ", form.ending);
        if (out.ends_with(form.ending) && (best == nullptr || form.ending.size() > best->ending.size())) best = &form;
    }
    if (best == nullptr)
        throw Fault(Code::usage, fmt::format("-o '{}': expected a name that ends in one of {}", out, endings));
    return *best;
}

void write(const Form& form, const std::vector<Drawn>& drawn, const std::string& path) {
    for (const Drawn& one : drawn) {
        if (one.timeline.trace.size() > form.most_events)
            throw Fault(Code::too_large, fmt::format("{}: {} events are too many for {}, which takes {}", one.file,
                                                     one.timeline.trace.size(), form.ending, form.most_events));
        if (one.schedule->chips > form.most_chips)
            throw Fault(Code::too_large, fmt::format("{}: {} chips are too many for {}, which takes {}", one.file,
                                                     one.schedule->chips, form.ending, form.most_chips));
    }
    write_file(path, form.write(drawn));
}

int run(const DrawArguments& arguments) {
    const Form* const form = arguments.out.empty() ? nullptr : &form_of(arguments.out);
    if (arguments.paths.size() > most_files)
        throw Fault(Code::usage,
                    fmt::format("{} files: at most {} can be drawn together", arguments.paths.size(), most_files));
    std::vector<Drawn> drawn;
    std::vector<std::string> schedules;
    for (const std::string& path : arguments.paths) {
        try {
            drawn.push_back(draw_one(path, arguments, schedules));
        } catch (const Fault& fault) {
            Location here;
            here.file = path;
            throw fault.at(here);
        }
    }
    notice_ignored(arguments.one.for_kernels, schedules);
    if (form != nullptr) write(*form, drawn, arguments.out);
    bool clean = true;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        std::cout << (i > 0 ? "\n" : "") << figures_text(drawn[i]);
        clean = clean && drawn[i].timeline.findings.empty();
    }
    return clean ? all_proved : refuted;
}

}  // namespace

void add_draw(CLI::App& app, Action& action) {
    const auto arguments = std::make_shared<DrawArguments>();
    auto* const command =
        app.add_subcommand("draw", "the time-space diagram of one run under costs, and what it amounts to");
    command
        ->add_option("PATH", arguments->paths,
                     "kernels or schedules, drawn one above the other; - reads standard input")
        ->required();
    declare_one_schedule(*command, arguments->one);
    const auto add_cost = [&](const char* name, double& cost, const char* about) {
        command->add_option(name, cost, about)->check(check_cost)->capture_default_str();
    };
    add_cost("--alpha", arguments->costs.alpha, "time of a hop, for data, requests and signals");
    add_cost("--beta", arguments->costs.beta, "time of a slot on a link of its own");
    add_cost("--gamma", arguments->costs.gamma,
             "time of a slot copied or reduced on a chip; 'compute' says its own cost");
    command->add_option(
        "--links", arguments->links,
        "ring, torus=ROWSxCOLUMNS, or all: one between every two chips; default: the kernel's torus, else ring");
    std::string endings;
    for (const Form& form : drawing_forms())
        endings += fmt::format("{}{} ({})", endings.empty() ? "" : ", ", form.ending, form.about);
    command->add_option("-o,--output", arguments->out, "file to draw to, by its ending: " + endings);
    command->callback([arguments, command, &action] {
        arguments->one.for_kernels = given_for_kernels(*command);
        action = [arguments] { return run(*arguments); };
    });
}

}  // namespace ringproof::command
