#include "model/timeline.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <queue>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "model/flows.h"
#include "model/journey.h"
#include "model/machine.h"

namespace ringproof::model {
namespace {

using C = Concrete;

/// How often links of transfers are looked at, at most: some seconds.
constexpr std::int64_t most_work = 3'000'000'000;
/// Links of the network, each of which is looked at whenever transfers begin or end.
constexpr std::int64_t most_network_links = 1'000'000;
/// Links of all transfers together, at most: some hundred megabytes.
constexpr std::size_t most_links = 50'000'000;

/// The discrete-event simulation: the machine says what may happen, this says when.
class Run {
public:
    Run(const Schedule& schedule, std::int32_t launches, const Costs& costs, const Topology& topology,
        std::size_t most_events)
        : schedule_(schedule),
          costs_(costs),
          network_(topology, schedule.chips),
          flows_(network_.links(), costs.beta, most_work),
          most_events_(most_events),
          machine_(schedule, launches),
          agents_(schedule.agents.size()),
          agents_of_chip_(schedule.chips) {
        timeline_.costs = costs;
        timeline_.topology = topology;
        timeline_.launches = launches;
        timeline_.used.assign(network_.directions(), 0);
        timeline_.carried.assign(network_.directions(), 0);
        for (std::size_t agent = 0; agent < schedule.agents.size(); ++agent)
            agents_of_chip_[schedule.agents[agent].chip].push_back(static_cast<std::int32_t>(agent));
    }

    Timeline run() {
        look_at_all(Cause::none);
        while (true) {
            let_go();
            const auto flow = flows_.next(now_);
            if (!flow && due_.empty()) break;
            // What is due comes before what gets through at the same time.
            if (!due_.empty() && (!flow || due_.top().time <= flow->time)) {
                const Due next = due_.top();
                due_.pop();
                now_ = next.time;
                come(next);
            } else {
                now_ = flow->time;
                flows_.end_next();
                through(of_flow_[flow->flow]);
            }
        }
        machine_.rest();
        timeline_.finished = machine_.finished();
        timeline_.findings = machine_.findings();
        return std::move(timeline_);
    }

private:
    static constexpr std::int32_t no_transfer = -1;

    /// An event that comes at a time, or the data of a load that sets out then (`start`).
    struct Due {
        double time;
        std::int64_t order;  ///< of several at one time, the first that was planned comes first
        Event event;
        Cause cause;
        std::int32_t transfer;
        friend bool operator<(const Due& a, const Due& b) {
            return b.time < a.time || (b.time == a.time && b.order < a.order);  // a queue has its greatest on top
        }
    };
    /// A put, get, signal or load under way.
    struct Transfer {
        Event issue;
        std::vector<Network::Link> path;    ///< of the data, or of the signal
        double slots = 0;                   ///< 0: a signal
        bool asked_for = false;             ///< a request goes the other way first
        bool detached = false;              ///< its counter rises by an event of its own
        std::vector<std::int32_t> follows;  ///< transfers that leave before it
        bool left = false;                  ///< all its data has left its source
        Cause set_out;                      ///< why its data set out when it did
        double set_out_time = 0;
        Event event(Moment moment) const { return {moment, issue.who, issue.launch, issue.step}; }
    };
    struct Agent {
        bool busy = false;   ///< between start and end of an operation
        bool ready = false;  ///< it can go on, and will
        std::vector<std::pair<std::int64_t, std::int32_t>>
            sent;                        ///< numbers and ids of transfers that may not have left
        std::vector<std::int32_t> held;  ///< transfers that have to let others leave first
        std::vector<Due> late;           ///< what had its time, but must follow others
    };
    struct Ready {
        bool is_agent;
        std::int32_t who;
        std::size_t cause;
    };

