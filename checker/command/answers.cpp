#include "checker/command/answers.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "checker/command/command.h"
#include "checker/report.h"

namespace ringproof::command {
namespace {

using checker::Outcome;
using checker::Verdict;
using checker::smt::Confirmation;

constexpr std::string_view outcome_words[] = {"proved", "counterexample", "undecided", "invalid"};

std::string with_launches(std::int32_t launches) { return launches == 1 ? "" : fmt::format(", {} launches", launches); }

/// What was found at these sizes, in words.
std::string found_text(const Answer& answer) {
    if (answer.verdict.outcome == Outcome::counterexample) return "counterexample, " + answer.found();
    return answer.found();
}

/// `12 of 12 unsat answers confirmed by cvc5`, and why not where some are not.
std::string confirmed_text(const Confirmation& confirmation) {
    return fmt::format("{} of {} unsat answers confirmed by {}{}", confirmation.confirmed, confirmation.unsat,
                       confirmation.by, confirmation.complete() ? "" : fmt::format(" ({})", confirmation.complaint));
}

void add(std::optional<Confirmation>& sum, const std::optional<Confirmation>& confirmation) {
    if (!confirmation) return;
    if (!sum) sum.emplace();
    *sum += *confirmation;
}

std::string indented(const std::string& text) {
    std::istringstream in(text);
    std::string out;
    for (std::string line; std::getline(in, line);) out += "  " + line + "\n";
    return out;
}

std::string message_of(const Answer& answer) {
    switch (answer.verdict.outcome) {
        case Outcome::counterexample:
            return answer.headline;
        case Outcome::undecided:
            return fmt::format("{} {}", model::number(answer.verdict.reason), answer.verdict.message);
        default:
            return checker::proof_note(answer.verdict);
    }
}

}  // namespace

std::string Answer::found() const {
    if (verdict.outcome == Outcome::counterexample)
        return std::string(model::word(model::property_of(verdict.counterexamples.front().finding.code)));
    return std::string(outcome_words[static_cast<int>(verdict.outcome)]);
}

std::string text_of(const FileAnswers& file, const Style& style) {
    // Sizes with the same outcome share a line; the first of each outcome speaks for them.
    struct Group {
        const Answer* first;
        std::vector<std::int64_t> sizes;
        std::optional<Confirmation> confirmation;
    };
    std::vector<Group> groups;
    for (const Answer& answer : file.answers) {
        auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& known) {
            const bool same_story = answer.verdict.outcome == Outcome::counterexample;
            return known.first->found() == answer.found() &&
                   (same_story || message_of(*known.first) == message_of(answer));
        });
        if (group == groups.end()) group = groups.insert(group, Group{&answer, {}, std::nullopt});
        group->sizes.push_back(answer.chips);
        add(group->confirmation, answer.confirmation);
    }
    std::string out;
    for (const auto& [answer, sizes, confirmation] : groups) {
        out += fmt::format("{}: {} for n = {}{}", file.file, found_text(*answer), sizes_text(sizes),
                           with_launches(answer->launches));
        if (answer->verdict.outcome != Outcome::counterexample) out += fmt::format(" ({})", message_of(*answer));
        if (confirmation) out += "; " + confirmed_text(*confirmation);
        if (style.as_expected && answer->as_expected() && answer->expected != "proved") out += ", as expected";
        if (style.as_expected && !answer->as_expected()) out += fmt::format(", EXPECTED {}", answer->expected);
        out += "\n";
        const bool tell = answer->verdict.outcome == Outcome::counterexample && !style.brief &&
                          !(style.as_expected && answer->as_expected());
        if (tell) {
            const auto& others = answer->verdict.counterexamples;
            out +=
                fmt::format("  n = {}{}:\n{}", answer->chips, with_launches(answer->launches), indented(answer->story));
            for (std::size_t i = 1; i < others.size(); ++i)
                out += fmt::format("    also: {} {}\n", model::number(others[i].finding.code),
                                   model::diagnostic(others[i].finding.code).title);
        }
    }
    // Sizes before the one at fault have their answers; the fault itself goes to standard error.
    if (file.fault) out += fmt::format("{}: invalid{}\n", file.file, file.answers.empty() ? "" : " at the next size");
    if (!file.skipped.empty() && !(file.fault && file.answers.empty()))
        out += fmt::format("{}: does not take n = {}\n", file.file, sizes_text(file.skipped));
    return out;
}

