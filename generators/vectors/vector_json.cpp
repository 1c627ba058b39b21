#include "generators/vectors/vector_json.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "checker/choose.h"
#include "generators/vectors/bounded_json.h"
#include "generators/vectors/features.h"
#include "model/diagnostic.h"
#include "model/json/json.h"

namespace ringproof::generators {
namespace {

using model::Code;
using model::Fault;
using nlohmann::ordered_json;

ordered_json numbers(const Element& element, const Bytes& slot) {
    ordered_json list = ordered_json::array();
    for (std::size_t k = 0; k < slot.size() / element.size; ++k)
        list.push_back(ordered_json::parse(element.text(slot.data() + k * element.size)));
    return list;
}

class Writer {
public:
    explicit Writer(const Job& job) : job_(job), schedule_(job.schedule()) {}

    /// What slots of memory hold at the start of each launch: inputs, and what has an `init`.
    ordered_json memory() const {
        ordered_json list = ordered_json::array();
        for (std::int32_t launch = 0; launch < schedule_.launches; ++launch)
            for (std::size_t id = 0; id < schedule_.buffers.size(); ++id) {
                const model::Buffer& buffer = schedule_.buffers[id];
                if (!is_input(buffer.role) && buffer.init.empty()) continue;
                ordered_json slots = ordered_json::array();
                for (std::int32_t k = 0; k < buffer.size; ++k)
                    slots.push_back(numbers(job_.element(), job_.at_start({static_cast<std::int32_t>(id), k}, launch)));
                list.push_back({{"chip", buffer.chip},
                                {"buffer", buffer.name.text()},
                                {"launch", launch},
                                {"slots", std::move(slots)}});
            }
        return list;
    }

    /// What each `write` and `read` names.
    ordered_json named() const {
        ordered_json list = ordered_json::array();
        for (std::int32_t launch = 0; launch < schedule_.launches; ++launch)
            each_named(schedule_, [&](std::int32_t id, std::int32_t step, const auto&) {
                list.push_back({{"chip", schedule_.agents[id].chip},
                                {"agent", schedule_.agents[id].name.text()},
                                {"step", step},
                                {"launch", launch},
                                {"slot", numbers(job_.element(), job_.named(id, step, launch))}});
            });
        return list;
    }

    ordered_json nothing() const { return numbers(job_.element(), job_.nothing()); }

    ordered_json outcome(const Shown& shown, bool with_positions) const {
        ordered_json object{{"finished", shown.finished}, {"outputs", outputs(shown)}, {"counters", counters(shown)}};
        if (!with_positions) return object;
        ordered_json positions = ordered_json::array();
        for (std::size_t id = 0; id < schedule_.agents.size(); ++id)
            positions.push_back({{"chip", schedule_.agents[id].chip},
                                 {"agent", schedule_.agents[id].name.text()},
                                 {"operations", shown.positions[id]}});
        object["positions"] = std::move(positions);
        return object;
    }

private:
    /// A run of slots of one buffer and launch; null where its launch did not end.
    ordered_json outputs(const Shown& shown) const {
        ordered_json list = ordered_json::array();
        for (std::size_t k = 0; k < job_.outputs().size(); ++k) {
            const auto& [place, launch] = job_.outputs()[k];
            const model::Buffer& buffer = schedule_.buffers[place.buffer];
            if (place.index == 0)
                list.push_back({{"chip", buffer.chip},
                                {"buffer", buffer.name.text()},
                                {"launch", launch},
                                {"slots", ordered_json::array()}});
            ordered_json slot;
            if (shown.outputs[k]) slot = numbers(job_.element(), *shown.outputs[k]);
            list.back()["slots"].push_back(std::move(slot));
        }
        return list;
    }
    ordered_json counters(const Shown& shown) const {
        ordered_json list = ordered_json::array();
        for (std::size_t k = 0; k < job_.counters().size(); ++k) {
            const model::Semaphore& semaphore = schedule_.semaphores[job_.counters()[k].semaphore];
            if (job_.counters()[k].index == 0)
                list.push_back({{"chip", semaphore.chip},
                                {"semaphore", semaphore.name.text()},
                                {"values", ordered_json::array()}});
            list.back()["values"].push_back(shown.counters[k]);
        }
        return list;
    }