    const Operation& operation(const Event& event) const {
        return schedule_.agents[event.who].steps[event.step].operation;
    }
    double latency(const Transfer& transfer) const { return costs_.alpha * static_cast<double>(transfer.path.size()); }
    void plan(const Event& event, const Cause& cause, std::int32_t transfer = no_transfer) {
        due_.push({now_ + cause.spent.sum(), planned_++, event, cause, transfer});
    }

    // ---- What may happen now -------------------------------------------------------------------------------------

    /// Lets everyone go on who can at this time.
    void let_go() {
        while (!ready_.empty()) {
            const Ready next = ready_.front();
            ready_.pop_front();
            std::size_t cause = next.cause;
            const auto next_event = [&] {
                return next.is_agent ? machine_.next_of_agent(next.who) : machine_.next_of_chip(next.who);
            };
            for (auto event = next_event(); event && machine_.enabled(*event); event = next_event()) {
                cause = fire(*event, {cause, {}});
                if (next.is_agent && agents_[next.who].busy) break;
            }
            if (next.is_agent) agents_[next.who].ready = false;
        }
    }

    /// Notes who on this chip can go on now, thanks to `event`.
    void look_at(std::int32_t chip, std::size_t event) {
        if (const auto next = machine_.next_of_chip(chip); next && machine_.enabled(*next))
            ready_.push_back({false, chip, event});
        for (const std::int32_t agent : agents_of_chip_[chip]) {
            if (agents_[agent].busy || agents_[agent].ready) continue;
            const auto next = machine_.next_of_agent(agent);
            if (!next || !machine_.enabled(*next)) continue;
            agents_[agent].ready = true;
            ready_.push_back({true, agent, event});
        }
    }
    void look_at_all(std::size_t event) {
        for (std::int32_t chip = 0; chip < schedule_.chips; ++chip) look_at(chip, event);
    }

    /// Lets `event` happen now; its index.
    std::size_t fire(const Event& event, const Cause& cause, std::int32_t transfer = no_transfer) {
        if (timeline_.trace.size() >= most_events_)
            throw Fault(Code::too_large, fmt::format("the run has more than {} events", most_events_));
        const std::size_t index = timeline_.trace.size();
        timeline_.trace.push_back(event);
        timeline_.times.push_back(now_);
        timeline_.causes.push_back(cause);
        machine_.fire(event);
        if (event.moment == Moment::issue || event.moment == Moment::start) begin(event, index);
        look_around(event, index, transfer != no_transfer);
        return index;
    }
    /// Who may go on thanks to `event`: agents of its chip and of the transfer's other end, or everyone.
    void look_around(const Event& event, std::size_t index, bool of_transfer) {
        const bool together = schedule_.profile.entry == Entry::barrier;
        // All enter by an event of chip 0, once the last has filled.
        if (event.moment == Moment::fill && together) return look_at(0, index);
        const bool last_to_arrive =
            event.moment == Moment::arrive && machine_.enabled(*machine_.next_of_agent(event.who));
        if (last_to_arrive || (event.moment == Moment::enter && together)) return look_at_all(index);
        look_at(chip_of(schedule_, event), index);
        if (of_transfer) look_at(other_end(event), index);
    }
    std::int32_t other_end(const Event& event) const {
        return journey_of(schedule_, operation(event), schedule_.agents[event.who].chip)->to;
    }

    // ---- What takes time -----------------------------------------------------------------------------------------

    /// The operation of this issue or start begins.
    void begin(const Event& event, std::size_t index) {
        if (std::optional<Transfer> transfer = transfer_of(event)) {
            note_directions(*transfer);
            if ((links_ += transfer->path.size()) > most_links)
                throw Fault(Code::too_large, "the transfers of the run take too many hops to follow them all");
            transfers_.push_back(std::move(*transfer));
            const auto id = static_cast<std::int32_t>(transfers_.size() - 1);
            if (event.moment == Moment::start) {
                agents_[event.who].busy = true;
                plan(event, {index, {latency(transfers_[id]), 0, 0, 0}}, id);
            } else {
                issue(id, index);
            }
        } else if (const double work = work_of(operation(event), costs_); event.moment == Moment::start && work > 0) {
            agents_[event.who].busy = true;
            plan({Moment::end, event.who, event.launch, event.step}, {index, {0, 0, 0, work}});
        }
    }

