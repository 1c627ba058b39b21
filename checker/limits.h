#pragma once

#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "model/diagnostic.h"

/// What bounds an engine's work.
namespace ringproof::checker {

/// Thrown inside an engine where a limit ends its work: the verdict is `undecided`, unless something was found before.
struct GaveUp : std::runtime_error {
    GaveUp(model::Code because, const std::string& message) : std::runtime_error(message), reason(because) {}
    model::Code reason;
};

/// A solver did not answer `question`, and what it said; out_of_time where that was the reason.
GaveUp no_answer(const std::string& question, const std::string& complaint);

/// When the time of a question is over, and what a solver may spend on each question to it.
class Deadline {
public:
    /// `seconds` from now; 0: never. `effort`: in the solver's own units, the same on every machine; 0: no bound.
    explicit Deadline(double seconds, std::uint32_t effort = 0);
    /// Seconds that are left, at least a millisecond; 0: no bound.
    double left() const;
    bool over() const;
    std::uint32_t effort() const { return effort_; }
    /// Throws GaveUp (out_of_time) when the time is over, saying what was being done.
    void check(std::string_view doing) const;

private:
    double seconds_;
    std::uint32_t effort_;
    std::chrono::steady_clock::time_point end_;
};

}  // namespace ringproof::checker
