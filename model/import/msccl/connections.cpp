#include "model/import/msccl/connections.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace ringproof::model::msccl {
namespace {

std::string name_of(const StepId& id) { return name_of_step(id.gpu, id.block, id.step); }

std::string text(const Connections::Key& key) {
    const auto& [from, to, channel] = key;
    return fmt::format("from gpu {} to gpu {} on channel {}", from, to, channel);
}

}  // namespace

std::vector<std::int64_t> parts(std::int64_t count, std::int64_t most) {
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(count / most), most);
    if (count % most > 0) sizes.push_back(count % most);
    return sizes;
}

Connections::Connections(const Algorithm& algorithm, std::int64_t most_chunks, std::int64_t most_transmissions)
    : algorithm_(algorithm), room_(most_transmissions) {
    for (std::size_t gpu = 0; gpu < algorithm.gpus.size(); ++gpu) check_declared(gpu);
    for (std::size_t gpu = 0; gpu < algorithm.gpus.size(); ++gpu)
        for (std::size_t block = 0; block < algorithm.gpus[gpu].blocks.size(); ++block)
            for (std::size_t step = 0; step < algorithm.gpus[gpu].blocks[block].steps.size(); ++step)
                add({gpu, block, step}, most_chunks);
    for (const auto& [key, connection] : connections_) check(key, connection);
    if (unreceived_ == nullptr || starves_) return;
    const StepId& id = unreceived_->sent[unreceived_->received.size()].step;
    throw Fault(Code::bad_connection, unmatched_.front(), location(id));
}

void Connections::check_declared(std::size_t gpu) const {
    // A block takes hold of its connections when it starts and writes their state back at its end, also without a step.
    std::map<std::tuple<bool, std::int32_t, std::int32_t>, std::size_t> holders;
    const auto& blocks = algorithm_.gpus[gpu].blocks;
    for (std::size_t block = 0; block < blocks.size(); ++block)
        for (const bool sends : {true, false}) {
            const std::int32_t peer = sends ? blocks[block].send : blocks[block].recv;
            if (peer == nobody) continue;
            const auto [holder, fresh] = holders.try_emplace({sends, peer, blocks[block].channel}, block);
            if (fresh) continue;
            throw Fault(
                Code::bad_connection,
                fmt::format(
                    "gpu={} tb={} {} gpu {} on channel {}, and so does tb={} in line {}: two thread blocks on one "
                    "end of a connection corrupt it",
                    gpu, block, sends ? "sends to" : "receives from", peer, blocks[block].channel, holder->second,
                    blocks[holder->second].line),
                algorithm_.location(blocks[block].line));
        }
}

void Connections::add(const StepId& id, std::int64_t most_chunks) {
    const Block& block = algorithm_.gpus[id.gpu].blocks[id.block];
    const Step& step = block.steps[id.step];
    const auto put = [&](std::vector<Transmission>& end) {
        room_ -= divided_up(step.count, most_chunks);
        if (room_ < 0) throw Fault(Code::too_large, "too many transmissions", location(id));
        for (const std::int64_t chunks : parts(step.count, most_chunks)) end.push_back({id, chunks});
    };
    const auto own = static_cast<std::int32_t>(id.gpu);
    if (step.type->receives) put(connections_[{block.recv, own, block.channel}].received);
    if (step.type->sends) put(connections_[{own, block.send, block.channel}].sent);
}

void Connections::check(const Key& key, const Connection& connection) {
    const auto& [sent, received] = connection;
    for (std::size_t k = 0; k < std::min(sent.size(), received.size()); ++k)
        if (sent[k].chunks != received[k].chunks)
            throw Fault(Code::bad_connection,
                        fmt::format("{} sends {} chunks {}, and {} in line {} receives them as {}",
                                    name_of(sent[k].step), sent[k].chunks, text(key), name_of(received[k].step),
                                    line(received[k].step), received[k].chunks),
                        location(sent[k].step));
    if (sent.size() == received.size()) return;
    const bool starves = sent.size() < received.size();
    const auto& more = starves ? received : sent;
    const StepId& first = more[std::min(sent.size(), received.size())].step;
    unmatched_.push_back(fmt::format("{} in line {} {} {}, where there {} {} {}, and {} {}", name_of(first),
                                     line(first), starves ? "receives" : "sends", text(key),
                                     sent.size() == 1 ? "is" : "are", sent.size(), sent.size() == 1 ? "send" : "sends",
                                     received.size(), received.size() == 1 ? "receive" : "receives"));
    starves_ = starves_ || starves;
    if (!starves && unreceived_ == nullptr) {
        unreceived_ = &connection;
        // It comes first: it is what a fault would name.
        std::swap(unmatched_.front(), unmatched_.back());
    }
}

int Connections::line(const StepId& id) const { return algorithm_.gpus[id.gpu].blocks[id.block].steps[id.step].line; }

Location Connections::location(const StepId& id) const { return algorithm_.location(line(id)); }

}  // namespace ringproof::model::msccl
