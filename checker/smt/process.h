#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace ringproof::checker::smt {

/// What became of another program.
struct Finished {
    std::string output;      ///< standard output and standard error together
    bool timed_out = false;  ///< it was ended because its time was over
    bool too_much = false;   ///< it was ended because it wrote too much
};

/// The file that the shell would run for this name: itself if it has a slash, else the first of that name along PATH.
/// Empty when there is none that may be run.
std::string find_program(const std::string& name);

/// Starts a program in a group of its own, with no signal blocked or ignored. It reads and writes the files of these
/// numbers; -1: what this program has. `arguments` begin with the file to run. Throws std::system_error where no
/// process can be made.
pid_t spawn(const std::vector<std::string>& arguments, int input, int output, int errors);

/// Runs a program without a shell until it ends or `seconds` are over (0: no bound); then it is ended with all that it
/// has started. `arguments` begin with the file to run. Throws std::system_error where no process can be made.
Finished run(const std::vector<std::string>& arguments, double seconds);

}  // namespace ringproof::checker::smt
