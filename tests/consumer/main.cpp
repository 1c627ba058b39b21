#include <fstream>
#include <iostream>
#include <sstream>

#include "checker/ask.h"
#include "checker/report.h"
#include "model/kernel.h"
#include "model/language/language.h"

using namespace ringproof;

namespace {

/// The first answer that an engine commits itself to.
checker::Verdict verdict_on(const model::Schedule& schedule) {
    checker::Verdict verdict;
    for (const checker::Engine& engine : checker::engines()) {
        verdict = engine.answer({schedule, 2, {}});
        if (verdict.outcome != checker::Outcome::undecided) break;
    }
    return verdict;
}

}  // namespace

/// Prints the verdict on the kernel in the file that is its argument, on 4 chips and over 2 launches.
int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: consumer KERNEL.ring\n";
        return 2;
    }
    std::ifstream file(argv[1]);
    std::ostringstream text;
    text << file.rdbuf();
    try {
        const model::Kernel kernel = model::parse_kernel(text.str(), argv[1]);
        const model::Schedule schedule = model::instantiate(kernel, 4);
        const checker::Verdict verdict = verdict_on(schedule);
        std::cout << kernel.name << " on 4 chips: ";
        if (verdict.outcome == checker::Outcome::proved) {
            std::cout << "proved\n";
            return 0;
        }
        if (verdict.counterexamples.empty()) {
            std::cout << "no answer, " << verdict.message << '\n';
            return 3;
        }
        std::cout << "counterexample, " << checker::headline(schedule, verdict.counterexamples.front().finding) << '\n';
        return 1;
    } catch (const model::Fault& fault) {
        std::cerr << fault.report() << '\n';
        return 2;
    }
}
