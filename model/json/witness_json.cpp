#include "model/json/witness_json.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "model/json/json.h"
#include "model/json/json_decode.h"
#include "model/json/json_schedule.h"
#include "model/json/json_tape.h"
#include "model/text.h"

namespace ringproof::model {
namespace {

using nlohmann::ordered_json;

constexpr std::string_view format_name = "ringproof.trace";
constexpr std::int32_t format_version = 1;
/// Its format stands in the first few lines of a trace.
constexpr std::size_t head_size = 4096;

// ---- Reading -----------------------------------------------------------------------------------------------------

/// Reads single events.
class EventReader {
public:
    /// The schedule must outlive it.
    explicit EventReader(const Schedule& schedule) : schedule_(schedule), decoder_(schedule) {
        for (std::size_t id = 0; id < schedule.agents.size(); ++id)
            agents_.add(schedule.agents[id].chip, schedule.agents[id].name, static_cast<std::int32_t>(id));
    }

    Event read(const JsonCursor& at) const {
        static constexpr std::array<std::string_view, 7> event_keys{"event", "chip", "agent", "launch",
                                                                    "step",  "at",   "does"};
        const JsonObject object(at, event_keys);
        Event event;
        decoder_.decode(object.need("event"), event.moment);
        const std::int32_t chip = decoder_.chip_number(object.need("chip"));
        if (const auto launch = object.find("launch")) {
            event.launch = launch->number();
            if (event.launch < 0 || event.launch >= schedule_.launches)
                launch->fail(Code::index_range, fmt::format("there is no launch {}; launches are 0 to {}", event.launch,
                                                            schedule_.launches - 1));
        }
        if (is_environment(event.moment)) {
            for (const std::string_view key : {"agent", "step"})
                if (const auto extra = object.find(key))
                    extra->fail(Code::json_unknown_key,
                                fmt::format("'{}' is of the chip itself and has no '{}'", word(event.moment), key));
            event.who = chip;
            return event;
        }
        const JsonCursor name = object.need("agent");
        const auto agent = agents_.find(chip, name.text());
        if (!agent) name.fail(Code::unknown_name, fmt::format("chip {} has no agent '{}'", chip, name.text().text()));
        event.who = *agent;
        const JsonCursor step = object.need("step");
        event.step = step.number();
        const auto steps = static_cast<std::int32_t>(schedule_.agents[*agent].steps.size());
        if (event.step < 0 || event.step >= steps)
            step.fail(Code::index_range, fmt::format("there is no step {}; the agent has {} steps", event.step, steps));
        return event;
    }

private:
    const Schedule& schedule_;
    JsonDecoder decoder_;
    Ids agents_;
};

class Reader {
public:
    Reader(const JsonCursor& root, const Limits& limits)
        : witness_(make(root, limits)), decoder_(witness_.schedule), events_(witness_.schedule) {
        const Schedule& schedule = witness_.schedule;
        for (std::size_t id = 0; id < schedule.buffers.size(); ++id)
            decoder_.remember(schedule.buffers[id], static_cast<std::int32_t>(id));
        for (std::size_t id = 0; id < schedule.semaphores.size(); ++id)
            decoder_.remember(schedule.semaphores[id], static_cast<std::int32_t>(id));
        const JsonObject object(root, keys);
        read_finding(object.need("finding"));
        object.need("events").each_element(
            [&](const JsonCursor& event) { witness_.trace.push_back(events_.read(event)); });
    }

    Witness take() { return std::move(witness_); }

private:
    static constexpr std::array<std::string_view, 7> keys{"format", "version", "about",   "finding",
                                                          "events", "kernel",  "schedule"};

    static Witness make(const JsonCursor& root, const Limits& limits) {
        check_format(root, format_name, format_version);
        const JsonObject object(root, keys);
        Witness witness;
        if (const auto about = object.find("about")) witness.about = about->text().text();
        if (const auto kernel = object.find("kernel"))
            kernel->each_element([&](const JsonCursor& line) { witness.lines.push_back(line.text().text()); });
        witness.schedule = decode_schedule(object.need("schedule"), limits);
        return witness;
    }

