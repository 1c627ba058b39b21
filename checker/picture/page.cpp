#include "checker/picture/page.h"

#include <algorithm>
#include <cctype>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "checker/picture/page_files.h"
#include "checker/picture/svg.h"
#include "checker/picture/svg_text.h"
#include "checker/story/words.h"
#include "model/changes.h"
#include "model/text.h"

namespace ringproof::checker::picture {
namespace {

using namespace model;
using nlohmann::ordered_json;

/// What a wait is for, in a word or two.
std::string need_of(const Schedule& schedule, const Operation& operation) {
    return std::visit(Overloaded{[&](const Wait<Concrete>& wait) { return schedule.name_of(wait.counter) + "?"; },
                                 [&](const Poll<Concrete>& poll) { return "poll " + schedule.name_of(poll.src); },
                                 [](const Barrier<Concrete>& barrier) { return "barrier " + barrier.name.text(); },
                                 [](const Quiet<Concrete>&) { return std::string("quiet"); },
                                 [](const auto&) { return std::string(); }},
                      operation);
}

/// One recording as the page's script reads it.
class Run {
public:
    Run(const Recording& recording, std::span<const Finding> findings)
        : recording_(recording), schedule_(*recording.schedule), machine_(schedule_, recording.launches) {
        for (const Finding& finding : findings) {
            if (finding.place) clashing_.push_back(cell(*finding.place));
            if (finding.counter) clashing_.push_back(cell(*finding.counter));
            for (const Blocked& blocked : finding.blocked)
                if (blocked.counter) clashing_.push_back(cell(*blocked.counter));
        }
    }

    ordered_json json() {
        ordered_json events = ordered_json::array();
        ChangeLog log(machine_);
        for (std::size_t i = 0; i < recording_.trace.size(); ++i) {
            machine_.fire(recording_.trace[i]);
            ordered_json changes = ordered_json::array();
            for (const Change& change : log.after(machine_, recording_.trace[i])) {
                const std::size_t index = std::visit([&](auto what) { return cell(what, change.before); }, change.what);
                changes.push_back({index, change.after});
            }
            events.push_back(event(i, std::move(changes)));
        }
        for (const std::size_t index : clashing_) cells_[index]["clash"] = true;
        ordered_json blocked = ordered_json::array();
        for (const Span& span : recording_.spans)
            if (span.blocked) blocked.push_back(span.chip);
        return {{"title", recording_.title},     {"chips", schedule_.chips}, {"launches", schedule_.has_launches()},
                {"blocked", std::move(blocked)}, {"events", events},         {"cells", std::move(cells_)},
                {"flights", flights()},          {"waits", waits()}};
    }

private:
    /// The index of a slot or counter among those that are shown, which are those that change or clash.
    template <class What>
    std::size_t cell(What what, std::string before = {}) {
        const auto [known, fresh] = index_.try_emplace({what}, cells_.size());
        if (fresh) {
            // Before the first event the machine knows; later it is what the change says.
            if (before.empty()) before = now(what);
            cells_.push_back({{"kind", std::is_same_v<What, Place> ? "slot" : "counter"},
                              {"name", schedule_.name_of(what)},
                              {"chip", schedule_.chip_of(what)},
                              {"value", before},
                              {"clash", false}});
        }
        return known->second;
    }
    std::string now(Place place) const { return machine_.values().text(machine_.memory()[place]); }
    std::string now(Counter counter) const { return fmt::to_string(machine_.value(counter, 0)); }

    ordered_json event(std::size_t i, ordered_json changes) const {
        const Event& event = recording_.trace[i];
        const bool environment = is_environment(event.moment);
        const bool all = event.moment == Moment::enter && schedule_.profile.entry == Entry::barrier;
        ordered_json object{
            {"who", all ? "all chips" : recording_.who(chip_of(schedule_, event), environment ? -1 : event.who)},
            {"place", environment ? std::string() : recording_.place(event.who, event.step)},
            {"line", 0},
            {"moment", word(event.moment)},
            {"does", ""},
            {"chip", chip_of(schedule_, event)},
            {"all", all},
            {"clash", recording_.clashes(i)},
            {"time", recording_.times[i]},
            {"changes", std::move(changes)}};
        if (recording_.launches > 1)
            object["place"] = object["place"].get<std::string>() + fmt::format(" launch {}", event.launch);
        if (environment) return object;
        const Step& step = schedule_.agents[event.who].steps[event.step];
        object["line"] = line_number(schedule_, event);
        object["does"] = describe(schedule_, step.operation);
        return object;
    }

