#include <map>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "checker/choose.h"
#include "checker/picture/mermaid.h"
#include "checker/picture/perfetto.h"
#include "model/json/witness_json.h"
#include "model/witness.h"
#include "tests/support/failing.h"

/// What is written of the counterexamples of every wrong file.
namespace ringproof::specs {
namespace {

using checker::Counterexample;
using checker::picture::Recording;

class Traces : public testing::TestWithParam<std::string> {
protected:
    const model::Schedule schedule = tests::failing_schedule(GetParam());
    const std::vector<Counterexample> counterexamples =
        checker::choose({schedule, schedule.launches, {}}, checker::engines()).verdict.counterexamples;

    Recording recording(const Counterexample& counterexample) const {
        return checker::picture::record(schedule, schedule.launches, counterexample.trace, {},
                                        std::span(&counterexample.finding, 1));
    }
};

TEST_P(Traces, ReplayFromTheirJson) {
    ASSERT_FALSE(counterexamples.empty());
    for (const Counterexample& counterexample : counterexamples) {
        SCOPED_TRACE(model::number(counterexample.finding.code));
        const std::string text =
            model::write_witness({"it", schedule, counterexample.finding, counterexample.trace, {"a", "b"}});
        const model::Witness read = model::read_witness(text, "trace");
        EXPECT_EQ(read.trace, counterexample.trace);
        EXPECT_EQ(read.finding.code, counterexample.finding.code);
        EXPECT_TRUE(read.finding.same_fault(counterexample.finding));
        EXPECT_EQ(model::write_witness(read), text);
        const model::Replay replay = model::replay(read);
        EXPECT_EQ(replay.complaint, "");
        ASSERT_TRUE(replay.shown);
        EXPECT_EQ(replay.fired, read.trace.size());
        EXPECT_TRUE(replay.shown->same_fault(counterexample.finding));
    }
}

TEST_P(Traces, DoNotReplayWithoutAnyOneEvent) {
    for (const Counterexample& counterexample : counterexamples) {
        SCOPED_TRACE(model::number(counterexample.finding.code));
        const model::Witness whole{"", schedule, counterexample.finding, counterexample.trace, {}};
        for (std::size_t i = 0; i < whole.trace.size(); ++i) {
            model::Witness less = whole;
            less.trace.erase(less.trace.begin() + static_cast<std::ptrdiff_t>(i));
            EXPECT_NE(model::replay(less).complaint, "") << "event " << i << " of " << whole.trace.size();
        }
    }
}

/// The rules by which the importer of Perfetto drops what breaks them.
TEST_P(Traces, KeepTheRulesOfTraceEvents) {
    for (const Counterexample& counterexample : counterexamples) {
        SCOPED_TRACE(model::number(counterexample.finding.code));
        const auto document = nlohmann::json::parse(checker::picture::perfetto(recording(counterexample)));
        using Track = std::pair<int, int>;
        std::map<Track, std::vector<std::pair<double, double>>> slices;
        std::map<std::int64_t, std::vector<nlohmann::json>> starts, ends;
        std::map<std::pair<int, std::string>, double> counters;
        std::set<Track> named;
        std::set<int> processes;
        bool clash = false;
        for (const auto& event : document.at("traceEvents")) {
            const std::string phase = event.at("ph");
            const int process = event.at("pid");
            if (phase == "M" && event.at("name") == "process_name") processes.insert(process);
            if (phase == "M" && event.at("name") == "thread_name") named.insert({process, event.at("tid")});
            if (phase == "X") {
                EXPECT_GT(event.at("dur").get<double>(), 0);
                slices[{process, event.at("tid")}].push_back(
                    {event.at("ts"), event.at("ts").get<double>() + event.at("dur").get<double>()});
                clash = clash || event.at("cat") == "clash";
            }
            if (phase == "s") starts[event.at("id")].push_back(event);
            if (phase == "f") ends[event.at("id")].push_back(event);
            if (phase == "C") {
                double& last = counters[{process, event.at("name")}];
                EXPECT_LE(last, event.at("ts").get<double>());
                last = event.at("ts");
            }
        }
        EXPECT_EQ(processes.size(), static_cast<std::size_t>(schedule.chips));
        for (auto& [track, list] : slices) {
            EXPECT_TRUE(named.contains(track));
            std::sort(list.begin(), list.end());
            for (std::size_t i = 1; i < list.size(); ++i)
                EXPECT_LE(list[i - 1].second, list[i].first) << "slices of a thread overlap";
        }
        const auto inside = [&](const nlohmann::json& end) {
            const auto& list = slices[{end.at("pid"), end.at("tid")}];
            const double at = end.at("ts");
            return std::any_of(list.begin(), list.end(),
                               [&](const auto& slice) { return slice.first < at && at < slice.second; });
        };
        EXPECT_EQ(starts.size(), ends.size());
        for (const auto& [id, list] : starts) {
            ASSERT_EQ(list.size(), 1U);
            ASSERT_EQ(ends[id].size(), 1U);
            const auto &start = list[0], &end = ends[id][0];
            EXPECT_EQ(start.at("name"), end.at("name"));
            EXPECT_EQ(start.at("cat"), end.at("cat"));
            EXPECT_EQ(end.at("bp"), "e");
            EXPECT_LT(start.at("ts").get<double>(), end.at("ts").get<double>()) << "an arrow points back";
            EXPECT_TRUE(inside(start)) << start;
            EXPECT_TRUE(inside(end)) << end;
        }
        // A deadlock has no event that clashes, and what is judged at rest neither.
        if (model::property_of(counterexample.finding.code) == model::Property::race) {
            EXPECT_TRUE(clash);
        }
    }
}

TEST_P(Traces, AreOneMermaidLineAnEvent) {
    for (const Counterexample& counterexample : counterexamples) {
        const std::string text = checker::picture::mermaid(recording(counterexample), "the end");
        EXPECT_TRUE(text.starts_with("sequenceDiagram\n"));
        std::size_t shown = 0;
        for (std::size_t at = 0; (at = text.find(": ", at)) != std::string::npos; at = text.find('\n', at)) ++shown;
        EXPECT_GE(shown, counterexample.trace.size());
        EXPECT_NE(text.find("the end"), std::string::npos);
    }
}

INSTANTIATE_TEST_SUITE_P(All, Traces, testing::ValuesIn(tests::failing_files()), tests::test_name);

}  // namespace
}  // namespace ringproof::specs
