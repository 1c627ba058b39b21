#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "model/import/mscclpp/parts.h"

/// Which threads of a block use its channels. Internal to the folder.
namespace ringproof::model::mscclpp {

/// What threads wait for, or push to.
enum class Use : std::uint8_t { wait, push };

class Threads {
public:
    explicit Threads(const Block& block);

    /// Whether several threads do so, never two of them between two meetings of the block: then the order in which they
    /// do is the order of the operations.
    bool take_turns(Use use, const Channel& channel) const;
    /// Whether two of them do so between two meetings.
    bool collide(Use use, const Channel& channel) const;

private:
    using Key = std::pair<Use, Channel>;
    struct Users {
        std::set<std::size_t> threads;
        std::int64_t stretch = -1;  ///< between which meetings the last of them was
        std::size_t last = 0;
        bool collide = false;
    };
    void scan(const std::vector<Op>& ops);
    void note(const Key& key, std::size_t thread);

    std::map<Key, Users> users_;
    std::int64_t stretch_ = 0;
};

}  // namespace ringproof::model::mscclpp