    ordered_json flights() const {
        ordered_json all = ordered_json::array();
        for (const Flight& flight : recording_.flights) {
            bool clash = false;
            for (const auto& event : {flight.begin, flight.read, flight.raise, flight.land})
                clash = clash || recording_.clashes(event);
            all.push_back({{"kind", word(flight.kind)},
                           {"from", flight.from},
                           {"to", flight.to},
                           {"issue", flight.issue},
                           {"land", flight.land ? ordered_json(*flight.land) : ordered_json(nullptr)},
                           {"text", flight.text},
                           {"clash", clash}});
        }
        return all;
    }

    ordered_json waits() const {
        std::vector<std::vector<std::size_t>> of_agent(schedule_.agents.size());
        for (std::size_t i = 0; i < recording_.trace.size(); ++i)
            if (const Event& event = recording_.trace[i];
                !is_environment(event.moment) && !is_asynchronous(event.moment))
                of_agent[event.who].push_back(i);
        ordered_json all = ordered_json::array();
        for (const Span& span : recording_.spans) {
            if (span.kind != Kind::wait || span.agent < 0) continue;
            const auto& own = of_agent[span.agent];
            const auto at = span.first ? std::lower_bound(own.begin(), own.end(), *span.first) : own.end();
            all.push_back({{"chip", span.chip},
                           {"since", at == own.begin() ? ordered_json(-1) : ordered_json(*std::prev(at))},
                           {"met", span.last ? ordered_json(*span.last) : ordered_json(nullptr)},
                           {"text", need_of(schedule_, schedule_.agents[span.agent].steps[span.step].operation)}});
        }
        return all;
    }

    const Recording& recording_;
    const Schedule& schedule_;
    Machine machine_;
    std::map<std::variant<Place, Counter>, std::size_t> index_;
    ordered_json cells_ = ordered_json::array();
    std::vector<std::size_t> clashing_;
};

/// JSON inside a script element: no text in it may end the element.
std::string inside_script(const ordered_json& value) {
    std::string out;
    for (const char c : value.dump(-1, ' ', false, ordered_json::error_handler_t::replace))
        if (c == '<')
            out += "\\u003c";
        else
            out += c;
    return out;
}

}  // namespace

std::string page(const PageText& text, std::span<const Recording> recordings) {
    ordered_json data{{"timed", recordings.front().timed}, {"runs", ordered_json::array()}};
    for (std::size_t i = 0; i < recordings.size(); ++i) {
        ordered_json run = Run(recordings[i], i == 0 ? text.findings : std::span<const Finding>()).json();
        run["lines"] = i < text.kernels.size() ? ordered_json(text.kernels[i]) : ordered_json::array();
        data["runs"].push_back(std::move(run));
    }
    std::string out = fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{0}</title>\n<style>\n{1}</style>\n</head>\n"
        "<body>\n<header><h1>{0}</h1></header>\n",
        escaped(text.title), page_style);
    out += R"(<div id="controls">
<button id="first" title="Home">|◀</button><button id="back" title="left arrow">◀</button>
<button id="next" title="right arrow">▶</button><button id="last" title="End">▶|</button>
<input id="slider" type="range" min="0" aria-label="events that have happened">
<select id="run" aria-label="which execution" hidden></select>
<span id="said" aria-live="polite"></span><span id="keys">← → one event, Home, End</span>
</div>
<main>
<div id="left"><section id="ring"></section><section id="kernel"></section></div>
<div id="right"><section id="space">
)";
    out += svg(recordings);
    out += fmt::format(
        "</section>\n<section id=\"state\"></section>\n<section id=\"events\"></section>\n"
        "<section id=\"story\"><h2>What it shows</h2><pre>{}</pre></section>\n</div>\n</main>\n"
        "<script id=\"page-data\" type=\"application/json\">{}</script>\n<script>\n{}</script>\n</body>\n</html>\n",
        escaped(text.story), inside_script(data), page_script);
    return out;
}

}  // namespace ringproof::checker::picture
