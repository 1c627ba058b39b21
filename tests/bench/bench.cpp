#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "checker/clocks.h"
#include "checker/cuts.h"
#include "model/machine.h"
#include "model/scheduler.h"
#include "tests/bench/machine.h"
#include "tests/support/places.h"
#include "tests/support/program.h"
#include "tests/support/verdicts.h"

/// The table of figures: what a proof costs beside one simulated run, how it grows, and what others cost.
namespace ringproof::bench {
namespace {

using checker::Engine;
using checker::Outcome;

const model::Schedule& all_reduce(std::int64_t chips) {
    static std::map<std::int64_t, model::Schedule> known;
    const auto found = known.find(chips);
    if (found != known.end()) return found->second;
    return known.emplace(chips, model::instantiate(tests::kernel_at("kernels/all_reduce.ring"), chips)).first->second;
}

checker::Verdict prove(checker::Verdict (*engine)(const checker::Question&), std::int64_t chips) {
    checker::Options options;
    options.timeout = 0;
    options.max_events = 100'000'000;
    checker::Verdict verdict = engine({all_reduce(chips), 1, options});
    if (verdict.outcome != Outcome::proved) {
        fmt::print(stderr, "{} chips: {} {}\n", chips, tests::word_of(verdict), verdict.message);
        std::exit(1);
    }
    return verdict;
}

void simulate(std::int64_t chips) {
    model::Machine machine(all_reduce(chips), 1);
    run_in_order(machine);
    if (!machine.finished() || !machine.findings().empty()) std::exit(1);
}

void bm_simulated_run(benchmark::State& state) {
    all_reduce(state.range(0));
    for (auto _ : state) simulate(state.range(0));
}
void bm_clocks(benchmark::State& state) {
    all_reduce(state.range(0));
    std::int64_t events = 0;
    for (auto _ : state) events = prove(checker::clocks, state.range(0)).events;
    state.counters["events"] = static_cast<double>(events);
}
void bm_cuts(benchmark::State& state) {
    all_reduce(state.range(0));
    for (auto _ : state) prove(checker::cuts, state.range(0));
}

/// SPIN's verifier on the schedule that `ringproof convert` writes in Promela; compiled beforehand.
class Spin {
public:
    explicit Spin(int chips) {
        const std::string model = folder_ / "all_reduce.pml";
        ready_ =
            run("command -v spin && command -v gcc") &&
            tests::run_program(
                fmt::format("convert -n {} {} {}", chips, tests::specs("kernels/all_reduce.ring"), model))
                    .status == 0 &&
            run(fmt::format("cd {} && spin -a {} && gcc -O2 -DSAFETY -DMEMLIM=4000 -o pan pan.c", folder_ / "", model));
    }
    bool ready() const { return ready_; }
    bool verify() const { return run(fmt::format("cd {} && timeout 600 ./pan -m1000000", folder_ / "")); }

private:
    static bool run(const std::string& command) {
        return std::system(("(" + command + ") >/dev/null 2>&1").c_str()) == 0;
    }

