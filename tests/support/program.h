#pragma once

#include <array>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>

#include <stdlib.h>
#include <sys/wait.h>

#include "tests/support/places.h"

/// The program as a user runs it.
namespace ringproof::tests {

struct Ran {
    int status = -1;     ///< exit status; 128 + the signal if one ended it
    std::string out;     ///< standard output
    std::string errors;  ///< standard error
};

/// A folder that goes away with the test.
class Scratch {
public:
    Scratch() {
        std::string name = (std::filesystem::temp_directory_path() / "ringproof-test-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
        path_ = name;
    }
    ~Scratch() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::string operator/(const std::string& name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

/// Runs `ringproof ARGUMENTS` through the shell, which sees them as they are.
inline Ran run_program(const std::string& arguments, const std::string& input_file = "/dev/null") {
    const Scratch scratch;
    const auto read = [&](FILE* from) {
        std::string text;
        std::array<char, 4096> block{};
        for (std::size_t n; (n = fread(block.data(), 1, block.size(), from)) > 0;) text.append(block.data(), n);
        return text;
    };
    const std::string command =
        program() + " " + arguments + " <" + input_file + " 2>" + scratch / "errors" + " >" + scratch / "out";
    const int status = std::system(command.c_str());
    Ran run;
    run.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    for (const auto& [name, text] : {std::pair{"out", &run.out}, std::pair{"errors", &run.errors}}) {
        FILE* const file = fopen((scratch / name).c_str(), "rb");
        if (file == nullptr) throw std::runtime_error("no output of " + command);
        *text = read(file);
        fclose(file);
    }
    return run;
}

}  // namespace ringproof::tests