    const Job& job_;
    const model::Schedule& schedule_;
};

ordered_json head(const Vector& vector, const model::Schedule& schedule) {
    ordered_json object{{"format", "ringproof.vector"},
                        {"version", vectors_version},
                        {"id", vector.id},
                        {"class", model::word(vector.of)},
                        {"about", vector.about()}};
    if (const std::string fault = vector.fault(); !fault.empty()) object["fault"] = fault;
    object["features"] = features_of(schedule);
    return object;
}

void add_asked(ordered_json& object, const Vector& vector, const Task& task) {
    const Writer writer(task);
    object["element"] = vector.element->name;
    object["lanes"] = vector.lanes;
    object["nothing"] = writer.nothing();
    object["memory"] = writer.memory();
    object["named"] = writer.named();
}

ordered_json verdict_of(const model::Schedule& schedule) {
    const checker::Verdict verdict = checker::choose_without_record({schedule, schedule.launches, {}});
    if (verdict.outcome == checker::Outcome::proved) return {{"verdict", "proved"}};
    if (verdict.outcome != checker::Outcome::counterexample) return {{"verdict", "undecided"}};
    const Code code = verdict.counterexamples.front().finding.code;
    return {{"verdict", "counterexample"},
            {"property", model::word(model::property_of(code))},
            {"code", model::number(code)}};
}

/// Members on lines of their own, long lists one element a line.
std::string laid_out(const ordered_json& object) {
    std::string out = "{";
    for (const auto& [key, value] : object.items()) {
        out += fmt::format("{}\n  \"{}\": ", out.size() == 1 ? "" : ",", key);
        if (!value.is_array() || value.empty() || !value.front().is_object()) {
            out += value.dump();
            continue;
        }
        out += '[';
        for (std::size_t k = 0; k < value.size(); ++k) out += (k == 0 ? "\n    " : ",\n    ") + value[k].dump();
        out += "\n  ]";
    }
    return out;
}

/// A slot of hostile size is refused before memory is taken for it.
constexpr std::size_t most_lanes = 65'536;

// ---- Reading what a backend tells ---------------------------------------------------------------------------------

[[noreturn]] void fail(const std::string& path, const std::string& message) {
    model::Location location;
    location.path = path;
    throw Fault(Code::json_type, message, location);
}

const ordered_json& member(const ordered_json& object, const std::string& key, const std::string& path) {
    if (!object.is_object()) fail(path, "expected an object");
    const auto found = object.find(key);
    if (found == object.end()) {
        model::Location location;
        location.path = path;
        throw Fault(Code::json_missing_key, fmt::format("'{}' is missing", key), location);
    }
    return *found;
}

Bytes read_slot(const ordered_json& list, const Job& task, const std::string& path) {
    if (!list.is_array() || list.size() != task.lanes())
        fail(path, fmt::format("expected a list of {} numbers of type {}", task.lanes(), task.element().name));
    Bytes slot(task.slot_size());
    for (std::size_t k = 0; k < list.size(); ++k)
        if (!list[k].is_number() || !task.element().parse(list[k].dump(), slot.data() + k * task.element().size))
            fail(fmt::format("{}[{}]", path, k), fmt::format("{} is no {}", list[k].dump(), task.element().name));
    return slot;
}

std::int64_t read_integer(const ordered_json& value, const std::string& path) {
    if (!value.is_number_integer()) fail(path, "expected an integer");
    return value.get<std::int64_t>();
}

/// Entries of a list, found by what identifies them; each is there once.
class Entries {
public:
    Entries(const ordered_json& object, const std::string& key) : path_("$." + key), list_(member(object, key, "$")) {
        if (!list_.is_array()) fail(path_, "expected a list");
        used_.resize(list_.size());
    }
    /// The value of `key` in the entry that has these members; null: there is none, and none is needed.
    std::pair<const ordered_json*, std::string> find(const ordered_json& identity, const std::string& key,
                                                     bool needed = true) const {
        for (std::size_t k = 0; k < list_.size(); ++k) {
            const std::string path = fmt::format("{}[{}]", path_, k);
            bool same = true;
            for (const auto& [name, value] : identity.items())
                same = same && (name == "launch" && list_[k].is_object() && !list_[k].contains(name)
                                    ? value == 0
                                    : member(list_[k], name, path) == value);
            if (!same) continue;
            used_[k] = true;
            return {&member(list_[k], key, path), fmt::format("{}.{}", path, key)};
        }
        if (!needed) return {nullptr, ""};
        fail(path_, fmt::format("nothing is told of {}", identity.dump()));
    }

