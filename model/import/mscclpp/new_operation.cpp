#include "model/import/mscclpp/new_operation.h"

#include <map>

#include <fmt/format.h>

namespace ringproof::model::mscclpp {
namespace {

constexpr std::int64_t most_parts = 65'536;

}  // namespace

/// The operations by name.
struct NewTable {
    using Handler = void (NewOperations::*)(const Fields&);
    using N = NewOperations;
    inline static const std::map<std::string_view, Handler> handlers{
        {"nop", &N::nop},
        {"barrier", &N::barrier},
        {"signal", &N::signal},
        {"rlxsignal", &N::signal},
        {"wait", &N::wait},
        {"rlxwait", &N::wait},
        {"flush", &N::flush},
        {"put", &N::put},
        {"pws", &N::put},
        {"pwsf", &N::put},
        {"get", &N::get},
        {"copy", &N::copy},
        {"re", &N::reduce},
        {"res", &N::reduce},
        {"rre", &N::reduce},
        {"rres", &N::reduce},
        {"repkt", &N::reduce},
        {"respkt", &N::reduce},
        {"recpkt", &N::reduce},
        {"recspkt", &N::reduce},
        {"ppkt", &N::put_packets},
        {"rppkt", &N::read_put_packets},
        {"cpkt", &N::copy_packets},
        {"upkt", &N::unpack_packets},
        {"glres", &N::group_reduce_store},
        {"gstore", &N::group_store},
        {"gstorepkt", &N::group_store},
        {"sem_acquire", &N::semaphores},
        {"sem_release", &N::semaphores},
        {"pipeline", &N::pipeline},
    };
};

std::vector<std::int32_t> ranks_of(const JsonCursor& at, std::size_t gpus) {
    std::vector<std::int32_t> ranks;
    std::vector<bool> seen(gpus, false);
    at.each_element([&](const JsonCursor& rank) {
        ranks.push_back(index_of(rank, "gpus", gpus));
        if (seen[static_cast<std::size_t>(ranks.back())])
            rank.fail(Code::duplicate_name, fmt::format("gpu {} is twice in the group", ranks.back()));
        seen[static_cast<std::size_t>(ranks.back())] = true;
    });
    if (ranks.empty()) at.fail(Code::size_range, "expected a group of 1 gpu or more");
    return ranks;
}

std::vector<Op> NewOperations::read(const JsonCursor& list, std::string_view outer, bool in_pipeline) {
    std::vector<Op> ops;
    std::size_t place = 0;
    list.each_element([&](const JsonCursor& at) {
        const Fields fields(at);
        const JsonCursor name = fields.need("name");
        const auto found = NewTable::handlers.find(name.text().text());
        if (found == NewTable::handlers.end()) {
            std::vector<std::string_view> known;
            for (const auto& [word, handler] : NewTable::handlers) known.push_back(word);
            fail_unknown(name, std::move(known));
        }
        if (in_pipeline && found->first == "pipeline")
            name.fail(Code::wrong_kind, "a pipeline stands in a pipeline, which no runtime runs");
        const std::string number = fmt::format("{}{}", outer, place++);
        op_ = reading_.op(at, gpu_, block_, number);
        ops_ = &ops;
        name_ = found->first;
        (this->*found->second)(fields);
    });
    return ops;
}

void NewOperations::add(std::variant<Data, Control, Sync, Join, Loop> what) {
    ops_->push_back({std::move(what), op_.at, op_.path});
}

void NewOperations::nop(const Fields&) { add(Sync{}); }

void NewOperations::barrier(const Fields& fields) {
    constexpr std::int64_t most = 1 << 20;
    const auto id = number_in(fields.need("barrier_id"), "a barrier", 0, most, Code::index_range);
    if (id >= 16) reading_.note("The runtime has 16 barriers a gpu, and this plan names more");
    add(Join{static_cast<std::int32_t>(id),
             number_in(fields.need("num_threadblocks"), "a number of thread blocks", 1, most, Code::amount_range)});
}

Link NewOperations::link(const Fields& fields) const {
    const JsonCursor type = fields.need("channel_type");
    const std::string_view word = type.text().text();
    if (word != "memory" && word != "port")
        type.fail(Code::wrong_kind, fmt::format("expected 'memory' or 'port' for {}, found '{}'", name_, word));
    return word == "port" ? Link::port : Link::memory;
}

void NewOperations::only(const Fields& fields, Link allowed, std::string_view why) const {
    if (link(fields) != allowed) fields.need("channel_type").fail(Code::wrong_kind, std::string(why));
}

const Channel& NewOperations::channel(const JsonCursor& id, Link link) const {
    const auto& all = names_.channels[static_cast<std::size_t>(link)];
    return all[static_cast<std::size_t>(index_of(id, "channels of the thread block of this type", all.size()))];
}

Share NewOperations::share(const Fields& fields) const {
    const auto info = fields.find("tbg_info");
    if (!info) return {};
    const Fields group(*info);
    const auto parts = number_in(group.need("tbg_size"), "thread blocks", 1, most_parts, Code::size_range);
    return {index_of(group.need("tb_id"), "thread blocks of the group", static_cast<std::size_t>(parts)), parts};
}

void NewOperations::signal(const Fields& fields) {
    const Link kind = link(fields);
    Control control;
    fields.need("channel_ids").each_element([&](const JsonCursor& id) {
        const Channel& one = channel(id, kind);
        if (kind == Link::port)
            control.actions.push_back(Push{one, std::nullopt, true, false, {}});
        else
            control.actions.push_back(SendSignal{one, name_ == "rlxsignal"});
    });
    add(std::move(control));
}

void NewOperations::wait(const Fields& fields) {
    const Link kind = link(fields);
    Control control;
    // A port's wait acquires in either form: there is no relaxed one.
    fields.need("channel_ids").each_element([&](const JsonCursor& id) {
        control.actions.push_back(AwaitSignal{channel(id, kind), kind == Link::memory && name_ == "rlxwait"});
    });
    add(std::move(control));
}

void NewOperations::flush(const Fields& fields) {
    only(fields, Link::port, "a flush is for port channels only");
    if (!fields.has("dst_buff"))
        reading_.note(
            "A flush is taken to wait for its channels, as documented; the executor takes their number from "
            "'dst_buff', "
            "which flushes have not, and then waits for none");
    Control control;
    fields.need("channel_ids").each_element([&](const JsonCursor& id) {
        control.actions.push_back(Push{channel(id, Link::port), std::nullopt, false, true, {}});
    });
    add(std::move(control));
}

void NewOperations::semaphores(const Fields& fields) {
    const auto& all = reading_.parts.gpus[static_cast<std::size_t>(gpu_)].semaphores;
    Control control;
    fields.need("semaphore_ids").each_element([&](const JsonCursor& id) {
        const std::int32_t semaphore = index_of(id, "semaphores of the gpu", all.size());
        if (name_ == "sem_acquire")
            control.actions.push_back(Acquire{semaphore});
        else
            control.actions.push_back(Release{semaphore});
    });
    add(std::move(control));
}

void NewOperations::pipeline(const Fields& fields) {
    const Fields context(fields.need("iter_context"));
    const auto unit = number_in(context.need("unit_size"), "bytes", 1, std::int64_t{1} << 32, Code::size_range);
    const auto chunks = number_in(context.need("num_chunks"), "chunks", 1, most_chunks, Code::size_range);
    const Symbol at = op_.at, path = op_.path;
    std::vector<Op>* const list = ops_;
    const std::string number = at.text().substr(at.text().rfind('=') + 1) + ".";
    std::vector<Op> ops = read(fields.need("ops"), number, true);
    list->push_back({Loop{unit, chunks, std::move(ops)}, at, path});
}

}  // namespace ringproof::model::mscclpp
