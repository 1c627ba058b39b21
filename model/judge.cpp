#include "model/judge.h"

#include <algorithm>

namespace ringproof::model {

namespace {

/// Spreads every bit of a number over all bits; one to one.
std::uint64_t spread(std::uint64_t number) {
    number = (number ^ (number >> 31)) * 0x9fb21c651e98df25u;
    number = (number ^ (number >> 29)) * 0xd6e8feb86659fd93u;
    return number ^ (number >> 32);
}

}  // namespace

Judge::Asked::Asked(const Schedule& schedule) : buffers(schedule), claims(schedule.chips) {
    for (const Claim& claim : schedule.claims) claims[schedule.chip_of(claim.place)].push_back(&claim);
}

Judge::Judge(const Schedule& schedule)
    : asked_(std::make_shared<const Asked>(schedule)), found_(std::make_shared<Found>()) {}

void Judge::collect(std::int32_t chip, std::int32_t launch, const Memory& memory, Values& values,
                    const std::function<void(Finding)>& fault) {
    const Schedule& schedule = asked_->buffers.schedule();
    if (found_.use_count() > 1) found_ = std::make_shared<Found>(*found_);
    for (const Contract& contract : schedule.contracts)
        each_claim(asked_->buffers, contract, chip, [&](Place place, const Expected& expected) {
            compare(place, memory[place], values.of(expected, schedule.chips, launch), values, fault);
        });
    for (const Claim* const claim : asked_->claims[chip])
        compare(claim->place, memory[claim->place], values.of(claim->value, launch), values, fault);
}

void Judge::append_state(std::string& key) const {
    for (const std::uint64_t half : found_->digest)
        for (int byte = 0; byte < 8; ++byte) key.push_back(static_cast<char>(half >> (8 * byte) & 0xff));
    key.push_back(found_->results.too_large ? 1 : 0);
}

void Judge::compare(Place place, Value found, Value expected, Values& values,
                    const std::function<void(Finding)>& fault) {
    Results& results = found_->results;
    ++results.claims;
    if (differ(found, expected, values)) {
        Finding finding{};
        finding.code = Code::wrong_result;
        finding.place = place;
        finding.expected = values.text(expected);
        finding.found = values.text(found);
        fault(std::move(finding));
        return;
    }
    auto& known = found_->known[expected];
    if (std::find(known.begin(), known.end(), found) == known.end()) known.push_back(found);
    if (known.size() > 1 || values.node(found).open) results.same_expression = false;
}

bool Judge::differ(Value found, Value expected, Values& values) {
    const std::uint64_t pair = std::uint64_t{expected} << 32 | found;
    if (found_->equal.contains(pair)) return false;
    if (found_.use_count() > 1) found_ = std::make_shared<Found>(*found_);
    Results& results = found_->results;
    const Comparison comparison = values.compare(found, expected);
    if (comparison.outcome == Comparison::Outcome::different) return true;
    if (comparison.outcome == Comparison::Outcome::too_large) {
        results.too_large = true;
        return false;
    }
    found_->equal.insert(pair);
    found_->digest[0] += spread(pair);
    found_->digest[1] += spread(~pair ^ 0x5851f42d4c957f2du);
    results.pairs.emplace_back(found, expected);
    results.law = std::max(results.law, comparison.law);
    return false;
}

}  // namespace ringproof::model