std::string json_lines(const FileAnswers& file) {
    using nlohmann::ordered_json;
    const auto line = [](const ordered_json& object) {
        return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
    };
    std::string out;
    for (const Answer& answer : file.answers) {
        const Verdict& verdict = answer.verdict;
        const bool refuted = verdict.outcome == Outcome::counterexample;
        ordered_json object{{"file", file.file},
                            {"schedule", answer.schedule},
                            {"chips", answer.chips},
                            {"launches", answer.launches},
                            {"verdict", outcome_words[static_cast<int>(verdict.outcome)]},
                            {"property", refuted ? ordered_json(answer.found()) : ordered_json(nullptr)},
                            {"engine", verdict.engine},
                            {"seconds", verdict.seconds},
                            {"events", verdict.events},
                            {"message", message_of(answer)}};
        if (refuted) {
            object["code"] = model::number(verdict.counterexamples.front().finding.code);
            object["also"] = ordered_json::array();
            for (std::size_t i = 1; i < verdict.counterexamples.size(); ++i)
                object["also"].push_back(model::number(verdict.counterexamples[i].finding.code));
        }
        if (verdict.outcome == Outcome::undecided) object["code"] = model::number(verdict.reason);
        if (verdict.outcome == Outcome::proved) {
            object["law"] = model::word(verdict.law);
            object["same_expression"] = verdict.same_expression;
        }
        if (answer.confirmation) {
            object["second_solver"] = answer.confirmation->by;
            object["unsat"] = answer.confirmation->unsat;
            object["confirmed"] = answer.confirmation->confirmed;
        }
        out += line(object);
    }
    if (file.fault)
        out += line({{"file", file.file},
                     {"schedule", nullptr},
                     {"chips", nullptr},
                     {"launches", nullptr},
                     {"verdict", "invalid"},
                     {"property", nullptr},
                     {"engine", nullptr},
                     {"seconds", 0},
                     {"events", 0},
                     {"message", file.fault->what()},
                     {"code", model::number(file.fault->code())}});
    return out;
}

std::string junit(const std::vector<FileAnswers>& files, bool as_expected) {
    pugi::xml_document document;
    pugi::xml_node suites = document.append_child("testsuites");
    const auto fail = [](pugi::xml_node test, const char* kind, const std::string& message, const std::string& text) {
        pugi::xml_node failure = test.append_child(kind);
        failure.append_attribute("message") = message.c_str();
        failure.text() = text.c_str();
    };
    for (const FileAnswers& file : files) {
        pugi::xml_node suite = suites.append_child("testsuite");
        suite.append_attribute("name") = file.file.c_str();
        if (file.fault) {
            pugi::xml_node test = suite.append_child("testcase");
            test.append_attribute("name") = "read";
            fail(test, "error", file.fault->what(), file.fault->report());
        }
        for (const Answer& answer : file.answers) {
            pugi::xml_node test = suite.append_child("testcase");
            test.append_attribute("name") =
                fmt::format("n = {}{}", answer.chips, with_launches(answer.launches)).c_str();
            test.append_attribute("time") = answer.verdict.seconds;
            const std::string wanted = as_expected ? answer.expected : "proved";
            if (answer.found() != wanted)
                fail(test, answer.verdict.outcome == Outcome::undecided ? "error" : "failure",
                     fmt::format("{}, expected {}", found_text(answer), wanted),
                     message_of(answer) + "\n" + answer.story);
            else if (answer.confirmation && !answer.confirmation->complete())
                fail(test, "error", confirmed_text(*answer.confirmation), "");
        }
    }
    std::ostringstream out;
    document.save(out, "  ");
    return out.str();
}

void Summary::count(const FileAnswers& file, bool as_expected) {
    as_expected_ = as_expected;
    ++files_;
    invalid_ += file.fault.has_value();
    for (const Answer& answer : file.answers) {
        ++sizes_;
        proved_ += answer.verdict.outcome == Outcome::proved;
        refuted_ += answer.verdict.outcome == Outcome::counterexample;
        undecided_ += answer.verdict.outcome == Outcome::undecided;
        unexpected_ += !answer.as_expected();
        add(confirmation_, answer.confirmation);
    }
}

std::string Summary::text() const {
    std::string text = fmt::format("{} files, {} questions: {} proved, {} counterexamples, {} undecided", files_,
                                   sizes_, proved_, refuted_, undecided_);
    if (invalid_ > 0) text += fmt::format("; {} files invalid", invalid_);
    if (as_expected_) text += unexpected_ == 0 ? "; all as expected" : fmt::format("; {} NOT as expected", unexpected_);
    if (confirmation_) text += "; " + confirmed_text(*confirmation_);
    return text;
}

int Summary::status() const {
    if (invalid_ > 0) return bad_input;
    if (as_expected_ ? unexpected_ > 0 : refuted_ > 0) return refuted;
    // What a second solver was asked to confirm and did not confirm is no proof yet.
    const bool unconfirmed = confirmation_ && !confirmation_->complete();
    return (undecided_ > 0 && !as_expected_) || unconfirmed ? undecided : all_proved;
}

}  // namespace ringproof::command
