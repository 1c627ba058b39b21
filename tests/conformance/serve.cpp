#include "conformance/serve.h"

#include <algorithm>
#include <istream>
#include <ostream>
#include <string>

#include "conformance/driver.h"
#include "generators/vectors/protocol.h"
#include "generators/vectors/vector_json.h"

namespace ringproof::conformance {
namespace {

using generators::Asked;

/// Blocked is what has not moved for so long, in seconds; it has to be told before the time for the answer is over.
double patience(const Asked& asked) { return std::min(1.0, asked.seconds > 0 ? asked.seconds / 4 : 1.0); }

std::string answer(const Kind& kind, const Asked& asked) {
    try {
        const generators::Job job = generators::read_asked(asked.vector);
        const Ran ran = run(kind, job, {patience(asked), asked.number == 0 ? Delays() : Delays(asked.seed)});
        if (!ran.complaints.empty()) return generators::error_answer(asked.id, ran.complaints);
        return generators::ran_answer(asked, job, ran.shown);
    } catch (const std::exception& error) {
        return generators::error_answer(asked.id, error.what());
    }
}

}  // namespace

int serve(const Kind& kind, std::istream& in, std::ostream& out) {
    for (std::string line; std::getline(in, line);) {
        const Asked asked = generators::read_asked_line(line);
        switch (asked.what) {
            case Asked::What::hello:
                out << generators::hello_answer(kind.name, kind.features);
                break;
            case Asked::What::run:
                out << answer(kind, asked);
                break;
            case Asked::What::bye:
                return 0;
            default:
                out << generators::error_answer(asked.id, "only 'hello', 'run' and 'bye' are answered here");
        }
        out << std::endl;
    }
    return 0;
}

}  // namespace ringproof::conformance
