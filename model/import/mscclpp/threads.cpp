#include "model/import/mscclpp/threads.h"

namespace ringproof::model::mscclpp {

Threads::Threads(const Block& block) { scan(block.ops); }

void Threads::scan(const std::vector<Op>& ops) {
    for (const Op& op : ops) {
        if (std::holds_alternative<Sync>(op.what) || std::holds_alternative<Join>(op.what)) ++stretch_;
        if (const auto* loop = std::get_if<Loop>(&op.what)) {
            // Twice: the end of one iteration and the beginning of the next may be one stretch.
            scan(loop->ops);
            scan(loop->ops);
        }
        const auto* control = std::get_if<Control>(&op.what);
        if (!control) continue;
        for (std::size_t thread = 0; thread < control->actions.size(); ++thread) {
            const Action& action = control->actions[thread];
            if (const auto* wait = std::get_if<AwaitSignal>(&action)) note({Use::wait, wait->channel}, thread);
            if (const auto* push = std::get_if<Push>(&action)) note({Use::push, push->channel}, thread);
        }
    }
}

void Threads::note(const Key& key, std::size_t thread) {
    Users& users = users_[key];
    if (users.stretch == stretch_ && users.last != thread) users.collide = true;
    users.threads.insert(thread);
    users.stretch = stretch_;
    users.last = thread;
}

bool Threads::take_turns(Use use, const Channel& channel) const {
    const auto found = users_.find({use, channel});
    return found != users_.end() && found->second.threads.size() > 1 && !found->second.collide;
}

bool Threads::collide(Use use, const Channel& channel) const {
    const auto found = users_.find({use, channel});
    return found != users_.end() && found->second.collide;
}

}  // namespace ringproof::model::mscclpp
