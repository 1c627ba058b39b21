#include <fmt/format.h>

#include "checker/repair/candidates.h"

namespace ringproof::checker::repair {
namespace {

constexpr int cost_of_telling = 6;

/// The transfer raises a new semaphore by `word`, and its agent waits for it somewhere.
void tell(const KernelText& text, Found& found, const Site& transfer, const std::string& word,
          const std::string& wanted) {
    const std::string name = fresh_name(text, wanted);
    for (const Position& position : positions(text)) {
        if (found.full()) return;
        if (position.site->agent != transfer.agent) continue;
        found.add(cost_of_telling,
                  {text.declare("sem " + name),
                   {{transfer.range.end, transfer.range.end}, fmt::format(" {} {}", word, name)},
                   position.insert(text, "wait " + name)},
                  fmt::format("Let {} tell: '{} {}', and 'wait {}' {}.", quoted(text, transfer), word, name, name,
                              position.words(text)));
    }
}

}  // namespace

void tell_of_transfers(const KernelText& text, Found& found) {
    for (const Site& site : text.sites()) {
        if (const auto* const put = operation_of<Put>(site)) {
            if (!put->send) tell(text, found, site, "send", "sent");
            if (!put->recv) tell(text, found, site, "recv", "landed");
        }
        if (const auto* const get = operation_of<Get>(site))
            if (!get->done) tell(text, found, site, "done", "fetched");
    }
}

}  // namespace ringproof::checker::repair