    /// To be called when all have been found: nothing else may have been told.
    void finish() const {
        for (std::size_t k = 0; k < used_.size(); ++k)
            if (!used_[k])
                fail(fmt::format("{}[{}]", path_, k),
                     "it is told twice, or is of nothing that there is: " + cut(list_[k].dump()));
    }

private:
    static std::string cut(const std::string& text) { return text.size() > 120 ? text.substr(0, 120) + "..." : text; }

    std::string path_;
    const ordered_json& list_;
    mutable std::vector<bool> used_;
};

}  // namespace

std::string write_vector(const Vector& vector) {
    const model::Schedule schedule = vector.schedule();
    ordered_json object = head(vector, schedule);
    if (vector.of != VectorClass::checker) {
        const Task task = vector.task();
        add_asked(object, vector, task);
        object["outcomes"] = ordered_json::array();
        for (const Shown& shown : task.allowed())
            object["outcomes"].push_back(Writer(task).outcome(shown, !shown.finished));
    }
    object["verdict"] = verdict_of(schedule);
    // Strings have no line breaks, so these are all between values.
    std::string text = model::write_schedule(schedule);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    std::string out = laid_out(object) + ",\n  \"schedule\": ";
    for (const char c : text) {
        out += c;
        if (c == '\n') out += "  ";
    }
    return out + "\n}\n";
}

std::string write_asked(const Vector& vector, const Task& task) {
    ordered_json object = head(vector, task.schedule());
    add_asked(object, vector, task);
    object["schedule"] = ordered_json::parse(model::write_schedule(task.schedule()));
    return object.dump();
}

std::string write_entry(const Vector& vector) {
    const model::Schedule schedule = vector.schedule();
    ordered_json object{{"id", vector.id}, {"class", model::word(vector.of)}, {"quick", vector.quick}};
    if (const std::string fault = vector.fault(); !fault.empty()) object["fault"] = fault;
    object["chips"] = schedule.chips;
    object["element"] = vector.element->name;
    object["features"] = features_of(schedule);
    return object.dump();
}

std::string write_shown(const Shown& shown, const Job& job) { return Writer(job).outcome(shown, true).dump(); }

Job read_asked(std::string_view text) {
    const ordered_json object = parse_bounded(text);
    if (object.is_discarded()) throw Fault(Code::json_syntax, "it is no JSON");
    const ordered_json& type = member(object, "element", "$");
    const Element* const element = type.is_string() ? find_element(type.get<std::string>()) : nullptr;
    if (element == nullptr) fail("$.element", "there is no such type of elements");
    const ordered_json& lanes = member(object, "lanes", "$");
    if (!lanes.is_number_unsigned() || lanes == 0 || lanes > most_lanes)
        fail("$.lanes", fmt::format("expected a number from 1 to {}", most_lanes));
    Job job(model::read_schedule(member(object, "schedule", "$").dump(), ""), *element, lanes.get<std::size_t>());
    const model::Schedule& schedule = job.schedule();
    job.set_nothing(read_slot(member(object, "nothing", "$"), job, "$.nothing"));
    const Entries memory(object, "memory"), named(object, "named");
    for (std::int32_t launch = 0; launch < schedule.launches; ++launch) {
        for (std::size_t id = 0; id < schedule.buffers.size(); ++id) {
            const model::Buffer& buffer = schedule.buffers[id];
            const auto& [slots, path] =
                memory.find({{"chip", buffer.chip}, {"buffer", buffer.name.text()}, {"launch", launch}}, "slots",
                            is_input(buffer.role));
            if (slots == nullptr) continue;
            if (!slots->is_array() || slots->size() != static_cast<std::size_t>(buffer.size))
                fail(path, fmt::format("expected a list of {} slots", buffer.size));
            for (std::int32_t k = 0; k < buffer.size; ++k)
                job.start_with({static_cast<std::int32_t>(id), k}, launch,
                               read_slot((*slots)[static_cast<std::size_t>(k)], job, fmt::format("{}[{}]", path, k)));
        }
        each_named(schedule, [&](std::int32_t agent, std::int32_t step, const auto&) {
            const auto& [slot, path] = named.find({{"chip", schedule.agents[agent].chip},
                                                   {"agent", schedule.agents[agent].name.text()},
                                                   {"step", step},
                                                   {"launch", launch}},
                                                  "slot");
            job.name(agent, step, launch, read_slot(*slot, job, path));
        });
    }
    return job;
}

Shown read_shown(std::string_view text, const Job& job) {
    const ordered_json object = parse_bounded(text);
    if (object.is_discarded()) throw Fault(Code::json_syntax, "it is no JSON");
    const model::Schedule& schedule = job.schedule();
    Shown shown;
    const ordered_json& finished = member(object, "finished", "$");
    if (!finished.is_boolean()) fail("$.finished", "expected true or false");
    shown.finished = finished.get<bool>();
    const Entries outputs(object, "outputs");
    for (const auto& [place, launch] : job.outputs()) {
        const model::Buffer& buffer = schedule.buffers[place.buffer];
        const auto& [slots, path] = outputs.find(
            {{"chip", buffer.chip}, {"buffer", buffer.name.text()}, {"launch", launch}}, "slots", shown.finished);
        if (slots == nullptr) {
            shown.outputs.emplace_back();
            continue;
        }
        if (!slots->is_array() || slots->size() != static_cast<std::size_t>(buffer.size))
            fail(path, fmt::format("expected a list of {} slots", buffer.size));
        const ordered_json& slot = (*slots)[static_cast<std::size_t>(place.index)];
        if (slot.is_null())
            shown.outputs.emplace_back();
        else
            shown.outputs.push_back(read_slot(slot, job, fmt::format("{}[{}]", path, place.index)));
    }
    outputs.finish();
    if (object.contains("counters")) {
        const Entries counters(object, "counters");
        for (const model::Counter counter : job.counters()) {
            const model::Semaphore& semaphore = schedule.semaphores[counter.semaphore];
            const auto& [values, path] =
                counters.find({{"chip", semaphore.chip}, {"semaphore", semaphore.name.text()}}, "values");
            if (!values->is_array() || values->size() != static_cast<std::size_t>(semaphore.size))
                fail(path, fmt::format("expected a list of {} values", semaphore.size));
            shown.counters.push_back(read_integer((*values)[static_cast<std::size_t>(counter.index)], path));
        }
        counters.finish();
    }
    if (object.contains("positions")) {
        const Entries positions(object, "positions");
        for (const model::Agent& agent : schedule.agents) {
            const auto& [operations, path] =
                positions.find({{"chip", agent.chip}, {"agent", agent.name.text()}}, "operations");
            shown.positions.push_back(read_integer(*operations, path));
        }
        positions.finish();
    }
    return shown;
}

}  // namespace ringproof::generators
