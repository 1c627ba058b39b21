#include <fmt/format.h>

#include "checker/ask.h"
#include "checker/command/command.h"
#include "generators/vectors/features.h"
#include "model/contract.h"
#include "model/diagnostic.h"
#include "model/profile.h"
#include "model/rule.h"

namespace ringproof::command {
namespace {

void list_collectives() {
    for (const auto& collective : model::collectives()) fmt::print("  {:<16}{}\n", collective.name, collective.about);
}

void list_rules() {
    constexpr std::string_view laws[] = {"no law", "associative", "associative, commutative",
                                         "associative, commutative, idempotent"};
    for (const auto& rule : model::rules())
        fmt::print("  {:<16}{}{}\n",
                   rule.alias.empty() ? std::string(rule.name) : fmt::format("{} ({})", rule.name, rule.alias),
                   rule.about, rule.reduces ? fmt::format(" [{}]", laws[static_cast<int>(rule.laws)]) : "");
}

void list_profiles() {
    for (const auto& profile : model::named_profiles()) fmt::print("  {:<16}{}\n", profile.name, profile.about);
}

void list_engines() {
    for (const auto& engine : checker::engines()) fmt::print("  {:<16}{}\n", engine.name, engine.about);
}

void list_formats() {
    fmt::print("  {:<16}{}\n", ".ring", "kernels, with n and me left open (read, written): specs/language.md");
    fmt::print("  {:<16}{}\n", "schedule JSON", "concrete schedules (read, written): specs/schedule.md");
    fmt::print("  {:<16}{}\n", "MSCCL XML", "algorithms of MSCCL and RCCL (read): specs/plans-msccl.md");
    fmt::print("  {:<16}{}\n", "MSCCL++ plans", "execution plans in JSON, old and new (read): specs/plans-mscclpp.md");
    fmt::print("  {:<16}{}\n", "trace JSON",
               "counterexamples (written by 'verify --trace', read by 'replay'): specs/trace.md");
    fmt::print("  {:<16}{}\n", "timeline JSON", "runs under costs (written by 'draw'): specs/timeline.md");
    fmt::print("  {:<16}{}\n", "pictures", "HTML pages, SVG, Perfetto traces, mermaid diagrams (written)");
    fmt::print("  {:<16}{}\n", "vector JSON",
               "conformance vectors (written by 'vectors', read by 'conform'): specs/conformance/vectors.md");
    fmt::print("  {:<16}{}\n", "Promela", "models for the model checker SPIN (written): model/promela/README.md");
}

void list_features() {
    for (const auto& feature : generators::features()) fmt::print("  {:<16}{}\n", feature.name, feature.about);
}

void list_diagnostics() {
    for (const auto& diagnostic : model::diagnostics())
        fmt::print("  {:<16}{}\n", model::number(diagnostic.code), diagnostic.title);
}

struct Topic {
    std::string name;
    void (*show)();
};

const std::vector<Topic> topics{{"collectives", list_collectives}, {"rules", list_rules},
                                {"profiles", list_profiles},       {"engines", list_engines},
                                {"formats", list_formats},         {"features", list_features},
                                {"diagnostics", list_diagnostics}};

}  // namespace

void add_list(CLI::App& app, Action& action) {
    auto* const command =
        app.add_subcommand("list", "collectives, rules, profiles, engines, formats, features, diagnostics");
    auto* const topic =
        command->add_option("TOPIC", "one of them; default: all but diagnostics")->check(CLI::IsMember([] {
            std::vector<std::string> names;
            for (const Topic& known : topics) names.push_back(known.name);
            return names;
        }()));
    command->callback([topic, &action] {
        action = [topic] {
            for (const Topic& known : topics) {
                if (topic->count() > 0 ? topic->as<std::string>() != known.name : known.name == "diagnostics") continue;
                fmt::print("{}\n", known.name);
                known.show();
            }
            return static_cast<int>(all_proved);
        };
    });
}

}  // namespace ringproof::command
