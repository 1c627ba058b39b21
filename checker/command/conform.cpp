#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "checker/command/command.h"
#include "checker/command/conform_report.h"
#include "checker/command/interrupt.h"
#include "checker/command/partner.h"
#include "checker/command/progress.h"
#include "checker/command/report_text.h"
#include "generators/vectors/protocol.h"
#include "generators/vectors/waivers.h"
#include "model/diagnostic.h"
#include "model/source.h"

namespace ringproof::command {
namespace {

using generators::Heard;
using generators::KeptVector;
using generators::VectorClass;
using model::Code;
using model::Fault;
using What = VectorResult::What;

struct ConformArguments {
    std::string folder, backend, waivers, junit;
    std::vector<std::string> only;
    bool quick = false, json = false;
    double seconds = 10;
    int runs = 0;
    std::uint64_t seed = 1;
};

/// A litmus test is run so often, by default.
constexpr int runs_of_litmus = 20;
/// How long a program may take to start and to end, in seconds.
constexpr double seconds_to_start = 60, seconds_to_end = 2;

/// The program under test, started when it is needed and again when it has ended.
class Backend {
public:
    Backend(const ConformArguments& arguments, std::function<bool()> stopped)
        : arguments_(arguments), stopped_(std::move(stopped)) {
        start();
    }
    ~Backend() {
        if (partner_ && !stopped_()) partner_->bye(generators::bye_line(), seconds_to_end);
    }
    Backend(const Backend&) = delete;
    Backend& operator=(const Backend&) = delete;

    const generators::Hello& hello() const { return hello_; }

    /// Its answer to a line; or, in `trouble`, why there is none. Then it is started again for the next.
    std::string ask(const std::string& line, std::string& trouble) {
        if (!partner_) start();
        const Partner::Answer answer = partner_->ask(line, arguments_.seconds);
        switch (answer.said) {
            case Partner::Said::line:
                return answer.text;
            case Partner::Said::ended:
                trouble = "it has ended: " + answer.text;
                break;
            case Partner::Said::late:
                trouble = fmt::format("no answer in {} s", arguments_.seconds);
                break;
            case Partner::Said::unasked:
                trouble = "it has said something that it was not asked for: " + answer.text;
                break;
            case Partner::Said::stopped:
                trouble = "interrupted";
                break;
            case Partner::Said::too_much:
                trouble = "its answer is longer than 64 MB";
                break;
        }
        restart();
        return "";
    }
    /// For the next: what it says may be about something else.
    void restart() { partner_.reset(); }

private:
    void start() {
        partner_ = std::make_unique<Partner>(arguments_.backend, stopped_);
        const Partner::Answer answer =
            partner_->ask(generators::hello_line("ringproof " RINGPROOF_VERSION), seconds_to_start);
        if (answer.said == Partner::Said::stopped) return;
        if (answer.said != Partner::Said::line)
            throw Fault(Code::usage,
                        fmt::format("'{}' does not answer 'hello'{}; protocol.md in the folder of vectors says how",
                                    arguments_.backend, answer.text.empty() ? "" : ": " + answer.text));
        hello_ = generators::read_hello(answer.text);
        if (hello_.name.empty()) hello_.name = arguments_.backend;
    }

    const ConformArguments& arguments_;
    std::function<bool()> stopped_;
    std::unique_ptr<Partner> partner_;
    generators::Hello hello_;
};

class Conform {
public:
    Conform(const ConformArguments& arguments, std::function<bool()> stopped)
        : arguments_(arguments),
          waivers_(arguments.waivers.empty()
                       ? generators::Waivers{}
                       : generators::read_waivers(model::read_text(arguments.waivers), arguments.waivers)),
          backend_(arguments, std::move(stopped)) {}

    VectorResult check(const std::string& id) {
        const auto began = std::chrono::steady_clock::now();
        VectorResult result;
        result.id = id;
        const KeptVector vector = generators::read_vector(arguments_.folder, id);
        result.of = model::word(vector.of);
        if (const std::string missing = lacks(vector); !missing.empty()) {
            result.what = What::skipped;
            result.why = missing;
        } else {
            backend_.hello().judges ? judge(vector, result) : run(vector, result);
        }
        if (const auto waived = waivers_.find(id); waived != waivers_.end() && result.what != What::skipped) {
            result.why = waived->second + (result.what == What::passed ? "; but it passes" : "");
            result.what = What::waived;
        }
        result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        return result;
    }
    const std::string& name() const { return backend_.hello().name; }

private:
    std::string lacks(const KeptVector& vector) const {
        if (backend_.hello().judges) return "";
        if (!vector.task) return "it is for checkers";
        std::vector<std::string> missing;
        for (const std::string& feature : vector.features)
            if (!backend_.hello().features.contains(feature)) missing.push_back(feature);
        return missing.empty() ? "" : fmt::format("it lacks {}", fmt::join(missing, ", "));
    }

    static void take(VectorResult& result, const Heard& heard) {
        result.why = heard.story;
        if (heard.outcome) result.seen.insert(*heard.outcome);
        switch (heard.what) {
            case Heard::What::passed:
                result.what = What::passed;
                break;
            case Heard::What::failed:
                result.what = What::failed;
                break;
            case Heard::What::skipped:
                result.what = What::skipped;
                break;
            case Heard::What::undecided:
                result.what = What::undecided;
                break;
        }
    }

