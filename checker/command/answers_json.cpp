#include <nlohmann/json.hpp>

#include "checker/command/answers.h"

namespace ringproof::command {
namespace {

using checker::Outcome;
using nlohmann::ordered_json;

std::string line(const ordered_json& object) {
    return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

ordered_json object_of(const std::string& file, const Answer& answer) {
    const checker::Verdict& verdict = answer.verdict();
    const bool answered = answer.broken.empty() && !answer.fault;
    const bool refuted = answered && verdict.outcome == Outcome::counterexample;
    ordered_json object{{"file", file},
                        {"schedule", answer.schedule.empty() ? ordered_json(nullptr) : ordered_json(answer.schedule)},
                        {"chips", answer.chips},
                        {"launches", answer.launches},
                        {"profile", answer.profile},
                        {"verdict", answer.outcome_word()},
                        {"property", refuted ? ordered_json(answer.found()) : ordered_json(nullptr)},
                        {"engine", answered ? ordered_json(verdict.engine) : ordered_json(nullptr)},
                        {"engines", answer.decision.engines},
                        {"seconds", verdict.seconds},
                        {"events", verdict.events},
                        {"message", answer.message()}};
    if (!answer.change.option.empty()) {
        object["option"] = answer.change.option;
        object["value"] = answer.change.value;
    }
    if (!answer.way.empty()) object["way"] = answer.way;
    if (!answer.assumed.empty()) object["assumed"] = answer.assumed;
    for (const model::PlanFact& fact : answer.facts) object[std::string(fact.key)] = fact.value;
    if (!answer.notes.empty()) object["notes"] = answer.notes;
    if (answer.every) {
        object["chips"] = nullptr;
        object["launches"] = nullptr;
        object["every_n"] = true;
        object["least_chips"] = answer.every->least;
        object["steps"] = answer.every->steps;
    }
    if (answer.fault) object["code"] = model::number(answer.fault->code());
    if (refuted) {
        object["code"] = model::number(answer.codes.front());
        object["also"] = ordered_json::array();
        for (std::size_t i = 1; i < answer.codes.size(); ++i) object["also"].push_back(model::number(answer.codes[i]));
    }
    if (!answer.traces.empty()) object["traces"] = answer.traces;
    if (answer.smallest) {
        object["smallest_chips"] = answer.smallest->size.chips;
        object["smallest_launches"] = answer.smallest->size.launches;
    }
    if (answered && verdict.outcome == Outcome::undecided) object["code"] = model::number(verdict.reason);
    if (answered && verdict.outcome == Outcome::proved) {
        object["law"] = model::word(verdict.law);
        object["same_expression"] = verdict.same_expression;
        object["claims"] = verdict.claims;
    }
    if (verdict.states > 0) {
        object["states"] = verdict.states;
        object["transitions"] = verdict.transitions;
    }
    if (answer.confirmation) {
        object["second_solver"] = answer.confirmation->by;
        object["unsat"] = answer.confirmation->unsat;
        object["confirmed"] = answer.confirmation->confirmed;
    }
    return object;
}

}  // namespace

std::string json_lines(const FileAnswers& file) {
    std::string out;
    for (const Answer& answer : file.answers) out += line(object_of(file.file, answer));
    if (file.fault)
        out += line({{"file", file.file},
                     {"schedule", nullptr},
                     {"chips", nullptr},
                     {"launches", nullptr},
                     {"profile", nullptr},
                     {"verdict", "invalid"},
                     {"property", nullptr},
                     {"engine", nullptr},
                     {"engines", ordered_json::array()},
                     {"seconds", 0},
                     {"events", 0},
                     {"message", file.fault->what()},
                     {"code", model::number(file.fault->code())}});
    return out;
}

}  // namespace ringproof::command