    Place read_place(const JsonCursor& at) const {
        Place place{};
        decoder_.decode(at, place);
        const std::int32_t size = witness_.schedule.buffers[place.buffer].size;
        if (place.index < 0 || place.index >= size)
            at.fail(Code::index_range, fmt::format("there is no slot {}; the buffer has {}", place.index, size),
                    "index");
        return place;
    }

    Counter read_counter(const JsonCursor& at) const {
        const JsonObject object(at, counter_keys);
        const Counter counter = decoder_.counter(object);
        const std::int32_t size = witness_.schedule.semaphores[counter.semaphore].size;
        if (counter.index < 0 || counter.index >= size)
            at.fail(Code::index_range, fmt::format("there is no counter {}; the semaphore has {}", counter.index, size),
                    "index");
        return counter;
    }

    Access read_access(const JsonCursor& at, Place place) const {
        static constexpr std::array<std::string_view, 2> access_keys{"opens", "access"};
        const JsonObject object(at, access_keys);
        Access access;
        access.opened = events_.read(object.need("opens"));
        access.place = place;
        decoder_.decode(object.need("access"), access.mode);
        return access;
    }

    Blocked read_blocked(const JsonCursor& at) const {
        static constexpr std::array<std::string_view, 4> blocked_keys{"next", "counter", "value", "need"};
        const JsonObject object(at, blocked_keys);
        Blocked blocked;
        blocked.next = events_.read(object.need("next"));
        if (const auto counter = object.find("counter")) blocked.counter = read_counter(*counter);
        if (const auto value = object.find("value")) blocked.value = value->integer();
        if (const auto need = object.find("need")) blocked.need = need->integer();
        return blocked;
    }

    static Code read_code(const JsonCursor& at) {
        for (const Diagnostic& diagnostic : diagnostics())
            if (is_violation(diagnostic.code) && number(diagnostic.code) == at.text().text()) return diagnostic.code;
        at.fail(Code::json_type,
                fmt::format("'{}' is not the number of a violated property (RP1xx)", at.text().text()));
    }

    void read_finding(const JsonCursor& at) {
        static constexpr std::array<std::string_view, 11> finding_keys{
            "code", "title", "event", "place", "counter", "value", "first", "second", "expected", "found", "blocked"};
        const JsonObject object(at, finding_keys);
        Finding& finding = witness_.finding;
        finding.code = read_code(object.need("code"));
        finding.event = events_.read(object.need("event"));
        if (const auto place = object.find("place")) finding.place = read_place(*place);
        if (const auto counter = object.find("counter")) finding.counter = read_counter(*counter);
        if (const auto value = object.find("value")) finding.value = value->integer();
        for (const auto& [key, access] : {std::pair{"first", &finding.first}, std::pair{"second", &finding.second}})
            if (const auto found = object.find(key)) {
                if (!finding.place) object.need("place");
                *access = read_access(*found, *finding.place);
            }
        if (property_of(finding.code) == Property::race)
            for (const std::string_view key : {"place", "first", "second"}) object.need(key);
        if (const auto text = object.find("expected")) finding.expected = text->text().text();
        if (const auto text = object.find("found")) finding.found = text->text().text();
        if (const auto blocked = object.find("blocked"))
            blocked->each_element([&](const JsonCursor& one) { finding.blocked.push_back(read_blocked(one)); });
    }

    Witness witness_;
    JsonDecoder decoder_;
    EventReader events_;
};

// ---- Writing -----------------------------------------------------------------------------------------------------

class Writer {
public:
    explicit Writer(const Witness& witness) : witness_(witness), schedule_(witness.schedule) {}

    std::string write() {
        std::string out = fmt::format("{{\n  \"format\": \"{}\",\n  \"version\": {}", format_name, format_version);
        if (!witness_.about.empty()) out += ",\n  \"about\": " + text_of(witness_.about);
        out += ",\n  \"finding\": " + text_of(finding());
        out += ",\n  \"events\": " + lines(witness_.trace, [this](const Event& event) { return object_of(event); });
        if (!witness_.lines.empty())
            out += ",\n  \"kernel\": " + lines(witness_.lines, [](const std::string& line) { return line; });
        // Strings have no line breaks, so these are all between values.
        out += ",\n  \"schedule\": ";
        std::string schedule = write_schedule(schedule_);
        while (!schedule.empty() && schedule.back() == '\n') schedule.pop_back();
        for (const char c : schedule) {
            out += c;
            if (c == '\n') out += "  ";
        }
        return out + "\n}\n";
    }

private:
    static std::string text_of(const ordered_json& value) {
        return value.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
    }