    /// What this operation sends over the network, or copies by itself on the own chip.
    std::optional<Transfer> transfer_of(const Event& event) const {
        const auto journey = journey_of(schedule_, operation(event), schedule_.agents[event.who].chip);
        if (!journey) return std::nullopt;
        Transfer transfer;
        transfer.issue = event;
        transfer.path = network_.path(journey->from, journey->to);
        transfer.slots = journey->slots;
        transfer.asked_for = journey->asked_for;
        const auto* const put = std::get_if<Put<C>>(&operation(event));
        transfer.detached = put != nullptr && put->recv && schedule_.profile.signal_covers == Covers::none;
        return transfer;
    }

    void note_directions(const Transfer& transfer) {
        for (const Network::Link link : transfer.path) {
            timeline_.used[network_.direction(link)] = 1;
            if (transfer.slots > 0) timeline_.carried[network_.direction(link)] = 1;
        }
        if (!transfer.asked_for || transfer.path.empty()) return;
        const std::int32_t from = transfer.path.front() / network_.directions();
        for (const Network::Link link : network_.path(schedule_.agents[transfer.issue.who].chip, from))
            timeline_.used[network_.direction(link)] = 1;
    }

    void issue(std::int32_t id, std::size_t index) {
        Transfer& transfer = transfers_[id];
        Agent& agent = agents_[transfer.issue.who];
        std::erase_if(agent.sent, [&](const auto& sent) { return transfers_[sent.second].left; });
        const std::int64_t number = machine_.position(transfer.issue.who) - 1;
        machine_.each_transfer(transfer.issue.who, [&](const Machine::Transfer& known) {
            if (known.number != number) return;
            for (const auto& [earlier, other] : agent.sent)
                if (std::find(known.before_begin.begin(), known.before_begin.end(), earlier) !=
                    known.before_begin.end())
                    transfer.follows.push_back(other);
        });
        agent.sent.emplace_back(number, id);
        if (transfer.follows.empty())
            leave(id, index);
        else
            agent.held.push_back(id);
    }

    /// A put or signal leaves, or the request of a get; thanks to event `cause`.
    void leave(std::int32_t id, std::size_t cause) {
        const Transfer& transfer = transfers_[id];
        const bool signal = transfer.slots == 0;
        plan(transfer.event(signal ? Moment::deliver : Moment::begin), {cause, {latency(transfer), 0, 0, 0}}, id);
        if (signal)
            gone(id, cause);
        else if (!transfer.asked_for)
            set_out(id, {cause, {}});
    }

    /// The data goes on its links.
    void set_out(std::int32_t id, const Cause& cause) {
        Transfer& transfer = transfers_[id];
        transfer.set_out = cause;
        transfer.set_out_time = now_;
        if (transfer.path.empty())
            return plan(transfer.event(Moment::read), {cause.event, {0, 0, 0, costs_.gamma * transfer.slots}}, id);
        flows_.start(transfer.path, transfer.slots, now_);
        of_flow_.push_back(id);
    }

    /// The last slot has left.
    void through(std::int32_t id) {
        const Transfer& transfer = transfers_[id];
        Cause cause = transfer.set_out;
        cause.spent.bandwidth = costs_.beta * transfer.slots;
        cause.spent.sharing = std::max(now_ - transfer.set_out_time - cause.spent.bandwidth, 0.0);
        if (transfer.issue.moment == Moment::issue) return come({now_, 0, transfer.event(Moment::read), cause, id});
        // A load has no event at which its last slot leaves.
        cause.spent.latency += latency(transfer);
        due_.push({now_ + latency(transfer), planned_++, transfer.event(Moment::end), cause, no_transfer});
    }

