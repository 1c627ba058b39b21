#pragma once

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "checker/explore.h"
#include "checker/report.h"
#include "model/json/json.h"
#include "tests/support/quick_verdict.h"
#include "tests/support/verdicts.h"

/// Counterexamples of everything that is known to be wrong, for tests of what is said of them.
namespace ringproof::tests {

/// A schedule and the counterexample that its verdict names first.
struct Wrong {
    std::string name;
    model::Schedule schedule;
    checker::Counterexample counterexample;
};

/// The first counterexamples of all .ring files below specs/ for 2 to `largest` chips and 1 and 2 launches, and of all
/// of tests/data/cases.
inline std::vector<Wrong> all_that_is_wrong(std::int64_t largest) {
    std::vector<Wrong> list;
    const auto add = [&](const std::string& name, model::Schedule schedule, const checker::Verdict& verdict) {
        if (verdict.outcome == checker::Outcome::counterexample)
            list.push_back({name, std::move(schedule), verdict.counterexamples.front()});
    };
    for (const auto& entry : std::filesystem::recursive_directory_iterator(specs())) {
        if (entry.path().extension() != ".ring") continue;
        const std::string path = std::filesystem::relative(entry.path(), specs()).string();
        const model::Kernel kernel = kernel_at(path);
        for (std::int64_t n = 2; n <= largest; ++n)
            for (const std::int32_t launches : {1, 2}) try {
                    model::Schedule schedule = instantiate(kernel, n);
                    schedule.launches = launches;
                    const checker::Verdict verdict = quick_verdict(schedule);
                    add(path + " n = " + std::to_string(n) + " launches = " + std::to_string(launches),
                        std::move(schedule), verdict);
                } catch (const model::Fault&) {  // a size that it does not take
                }
    }
    for (const auto& entry : std::filesystem::directory_iterator(data("cases"))) {
        if (entry.path().extension() != ".json") continue;
        const std::string name = entry.path().filename().string();
        model::Schedule schedule = model::read_schedule(text_of(entry.path().string()), name);
        const checker::Verdict verdict = checker::explore({schedule, schedule.launches, {}});
        add(name, std::move(schedule), verdict);
    }
    return list;
}

}  // namespace ringproof::tests
