#include <sstream>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "checker/command/answers.h"
#include "checker/command/report_text.h"

namespace ringproof::command {
namespace {

using checker::Outcome;

void fail(pugi::xml_node test, const char* kind, const std::string& message, const std::string& text) {
    pugi::xml_node failure = test.append_child(kind);
    failure.append_attribute("message") = xml_text(message).c_str();
    failure.text() = xml_text(text).c_str();
}

pugi::xml_node test_in(pugi::xml_node suite, const std::string& name) {
    pugi::xml_node test = suite.append_child("testcase");
    test.append_attribute("name") = name.c_str();
    return test;
}

void add(pugi::xml_node suite, const Answer& answer, bool as_expected) {
    pugi::xml_node test = test_in(suite, fmt::format("{}, {}", answer.size(), answer.profile));
    test.append_attribute("time") = answer.verdict().seconds;
    const std::string wanted = as_expected ? answer.expected : "proved";
    if (answer.found() == wanted) {
        if (answer.confirmation && !answer.confirmation->complete())
            fail(test, "error", confirmed_text(*answer.confirmation), "");
        return;
    }
    const bool refuted = answer.broken.empty() && answer.outcome() == Outcome::counterexample;
    const bool failure = refuted || answer.found() == "proved";
    fail(test, failure ? "failure" : "error",
         fmt::format("{}{}, expected {}", refuted ? "counterexample, " : "", answer.found(), wanted),
         answer.message() + "\n" + answer.story);
}

}  // namespace

std::string junit(const std::vector<FileAnswers>& files, bool as_expected, const std::string& interruption) {
    pugi::xml_document document;
    pugi::xml_node suites = document.append_child("testsuites");
    for (const FileAnswers& file : files) {
        pugi::xml_node suite = suites.append_child("testsuite");
        suite.append_attribute("name") = xml_text(file.file).c_str();
        if (file.fault) fail(test_in(suite, "read"), "error", file.fault->what(), file.fault->report());
        for (const Answer& answer : file.answers) add(suite, answer, as_expected);
    }
    if (!interruption.empty()) {
        pugi::xml_node suite = suites.append_child("testsuite");
        suite.append_attribute("name") = "ringproof";
        fail(test_in(suite, "interrupted"), "error", interruption, interruption);
    }
    std::ostringstream out;
    document.save(out, "  ");
    return out.str();
}

}  // namespace ringproof::command
