#include "checker/command/conform_report.h"

#include <algorithm>
#include <array>
#include <map>
#include <sstream>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "checker/command/report_text.h"

namespace ringproof::command {
namespace {

using What = VectorResult::What;

constexpr std::array<std::string_view, 5> words{"passed", "failed", "skipped", "waived", "undecided"};

std::string_view word(What what) { return words[static_cast<std::size_t>(what)]; }

}  // namespace

std::string text(const std::vector<VectorResult>& results, const std::string& name) {
    std::map<std::string, std::array<std::size_t, words.size()>> table;
    std::map<std::string, std::size_t> skipped;
    std::string waived, litmus;
    std::size_t seen = 0, allowed = 0;
    for (const VectorResult& result : results) {
        for (const std::string& row : {result.of, std::string("all")})
            ++table[row][static_cast<std::size_t>(result.what)];
        if (result.what == What::skipped) ++skipped[printable(result.why)];
        if (result.what == What::waived) waived += fmt::format("  waived  {}: {}\n", result.id, result.why);
        if (result.of != "litmus" || result.what != What::passed) continue;
        seen += result.seen.size();
        allowed += result.allowed;
        if (result.seen.size() < result.allowed)
            litmus += fmt::format("    {:44} {} of {}, {} runs\n", result.id, result.seen.size(), result.allowed,
                                  result.runs);
    }
    std::string out = fmt::format("conformance of {}\n{:10}", printable(name), "");
    for (const std::string_view what : words) out += fmt::format(" {:>9}", what);
    out += '\n';
    const auto row = [&](const std::string& of) {
        out += fmt::format("{:10}", of);
        for (const std::size_t count : table[of]) out += fmt::format(" {:>9}", count);
        out += '\n';
    };
    for (const auto& [of, counts] : table)
        if (of != "all") row(of);
    row("all");
    for (const auto& [why, count] : skipped) out += fmt::format("  skipped {:4}  {}\n", count, why);
    for (const char* const kind : {"a false alarm", "a fault that is missed", "another property"})
        if (const auto count = std::ranges::count_if(
                results, [&](const VectorResult& result) { return result.why.starts_with(kind); });
            count > 0)
            out += fmt::format("  judged {:5}  {}\n", count, kind);
    out += waived;
    if (allowed > 0)
        out += fmt::format("  litmus: {} of {} allowed outcomes were seen{}\n{}", seen, allowed,
                           litmus.empty() ? "" : "; not all of", litmus);
    return out;
}

std::string json(const VectorResult& result) {
    nlohmann::ordered_json object{{"id", result.id},
                                  {"class", result.of},
                                  {"result", word(result.what)},
                                  {"runs", result.runs},
                                  {"seconds", result.seconds}};
    if (!result.why.empty()) object["message"] = result.why;
    if (result.allowed > 0) {
        object["seen"] = result.seen.size();
        object["allowed"] = result.allowed;
    }
    return object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string junit(const std::vector<VectorResult>& results, const std::string& name) {
    pugi::xml_document document;
    pugi::xml_node suites = document.append_child("testsuites");
    std::map<std::string, pugi::xml_node> of;
    for (const VectorResult& result : results) {
        pugi::xml_node& suite = of[result.of];
        if (suite.empty()) {
            suite = suites.append_child("testsuite");
            suite.append_attribute("name") = xml_text(name + "." + result.of).c_str();
        }
        pugi::xml_node test = suite.append_child("testcase");
        test.append_attribute("name") = xml_text(result.id).c_str();
        test.append_attribute("time") = fmt::format("{:.3f}", result.seconds).c_str();
        if (result.what == What::passed) continue;
        const bool failed = result.what == What::failed;
        pugi::xml_node node = test.append_child(failed ? "failure" : "skipped");
        const std::string message =
            failed ? result.why : fmt::format("{}{}{}", word(result.what), result.why.empty() ? "" : ": ", result.why);
        node.append_attribute("message") = xml_text(message.substr(0, message.find('\n'))).c_str();
        if (failed) node.text() = xml_text(message).c_str();
    }
    std::ostringstream out;
    document.save(out, "  ");
    return out.str();
}

}  // namespace ringproof::command
