#include "checker/limits.h"

#include <algorithm>

#include <fmt/format.h>

namespace ringproof::checker {

using std::chrono::duration;
using std::chrono::steady_clock;

GaveUp no_answer(const std::string& question, const std::string& complaint) {
    const bool time = complaint.find("timeout") != std::string::npos || complaint.find("canceled") != std::string::npos;
    return {time ? model::Code::out_of_time : model::Code::solver_gave_up,
            fmt::format("no answer to \"{}\": {}", question, complaint)};
}

Deadline::Deadline(double seconds, std::uint32_t effort)
    : seconds_(seconds),
      effort_(effort),
      end_(steady_clock::now() + std::chrono::duration_cast<steady_clock::duration>(duration<double>(seconds))) {}

double Deadline::left() const {
    if (seconds_ == 0) return 0;
    return std::max(duration<double>(end_ - steady_clock::now()).count(), 0.001);
}

bool Deadline::over() const { return seconds_ > 0 && steady_clock::now() > end_; }

void Deadline::check(std::string_view doing) const {
    if (over()) throw GaveUp(model::Code::out_of_time, fmt::format("{:.3g} s were over while {}", seconds_, doing));
}

}  // namespace ringproof::checker
