#include "generators/vectors/protocol.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "generators/vectors/bounded_json.h"
#include "generators/vectors/follow.h"
#include "generators/vectors/vector_json.h"
#include "model/diagnostic.h"
#include "model/event.h"
#include "model/json/witness_json.h"

namespace ringproof::generators {
namespace {

using model::Code;
using model::Fault;
using nlohmann::ordered_json;

ordered_json read_object(std::string_view line) {
    ordered_json object = parse_bounded(line);
    constexpr std::size_t most = 120;
    if (object.is_discarded() || !object.is_object())
        throw Fault(Code::json_syntax, fmt::format("expected a JSON object on one line, found '{}{}'",
                                                   line.substr(0, most), line.size() > most ? "..." : ""));
    return object;
}

std::string text_of(const ordered_json& object, const std::string& key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

Heard failed(std::string story) { return {Heard::What::failed, std::move(story), {}, false}; }

/// It says something else than what it was asked for.
Heard out_of_step(std::string_view key, const std::string& id, std::string_view line) {
    constexpr std::size_t most = 120;
    return {Heard::What::failed,
            fmt::format("expected an answer with \"{}\": \"{}\", found {}", key, id, line.substr(0, most)),
            {},
            true};
}

/// What is common to all answers: that of an error or a skip; none: it is another.
std::optional<Heard> read_other(const ordered_json& object, const std::string& id) {
    if (text_of(object, "skip") == id) return Heard{Heard::What::skipped, text_of(object, "why"), {}, false};
    if (text_of(object, "error") == id) return failed("it tells of an error: " + text_of(object, "why"));
    return std::nullopt;
}

/// What is wrong with the trace; empty: nothing.
std::string wrong_trace(const ordered_json& trace, const KeptVector& vector, const Shown& told) {
    const Task& task = *vector.task;
    Followed followed;
    try {
        followed = follow(task.schedule(), model::read_trace(trace.dump(), task.schedule()));
    } catch (const Fault& fault) {
        return fmt::format("its trace cannot be read: $.trace{}: {}", fault.location().path.substr(1), fault.message());
    }
    if (!followed.refusal.empty()) return "its trace is no execution of the model: " + followed.refusal;
    const Shown shown = task.in_numbers(followed.outcome, followed.machine->values());
    if (shown.finished != told.finished || shown.outputs != told.outputs ||
        (!told.counters.empty() && told.counters != shown.counters))
        return "its trace is an execution of the model, but ends with another outcome than it told";
    return "";
}

}  // namespace

std::string hello_line(std::string_view from) {
    return ordered_json{{"hello", protocol_version}, {"from", from}}.dump();
}

std::string run_line(const KeptVector& vector, int number, std::uint64_t seed, double seconds) {
    // The vector is a text already, and may be long.
    std::string line =
        ordered_json{{"run", vector.id}, {"number", number}, {"seed", seed}, {"seconds", seconds}}.dump();
    line.pop_back();
    return line + ",\"vector\":" + vector.asked + "}";
}

std::string judge_line(const KeptVector& vector) {
    return fmt::format("{{\"judge\":\"{}\",\"schedule\":{}}}", vector.id, vector.schedule);
}

std::string bye_line() { return R"({"bye":true})"; }

Hello read_hello(std::string_view line) {
    const ordered_json object = read_object(line);
    const auto version = object.find("hello");
    if (version == object.end()) throw Fault(Code::json_missing_key, "the first answer has no 'hello'");
    if (*version != protocol_version)
        throw Fault(Code::json_version, fmt::format("it speaks version {} of the protocol, and this build version {}",
                                                    version->dump(), protocol_version));
    Hello hello;
    hello.name = text_of(object, "name");
    hello.judges = object.value("judges", ordered_json(false)) == true;
    const auto features_told = object.find("features");
    if (features_told == object.end() && !hello.judges)
        throw Fault(Code::json_missing_key, "'hello' has no 'features', which may be an empty list");
    if (features_told != object.end()) {
        if (!features_told->is_array()) throw Fault(Code::json_type, "'features' of 'hello': expected a list");
        for (const ordered_json& feature : *features_told) {
            if (!feature.is_string()) throw Fault(Code::json_type, "'features' of 'hello': expected texts");
            if (std::ranges::find(features(), feature.get<std::string>(), &Feature::name) == features().end())
                throw Fault(Code::unknown_name,
                            fmt::format("'hello' has the feature {}, which is none ('ringproof list features')",
                                        feature.dump()));
            hello.features.insert(feature.get<std::string>());
        }
    }
    // Whoever keeps the order of a link keeps that of its channels.
    if (hello.features.contains("covers-link")) hello.features.insert("covers-channel");
    return hello;
}

Asked read_asked_line(std::string_view line) {
    using What = Asked::What;
    const ordered_json object = read_object(line);
    Asked asked;
    for (const auto& [key, what] :
         {std::pair{"hello", What::hello}, {"run", What::run}, {"judge", What::judge}, {"bye", What::bye}})
        if (object.contains(key)) {
            asked.what = what;
            asked.id = text_of(object, key);
        }
    const auto number = [&](const char* key, auto otherwise) {
        const auto found = object.find(key);
        return found != object.end() && found->is_number() ? found->get<decltype(otherwise)>() : otherwise;
    };
    asked.number = number("number", 0);
    asked.seed = number("seed", std::uint64_t{0});
    asked.seconds = number("seconds", 0.0);
    if (const auto vector = object.find("vector"); vector != object.end()) asked.vector = vector->dump();
    return asked;
}

std::string hello_answer(const std::string& name, const Features& features) {
    return ordered_json{{"hello", protocol_version}, {"name", name}, {"features", features}}.dump();
}

std::string ran_answer(const Asked& asked, const Job& job, const Shown& shown) {
    ordered_json object{{"ran", asked.id}, {"number", asked.number}};
    object.update(ordered_json::parse(write_shown(shown, job)));
    return object.dump();
}

std::string error_answer(const std::string& id, const std::string& why) {
    return ordered_json{{"error", id}, {"why", why}}.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

Heard read_ran(std::string_view line, const KeptVector& vector, int number) {
    try {
        const ordered_json object = read_object(line);
        if (auto other = read_other(object, vector.id)) return *std::move(other);
        if (text_of(object, "ran") != vector.id) return out_of_step("ran", vector.id, line);
        if (const auto told = object.find("number"); told != object.end() && *told != number)
            return out_of_step(fmt::format("number\": {}, \"ran", number), vector.id, line);
        const Shown shown = read_shown(line, *vector.task);
        // The trace first: where it leaves the model is where things went wrong.
        std::string wrong;
        if (const auto trace = object.find("trace"); trace != object.end()) wrong = wrong_trace(*trace, vector, shown);
        const auto outcome = vector.task->find(shown);
        if (!outcome) wrong += (wrong.empty() ? "" : "\n") + vector.task->complaint(shown);
        if (!wrong.empty()) return failed(std::move(wrong));
        return {Heard::What::passed, "", outcome, false};
    } catch (const Fault& fault) {
        return failed(fmt::format("its answer: {}{}{}", fault.location().path,
                                  fault.location().path.empty() ? "" : ": ", fault.message()));
    }
}

Heard read_judged(std::string_view line, const KeptVector& vector) {
    try {
        const ordered_json object = read_object(line);
        if (auto other = read_other(object, vector.id)) return *std::move(other);
        if (text_of(object, "judged") != vector.id) return out_of_step("judged", vector.id, line);
        const std::string verdict = text_of(object, "verdict");
        if (verdict == "undecided") return {Heard::What::undecided, "", {}, false};
        if (verdict != "proved" && !model::from_word<model::Property>(verdict))
            return failed(fmt::format("there is no verdict '{}'; expected 'proved', 'undecided' or one of {}", verdict,
                                      fmt::join(model::words<model::Property>, ", ")));
        if (verdict != vector.verdict)
            return failed(fmt::format("{}: expected {}, found {}",
                                      vector.verdict == "proved" ? "a false alarm"
                                      : verdict == "proved"      ? "a fault that is missed"
                                                                 : "another property",
                                      vector.verdict, verdict));
        return {Heard::What::passed, "", {}, false};
    } catch (const Fault& fault) {
        return failed(fmt::format("its answer: {}{}{}", fault.location().path,
                                  fault.location().path.empty() ? "" : ": ", fault.message()));
    }
}

}  // namespace ringproof::generators