    tests::Scratch folder_;
    bool ready_ = false;
};

void bm_spin(benchmark::State& state) {
    const Spin spin(static_cast<int>(state.range(0)));
    if (!spin.ready()) {
        state.SkipWithError("no spin, no gcc, or no Promela");
        return;
    }
    for (auto _ : state)
        if (!spin.verify()) state.SkipWithError("SPIN did not finish");
}

void bm_start_up(benchmark::State& state) {
    const std::string command = tests::program() + " list >/dev/null";
    for (auto _ : state)
        if (std::system(command.c_str()) != 0) state.SkipWithError("ringproof list failed");
}

/// The most memory that a proof by clocks needs, in MiB: of the program as a user runs it. To be asked while this
/// process is small: what it has itself would count.
double peak_memory(int chips) {
    const std::string program = tests::program(), kernel = tests::specs("kernels/all_reduce.ring"),
                      number = std::to_string(chips);
    const pid_t child = fork();
    if (child == 0) {
        if (std::freopen("/dev/null", "w", stdout) == nullptr) _exit(1);
        execl(program.c_str(), "ringproof", "verify", kernel.c_str(), "-n", number.c_str(), "--launches", "1",
              "--engine", "clocks", "--timeout", "0", nullptr);
        _exit(1);
    }
    int status = 0;
    rusage usage{};
    if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0) return NAN;
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Shows times as usual and keeps them, in seconds.
class Keeper : public benchmark::ConsoleReporter {
public:
    void ReportRuns(const std::vector<Run>& runs) override {
        ConsoleReporter::ReportRuns(runs);
        for (const Run& run : runs)
            if (!run.error_occurred)
                seconds[run.run_name.function_name + "/" + run.run_name.args] =
                    run.real_accumulated_time / static_cast<double>(run.iterations);
    }
    double operator[](const std::string& name) const {
        const auto found = seconds.find(name);
        return found == seconds.end() ? NAN : found->second;
    }
    std::map<std::string, double> seconds;
};

struct Memory {
    double small = peak_memory(64), big = peak_memory(256), large = NAN;
};

void print_table(const Keeper& times, const Memory& memory, bool large) {
    const auto row = [](const std::string& what, const std::string& found, const std::string& reach) {
        fmt::print("| {} | {} | {} |\n", what, found, reach);
    };
    fmt::print("\n{}\n\n| what | measured | to reach |\n|---|---|---|\n", machine());
    for (const int n : {64, 256})
        row(fmt::format("clocks ÷ one simulated run, ring all-reduce, n = {}", n),
            fmt::format("{:.2f}", times[fmt::format("clocks/{}", n)] / times[fmt::format("simulated_run/{}", n)]),
            "at most 3");
    row("cuts, ring all-reduce, n = 8", fmt::format("{:.2f} s", times["cuts/8"]), "under 1 s");
    if (large) row("cuts, ring all-reduce, n = 32", fmt::format("{:.1f} s", times["cuts/32"]), "under 60 s");
    if (large)
        row("clocks, ring all-reduce, n = 1024",
            fmt::format("{:.1f} s, {:.2f} GiB", times["clocks/1024"], memory.large / 1024), "60 s, 4 GiB");
    row("SPIN ÷ cuts, ring all-reduce, n = 2", fmt::format("{:.0f}", times["spin/2"] / times["cuts/2"]), "");
    if (large)
        row("SPIN ÷ cuts, ring all-reduce, n = 3", fmt::format("{:.0f}", times["spin/3"] / times["cuts/3"]),
            "at least 100");
    if (large)
        row("SPIN ÷ clocks, ring all-reduce, n = 3", fmt::format("{:.0f}", times["spin/3"] / times["clocks/3"]), "");
    const auto events = [](double n) { return n * (n - 1) * std::log2(n * (n - 1)); };
    row("clocks, growth of time n = 64 → 256 ÷ growth of events × log events",
        fmt::format("{:.2f}", times["clocks/256"] / times["clocks/64"] / (events(256) / events(64))), "at most 1");
    row("clocks, growth of memory n = 64 → 256 ÷ growth of events × log events",
        fmt::format("{:.2f}", memory.big / memory.small / (events(256) / events(64))), "at most 1");
    row("start-up of `ringproof list`", fmt::format("{:.1f} ms", times["start_up/"] * 1000), "under 30 ms");
}

}  // namespace
}  // namespace ringproof::bench

/// `bench` measures what takes seconds; `bench --large` also n = 1024, cuts at n = 32, and SPIN at n = 3.
int main(int argc, char** argv) {
    using namespace ringproof::bench;
    const auto measure = [](const char* name, auto* run, std::vector<std::int64_t> sizes) {
        for (const std::int64_t n : sizes)
            benchmark::RegisterBenchmark(name, run)->Arg(n)->Unit(benchmark::kMillisecond)->UseRealTime();
    };
    bool large = false;
    for (int i = 1; i < argc; ++i) large = large || std::string_view(argv[i]) == "--large";
    measure("simulated_run", bm_simulated_run, {64, 256});
    measure("clocks", bm_clocks, {3, 64, 256});
    measure("cuts", bm_cuts, {2, 3, 8});
    measure("spin", bm_spin, {2});
    benchmark::RegisterBenchmark("start_up", bm_start_up)->Unit(benchmark::kMillisecond)->UseRealTime();
    if (large) {
        measure("clocks", bm_clocks, {1024});
        measure("cuts", bm_cuts, {32});
        measure("spin", bm_spin, {3});
    }
    Memory memory;
    if (large) memory.large = peak_memory(1024);
    int kept = large ? argc - 1 : argc;
    benchmark::Initialize(&kept, argv);
    Keeper keeper;
    benchmark::RunSpecifiedBenchmarks(&keeper);
    print_table(keeper, memory, large);
    return 0;
}
