#pragma once

#include <fstream>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

namespace ringproof::bench {

/// What figures were measured on.
inline std::string machine() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("model name"))
            return fmt::format("{}, {} cores", line.substr(line.find(':') + 2), sysconf(_SC_NPROCESSORS_ONLN));
    return "unknown machine";
}

}  // namespace ringproof::bench