    /// The time of `due` has come.
    void come(const Due& due) {
        const Event& event = due.event;
        if (event.moment == Moment::start) return set_out(due.transfer, due.cause);
        if (event.moment == Moment::end) {
            agents_[event.who].busy = false;
            fire(event, due.cause);
            return;
        }
        if (!machine_.enabled(event)) return agents_[event.who].late.push_back(due);
        const std::size_t index = fire(event, due.cause, due.transfer);
        const Transfer& transfer = transfers_[due.transfer];
        if (event.moment == Moment::begin && transfer.asked_for) set_out(due.transfer, {index, {}});
        if (event.moment == Moment::read) {
            const Cause landing{index, {latency(transfer), 0, 0, 0}};
            plan(transfer.event(Moment::land), landing, due.transfer);
            if (transfer.detached) plan(transfer.event(Moment::raise), landing, due.transfer);
            gone(due.transfer, index);
        }
        catch_up(event.who, index);
    }

    /// What had to follow others of its agent, and may come now.
    void catch_up(std::int32_t agent, std::size_t index) {
        if (agents_[agent].late.empty()) return;
        std::vector<Due> late;
        late.swap(agents_[agent].late);
        for (Due& due : late) {
            if (machine_.enabled(due.event)) due.cause = {index, {}};
            come(due);  // too early still: it is late again
        }
    }

    /// All of the transfer has left; so may what waited for it.
    void gone(std::int32_t id, std::size_t index) {
        transfers_[id].left = true;
        Agent& agent = agents_[transfers_[id].issue.who];
        std::vector<std::int32_t> held;
        held.swap(agent.held);
        for (const std::int32_t other : held) {
            const auto& follows = transfers_[other].follows;
            if (std::all_of(follows.begin(), follows.end(), [&](std::int32_t f) { return transfers_[f].left; }))
                leave(other, index);
            else
                agent.held.push_back(other);
        }
    }

    const Schedule& schedule_;
    Costs costs_;
    Network network_;
    Flows flows_;
    std::size_t most_events_;
    Machine machine_;
    std::vector<Agent> agents_;
    std::vector<std::vector<std::int32_t>> agents_of_chip_;
    std::deque<Ready> ready_;
    std::priority_queue<Due> due_;
    std::int64_t planned_ = 0;
    double now_ = 0;
    std::vector<Transfer> transfers_;
    std::size_t links_ = 0;              ///< in the paths of all transfers
    std::vector<std::int32_t> of_flow_;  ///< by flow: its transfer
    Timeline timeline_;
};

}  // namespace

Spent& Spent::operator+=(const Spent& other) {
    latency += other.latency;
    bandwidth += other.bandwidth;
    sharing += other.sharing;
    work += other.work;
    return *this;
}

std::vector<std::size_t> Timeline::critical() const {
    std::vector<std::size_t> chain;
    if (!trace.empty())
        for (std::size_t event = trace.size() - 1; event != Cause::none; event = causes[event].event)
            chain.push_back(event);
    std::reverse(chain.begin(), chain.end());
    return chain;
}

double work_of(const Operation& operation, const Costs& costs) {
    return std::visit(Overloaded{
                          [&](const Copy<C>& copy) { return costs.gamma * copy.len; },
                          [&](const Reduce<C>& reduce) { return costs.gamma * reduce.len; },
                          [](const Compute<C>& compute) { return static_cast<double>(compute.cost); },
                          [](const auto&) { return 0.0; },
                      },
                      operation);
}

Timeline run_timed(const Schedule& schedule, std::int32_t launches, const Costs& costs, const Topology& topology,
                   std::size_t most_events) {
    const std::int64_t links = std::int64_t{schedule.chips} * Network(topology, schedule.chips).directions();
    if (links > most_network_links)
        throw Fault(Code::too_large, fmt::format("'{}' makes {} links between {} chips, the limit is {}",
                                                 text(topology), links, schedule.chips, most_network_links));
    return Run(schedule, launches, costs, topology, most_events).run();
}

}  // namespace ringproof::model
