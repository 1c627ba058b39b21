#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/diagnostic.h"
#include "model/json/json.h"
#include "tests/support/verdicts.h"

namespace ringproof::tests {

/// The files that are known to fail: those of specs/gallery (`gallery/x.ring`) and the wrong ones of tests/data/cases
/// (`data/cases/x.json`), in order.
inline std::vector<std::string> failing_files() {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(specs("gallery")))
        if (entry.path().extension() == ".ring") found.push_back("gallery/" + entry.path().filename().string());
    for (const auto& entry : std::filesystem::directory_iterator(data("cases")))
        if (entry.path().string().ends_with(".buggy.json"))
            found.push_back("data/cases/" + entry.path().filename().string());
    std::sort(found.begin(), found.end());
    return found;
}

/// The schedule with which a failing file fails first: of a kernel the smallest number of chips for which it says that
/// it does not hold, with the launches and the profile that it asks for.
inline model::Schedule failing_schedule(const std::string& file) {
    if (file.ends_with(".json")) return model::read_schedule(text_of(data(file.substr(5))), file);
    const model::Kernel kernel = kernel_at(file);
    for (std::int64_t n = 1; n <= 8; ++n)
        for (const std::int32_t launches : {1, 2, 3}) try {
                model::Schedule schedule = instantiate(kernel, n);
                schedule.launches = launches;
                std::string expected = "proved";
                for (const model::Expectation& expectation : kernel.expectations)
                    if (expectation.covers(n, launches, "")) expected = expectation.verdict;
                if (expected != "proved") return schedule;
            } catch (const model::Fault& fault) {
                if (fault.code() != model::Code::requires_not_met) throw;
            }
    throw std::runtime_error(file + " does not say where it fails");
}

inline std::string test_name(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param.substr(0, info.param.rfind('.'));
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
}

}  // namespace ringproof::tests
