#include "checker/picture/perfetto.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/changes.h"

namespace ringproof::checker::picture {
namespace {

using nlohmann::ordered_json;

/// Events at the same time follow one another at this distance, in microseconds, which is also how long an instant is
/// shown.
constexpr double instant = 1;
constexpr double microseconds_a_unit = 1'000;

/// The clock of the picture: the time of each event in microseconds, strictly rising along the trace.
std::vector<double> clock_of(const Recording& recording) {
    std::vector<double> clock;
    for (const double time : recording.times) {
        const double at = time * microseconds_a_unit;
        clock.push_back(clock.empty() ? at : std::max(at, clock.back() + instant));
    }
    return clock;
}

class Writer {
public:
    explicit Writer(const Recording& recording)
        : recording_(recording),
          schedule_(*recording.schedule),
          clock_(clock_of(recording)),
          end_(std::max(recording.end * microseconds_a_unit, clock_.empty() ? 0 : clock_.back() + instant)),
          where_(clock_.size()) {}

    std::string write() {
        name_threads();
        spans();
        flights();
        arrows();
        counters();
        ordered_json document{{"displayTimeUnit", "ms"},
                              {"otherData", {{"title", recording_.title}, {"clashes", recording_.clash.size()}}}};
        // One event a line: people look into these files.
        std::string out = document.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
        out.pop_back();
        out += ",\"traceEvents\":[";
        for (std::size_t i = 0; i < events_.size(); ++i)
            out += (i == 0 ? "\n" : ",\n") + events_[i].dump(-1, ' ', false, ordered_json::error_handler_t::replace);
        return out + "\n]}\n";
    }

private:
    /// A thread of a chip's process. Threads are: its environment, one an agent, what arrives, then one for each
    /// transfer that is in flight with others.
    struct Track {
        std::int32_t chip, thread;
    };
    /// The slice in which an event shows.
    struct Shown {
        Track track;
        double at;
    };
    static constexpr std::int32_t environment_thread = 1, first_agent_thread = 10, arrivals_thread = 1'000'000,
                                  first_transfer_thread = 1'000'001;

    void name(std::int32_t chip, std::int32_t thread, const std::string& text) {
        events_.push_back(
            {{"ph", "M"}, {"pid", chip + 1}, {"tid", thread}, {"name", "thread_name"}, {"args", {{"name", text}}}});
        events_.push_back({{"ph", "M"},
                           {"pid", chip + 1},
                           {"tid", thread},
                           {"name", "thread_sort_index"},
                           {"args", {{"sort_index", thread}}}});
    }

    void name_threads() {
        for (std::int32_t chip = 0; chip < schedule_.chips; ++chip) {
            events_.push_back({{"ph", "M"},
                               {"pid", chip + 1},
                               {"tid", 0},
                               {"name", "process_name"},
                               {"args", {{"name", "chip " + std::to_string(chip)}}}});
            name(chip, environment_thread, "enter and exit");
            name(chip, arrivals_thread, "arrivals");
        }
        for (std::size_t id = 0; id < schedule_.agents.size(); ++id)
            name(schedule_.agents[id].chip, thread_of(static_cast<std::int32_t>(id)),
                 "agent " + schedule_.agents[id].name.text());
    }
    static std::int32_t thread_of(std::int32_t agent) { return first_agent_thread + agent; }

    void slice(Track track, double from, double to, const std::string& text, std::string_view category, bool clash,
               ordered_json details) {
        ordered_json event{{"ph", "X"},        {"pid", track.chip + 1}, {"tid", track.thread}, {"ts", from},
                           {"dur", to - from}, {"name", text},          {"cat", category}};
        if (clash) {
            event["cat"] = "clash";
            event["cname"] = "terrible";
        }
        event["args"] = std::move(details);
        events_.push_back(std::move(event));
    }

    void spans() {
        std::map<std::pair<std::int32_t, std::int32_t>, double> done;  // by track: up to when it is drawn
        for (const Span& span : recording_.spans) {
            const Track track{span.chip, span.agent < 0 ? environment_thread : thread_of(span.agent)};
            double& before = done[{track.chip, track.thread}];
            double from = span.first ? clock_[*span.first] : end_;
            if (span.kind == Kind::wait) from = std::max(before, span.begin * microseconds_a_unit);
            const double to = span.last ? clock_[*span.last] + instant : end_;
            bool clash = false;
            for (const auto& event : {span.first, span.last})
                if (event) {
                    where_[*event] = {track, clock_[*event] + instant / 2};
                    clash = clash || recording_.clashes(*event);
                }
            before = to;
            slice(track, from, to, span.text, model::word(span.kind), clash,
                  {{"line", span.at},
                   {"launch", span.launch},
                   {"step", span.step},
                   {"event", span.first ? ordered_json(*span.first + 1) : ordered_json(nullptr)}});
        }
    }