    void run(const KeptVector& vector, VectorResult& result) {
        const bool litmus = vector.of == VectorClass::litmus;
        const int runs = arguments_.runs != 0 ? arguments_.runs : litmus ? runs_of_litmus : 1;
        if (litmus) result.allowed = vector.task->allowed().size();
        for (int k = 0; k < runs && result.what == What::passed; ++k) {
            const std::uint64_t seed = arguments_.seed * generators::seeds_apart + static_cast<std::uint64_t>(k);
            hear(result, generators::run_line(vector, k, seed, arguments_.seconds),
                 [&](const std::string& line) { return generators::read_ran(line, vector, k); });
            if (result.what == What::failed)
                result.why += fmt::format("\nin run {} of {}, with seed {}", k, runs, seed);
        }
    }

    void judge(const KeptVector& vector, VectorResult& result) {
        hear(result, generators::judge_line(vector),
             [&](const std::string& line) { return generators::read_judged(line, vector); });
        if (result.what == What::failed) result.why += "\n" + vector.about;
    }

    /// Says a line and takes in what comes back, or that nothing does.
    template <class Read>
    void hear(VectorResult& result, const std::string& line, const Read& read) {
        std::string trouble;
        const std::string answer = backend_.ask(line, trouble);
        ++result.runs;
        const Heard heard = trouble.empty() ? read(answer) : Heard{Heard::What::failed, trouble, {}};
        if (heard.out_of_step) backend_.restart();
        take(result, heard);
    }

    const ConformArguments& arguments_;
    generators::Waivers waivers_;
    Backend backend_;
};

std::vector<std::string> ids_of(const ConformArguments& arguments) {
    std::vector<std::string> ids = generators::read_ids(arguments.folder, arguments.quick);
    if (arguments.only.empty()) return ids;
    std::vector<std::string> kept;
    for (const std::string& id : ids)
        if (std::ranges::any_of(arguments.only,
                                [&](const std::string& part) { return id.find(part) != std::string::npos; }))
            kept.push_back(id);
    return kept;
}

int conform(const ConformArguments& arguments) {
    const std::vector<std::string> ids = ids_of(arguments);
    if (ids.empty())
        throw Fault(Code::nothing_found,
                    fmt::format("no vector of '{}' has an id that is asked for", arguments.folder));
    // A backend that has ended is a result; writing to it must not end this program.
    std::signal(SIGPIPE, SIG_IGN);
    const Interrupt interrupt([] {});
    Progress progress(true);
    Conform work(arguments, [&] { return interrupt.happened(); });
    std::vector<VectorResult> results;
    for (const std::string& id : ids) {
        if (interrupt.happened()) break;
        progress.show(fmt::format("{} of {} vectors: {}", results.size(), ids.size(), id));
        results.push_back(work.check(id));
        if (interrupt.happened()) {
            results.pop_back();  // it was not heard out
            break;
        }
        const VectorResult& result = results.back();
        progress.clear();
        if (arguments.json) {
            fmt::print("{}\n", json(result));
        } else if (result.what == What::failed) {
            fmt::print("FAILED {}\n{}", result.id, indented(printable(result.why)));
        }
        std::fflush(stdout);
    }
    if (!arguments.json) fmt::print("{}", text(results, work.name()));
    if (!arguments.junit.empty()) write_file(arguments.junit, junit(results, work.name()));
    if (interrupt.happened()) return interrupted;
    const auto any = [&](What what) { return std::ranges::find(results, what, &VectorResult::what) != results.end(); };
    // Where nothing was tested, nothing is right.
    return any(What::failed) ? refuted : any(What::passed) ? all_proved : undecided;
}

}  // namespace

void add_conform(CLI::App& app, Action& action) {
    const auto arguments = std::make_shared<ConformArguments>();
    auto* const command =
        app.add_subcommand("conform", "drives a backend, or a checker, in another program through conformance vectors");
    command->add_option("DIR", arguments->folder, "what 'ringproof vectors' has written")->required();
    command->add_option("--backend", arguments->backend, "command that the shell runs: protocol.md in DIR")->required();
    command->add_flag("--quick", arguments->quick, "only the quick list");
    command->add_option("--only", arguments->only, "only vectors whose id has one of these texts in it");
    command->add_option("--runs", arguments->runs, "runs of each vector; default: 20 of a litmus test, else 1")
        ->check(CLI::Range(1, 1'000'000));
    command->add_option("--seed", arguments->seed, "what the backend draws from")
        ->check(check_natural)
        ->capture_default_str();
    command->add_option("--seconds", arguments->seconds, "for each answer")
        ->check(CLI::Range(0.001, 1e6))
        ->capture_default_str();
    command->add_option("--waivers", arguments->waivers, "file of vectors that need not pass: lines of ID REASON");
    command->add_flag("--json", arguments->json, "one object a line for each vector");
    command->add_option("--junit", arguments->junit, "report for continuous integration");
    command->callback([arguments, &action] { action = [arguments] { return conform(*arguments); }; });
}

}  // namespace ringproof::command