    template <class T, class Convert>
    static std::string lines(const std::vector<T>& all, const Convert& convert) {
        std::string out = "[";
        for (const T& one : all) {
            out += out.size() == 1 ? "\n    " : ",\n    ";
            out += text_of(convert(one));
        }
        return out + (all.empty() ? "]" : "\n  ]");
    }

    ordered_json object_of(const Event& event) const {
        ordered_json object{{"event", word(event.moment)}, {"chip", chip_of(schedule_, event)}};
        if (event.launch != 0) object["launch"] = event.launch;
        if (is_environment(event.moment)) return object;
        const Agent& agent = schedule_.agents[event.who];
        const Step& step = agent.steps[event.step];
        object["agent"] = agent.name.text();
        object["step"] = event.step;
        if (!step.at.empty()) object["at"] = step.at.text();
        object["does"] = describe(schedule_, step.operation);
        return object;
    }

    static ordered_json numbered(std::string_view kind, Symbol name, std::int32_t index, std::int32_t chip) {
        return {{kind, name.text()}, {"index", index}, {"chip", chip}};
    }
    ordered_json object_of(Place place) const {
        return numbered("buffer", schedule_.buffers[place.buffer].name, place.index, schedule_.chip_of(place));
    }
    ordered_json object_of(Counter counter) const {
        return numbered("semaphore", schedule_.semaphores[counter.semaphore].name, counter.index,
                        schedule_.chip_of(counter));
    }
    ordered_json object_of(const Access& access) const {
        return {{"opens", object_of(access.opened)}, {"access", word(access.mode)}};
    }
    ordered_json object_of(const Blocked& blocked) const {
        ordered_json object{{"next", object_of(blocked.next)}};
        if (!blocked.counter) return object;
        object["counter"] = object_of(*blocked.counter);
        object["value"] = blocked.value;
        object["need"] = blocked.need;
        return object;
    }

    ordered_json finding() const {
        const Finding& finding = witness_.finding;
        ordered_json object{{"code", number(finding.code)},
                            {"title", diagnostic(finding.code).title},
                            {"event", object_of(finding.event)}};
        if (finding.place) object["place"] = object_of(*finding.place);
        if (finding.counter) object["counter"] = object_of(*finding.counter);
        if (finding.value != 0) object["value"] = finding.value;
        if (finding.first) object["first"] = object_of(*finding.first);
        if (finding.second) object["second"] = object_of(*finding.second);
        if (!finding.expected.empty()) object["expected"] = finding.expected;
        if (!finding.found.empty()) object["found"] = finding.found;
        for (const Blocked& blocked : finding.blocked) object["blocked"].push_back(object_of(blocked));
        return object;
    }

    const Witness& witness_;
    const Schedule& schedule_;
};

}  // namespace

Witness read_witness(std::string_view text, std::string file_name, const Limits& limits) {
    try {
        const JsonTape tape = parse_json(text);
        return Reader(JsonCursor(tape), limits).take();
    } catch (const Fault& fault) {
        Location location;
        location.file = std::move(file_name);
        throw fault.at(location);
    }
}

Trace read_trace(std::string_view text, const Schedule& schedule) {
    const JsonTape tape = parse_json(text);
    const EventReader events(schedule);
    Trace trace;
    JsonCursor(tape).each_element([&](const JsonCursor& event) { trace.push_back(events.read(event)); });
    return trace;
}

std::string write_witness(const Witness& witness) { return Writer(witness).write(); }

bool says_it_is_a_trace(std::string_view text) {
    return text.substr(0, head_size).find(fmt::format("\"{}\"", format_name)) != std::string_view::npos;
}

}  // namespace ringproof::model