    void flights() {
        std::vector<std::vector<double>> busy(schedule_.chips);  // by chip and lane: until when
        std::map<std::tuple<std::int32_t, std::int32_t, std::int32_t>, Track> tracks;
        for (const Flight& flight : recording_.flights) {
            const std::int32_t chip = schedule_.agents[flight.agent].chip;
            const double from = clock_[flight.issue] + instant / 4;
            const double to = flight.land ? clock_[*flight.land] + instant : end_;
            auto& lanes = busy[chip];
            auto lane = std::find_if(lanes.begin(), lanes.end(), [&](double until) { return until <= from; });
            if (lane == lanes.end()) lane = lanes.insert(lane, 0);
            *lane = to;
            const Track track{chip, first_transfer_thread + static_cast<std::int32_t>(lane - lanes.begin())};
            if (static_cast<std::size_t>(track.thread - first_transfer_thread) >= named_[chip]) {
                name(chip, track.thread, "DMA " + std::to_string(++named_[chip]));
            }
            tracks.emplace(std::tuple{flight.agent, flight.launch, flight.step}, track);
            bool clash = false;
            ordered_json inside = ordered_json::object();
            for (const auto& [moment, event] : {std::pair{"begin", flight.begin}, std::pair{"read", flight.read},
                                                std::pair{"raise", flight.raise}, std::pair{"land", flight.land}})
                if (event) {
                    inside[moment] = *event + 1;
                    where_[*event] = {track, clock_[*event] + instant / 2};
                    clash = clash || recording_.clashes(*event);
                }
            const std::string_view category = flight.kind == Flight::Kind::signal ? "signal" : "dma";
            slice(track, from, to, flight.text, category, clash,
                  {{"line", flight.at}, {"from", flight.from}, {"to", flight.to}, {"events", std::move(inside)}});
            if (!flight.land) continue;
            // What arrives shows on the chip that it arrives at, where its arrow ends.
            const Track arrival{flight.to, arrivals_thread};
            slice(arrival, clock_[*flight.land], to, flight.text, category, recording_.clashes(*flight.land),
                  {{"line", flight.at}, {"event", *flight.land + 1}});
            where_[*flight.land] = {arrival, clock_[*flight.land] + instant / 2};
        }
        for (std::size_t i = 0; i < recording_.trace.size(); ++i)
            if (const model::Event& event = recording_.trace[i]; event.moment == model::Moment::credit)
                where_[i] = {tracks.at({event.who, event.launch, event.step}), clock_[i] + instant / 2};
    }

    /// An arrow from one event's slice to another's; both ends lie strictly inside.
    void arrow(std::string_view category, std::size_t from, std::size_t to) {
        const std::int64_t id = ++arrows_;
        const auto end = [&](const char* phase, const Shown& shown) {
            events_.push_back({{"ph", phase},
                               {"pid", shown.track.chip + 1},
                               {"tid", shown.track.thread},
                               {"ts", shown.at},
                               {"name", category},
                               {"cat", category},
                               {"id", id}});
        };
        end("s", where_[from]);
        end("f", where_[to]);
        events_.back()["bp"] = "e";
    }

    void arrows() {
        for (const Flight& flight : recording_.flights)
            if (flight.land) arrow(flight.kind == Flight::Kind::signal ? "signal" : "data", flight.issue, *flight.land);
        for (const Met& met : recording_.met) arrow("raise", met.raise, met.wait);
    }

    void counters() {
        model::Machine machine(schedule_, recording_.launches);
        model::ChangeLog log(machine);
        for (std::size_t i = 0; i < recording_.trace.size(); ++i) {
            machine.fire(recording_.trace[i]);
            for (const model::Change& change : log.after(machine, recording_.trace[i]))
                if (const auto* const counter = std::get_if<model::Counter>(&change.what))
                    events_.push_back({{"ph", "C"},
                                       {"pid", schedule_.chip_of(*counter) + 1},
                                       {"ts", clock_[i]},
                                       {"name", schedule_.name_of(*counter)},
                                       {"args", {{"value", std::stoll(change.after)}}}});
        }
    }

    const Recording& recording_;
    const model::Schedule& schedule_;
    std::vector<double> clock_;
    double end_;
    std::vector<Shown> where_;                   ///< by event
    std::map<std::int32_t, std::size_t> named_;  ///< transfer threads by chip
    std::vector<ordered_json> events_;
    std::int64_t arrows_ = 0;
};

}  // namespace

std::string perfetto(const Recording& recording) { return Writer(recording).write(); }

}  // namespace ringproof::checker::picture
