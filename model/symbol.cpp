#include "model/symbol.h"

#include <mutex>
#include <unordered_set>

namespace ringproof::model {
namespace {

const std::string* intern(std::string_view text) {
    // Leaked on purpose: symbols may outlive static destruction.
    static auto& table = *new std::unordered_set<std::string>;
    static std::mutex guard;
    const std::lock_guard lock(guard);
    return &*table.emplace(text).first;
}

}  // namespace

Symbol::Symbol() {
    static const std::string* const nothing = intern("");
    text_ = nothing;
}

Symbol::Symbol(std::string_view text) : text_(intern(text)) {}

}  // namespace ringproof::model
