#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "checker/command/command.h"
#include "checker/command/progress.h"
#include "generators/vectors/vector_set.h"

namespace ringproof::command {
namespace {

struct VectorsArguments {
    std::string folder;
    bool quick = false;
};

int write_set(const VectorsArguments& arguments) {
    const std::filesystem::path folder(arguments.folder);
    make_folder((folder / "vectors").string());
    // Of a larger set that was here before nothing is left.
    for (const generators::Vector& vector : generators::vectors()) {
        std::error_code ignored;
        std::filesystem::remove(folder / "vectors" / (vector.id + ".json"), ignored);
    }
    Progress progress(true);
    std::size_t vectors = 0;
    generators::write_vector_set(arguments.quick, [&](const std::string& path, const std::string& text) {
        write_file((folder / path).string(), text);
        if (path.starts_with("vectors/")) progress.show(fmt::format("{} vectors", ++vectors));
    });
    progress.clear();
    fmt::print("{} vectors in {}; {} says what they are\n", vectors, arguments.folder, (folder / "README.md").string());
    return all_proved;
}

}  // namespace

void add_vectors(CLI::App& app, Action& action) {
    const auto arguments = std::make_shared<VectorsArguments>();
    auto* const command = app.add_subcommand(
        "vectors", "writes the conformance vectors, for backends that execute schedules and for checkers");
    command->add_option("DIR", arguments->folder, "folder to write to")->required();
    command->add_flag("--quick", arguments->quick, "only those of the quick list");
    command->callback([arguments, &action] { action = [arguments] { return write_set(*arguments); }; });
}

}  // namespace ringproof::command
