#include <fmt/format.h>

#include "model/import/mscclpp/block.h"

namespace ringproof::model::mscclpp {

std::int32_t Team::member(const std::string& name) {
    const std::int32_t agent = builder_.agent(chip_, name);
    if (members_.insert(agent).second)
        for (const Step& meeting : meetings_) builder_.add(agent, meeting.operation, meeting.at);
    return agent;
}

std::int32_t Team::next_data() {
    const std::int32_t number = data_++;
    return member(number == 0 ? name_ : fmt::format("{} data {}", name_, number));
}

std::int32_t Team::thread(std::size_t i) { return member(fmt::format("{} thread {}", name_, i)); }

void Team::add(std::int32_t agent, Operation operation, Symbol at) {
    idle_ = false;
    builder_.add(agent, std::move(operation), at);
}

void Team::meet(Symbol at) {
    if (!idle_) join(name_, at);
}

void Team::join(std::string_view barrier, Symbol at) {
    // A block that does nothing else still arrives.
    if (members_.empty()) member(name_);
    restart();
    // A barrier of a schedule is one for all chips.
    const Symbol name(fmt::format("gpu {} {}", chip_, barrier));
    meetings_.push_back({Barrier<Concrete>{name}, at});
    for (const std::int32_t agent : members_) builder_.add(agent, Barrier<Concrete>{name}, at);
}

}  // namespace ringproof::model::mscclpp
