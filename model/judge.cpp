#include "model/judge.h"

#include <algorithm>

namespace ringproof::model {

Judge::Judge(const Schedule& schedule) : schedule_(&schedule), buffers_(schedule), claims_(schedule.chips) {
    for (const Claim& claim : schedule.claims) claims_[schedule.chip_of(claim.place)].push_back(&claim);
}

void Judge::collect(std::int32_t chip, std::int32_t launch, const Memory& memory, Values& values,
                    const std::function<void(Finding)>& fault) {
    for (const Contract& contract : schedule_->contracts)
        each_claim(buffers_, contract, chip, [&](Place place, const Expected& expected) {
            compare(place, memory[place], values.of(expected, schedule_->chips, launch), values, fault);
        });
    for (const Claim* const claim : claims_[chip])
        compare(claim->place, memory[claim->place], values.of(claim->value, launch), values, fault);
}

void Judge::compare(Place place, Value found, Value expected, Values& values,
                    const std::function<void(Finding)>& fault) {
    ++results_.claims;
    auto& known = found_[expected];
    if (std::find(known.begin(), known.end(), found) == known.end()) {
        const Comparison comparison = values.compare(found, expected);
        if (comparison.outcome == Comparison::Outcome::too_large) {
            results_.too_large = true;
            return;
        }
        if (comparison.outcome == Comparison::Outcome::different) {
            Finding finding{};
            finding.code = Code::wrong_result;
            finding.place = place;
            finding.expected = values.text(expected);
            finding.found = values.text(found);
            fault(std::move(finding));
            return;
        }
        known.push_back(found);
        results_.pairs.emplace_back(found, expected);
        results_.law = std::max(results_.law, comparison.law);
    }
    if (known.size() > 1 || values.node(found).open) results_.same_expression = false;
}

}  // namespace ringproof::model
