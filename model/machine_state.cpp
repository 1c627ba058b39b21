#include <cstring>

#include "model/machine.h"

// What a machine's future depends on, as bytes.
namespace ringproof::model {
namespace {

void append(std::string& key, std::int64_t number) {
    char bytes[sizeof number];
    std::memcpy(bytes, &number, sizeof number);
    key.append(bytes, sizeof number);
}

}  // namespace

void Machine::append_state(std::string& key) const {
    // Where every list has a length that is fixed or written before it, different states have different keys. Left out
    // is what the rest determines: how many chips have filled, and how often an agent has fenced or arrived, go with
    // the positions; the target of a transfer with its issue.
    for (const std::int64_t counter : counters_) append(key, counter);
    for (const Chip& chip : chips_) append(key, std::int64_t{4} * chip.launch + static_cast<int>(chip.stage));
    for (const AgentState& agent : agents_) {
        append(key, agent.launch);
        append(key, 2 * std::int64_t{agent.step} + (agent.started ? 1 : 0));
        append(key, static_cast<std::int64_t>(agent.snapshots.size()));
        for (const auto& [counter, value] : agent.snapshots) {
            append(key, counter.semaphore);
            append(key, counter.index);
            append(key, value);
        }
        append(key, static_cast<std::int64_t>(agent.in_flight.size()));
        for (const std::int32_t id : agent.in_flight) {
            const Transfer& transfer = transfers_[id];
            append(key, transfer.number);
            append(key, (transfer.begun ? 1 : 0) + (transfer.read ? 2 : 0) + (transfer.raised ? 4 : 0) +
                            (transfer.landed ? 8 : 0) + std::int64_t{16} * transfer.credits);
            append(key, static_cast<std::int64_t>(transfer.payload.size()));
            for (const Value value : transfer.payload) append(key, value);
            // A transfer that has taken effect holds nothing back any more.
            for (const auto* const before : {&transfer.before_begin, &transfer.before_land}) {
                for (const std::int64_t number : *before)
                    if (const std::int32_t other = find_transfer(transfer.issue.who, number);
                        other >= 0 && !took_effect(transfers_[other]))
                        append(key, number);
                append(key, -1);
            }
        }
    }
    memory_.append_state(key);
    judge_.append_state(key);
}

}  // namespace ringproof::model
