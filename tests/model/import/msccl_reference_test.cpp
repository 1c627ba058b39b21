#include <algorithm>
#include <cctype>
#include <deque>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "checker/choose.h"
#include "model/import/msccl/msccl.h"
#include "model/machine.h"
#include "model/scheduler.h"
#include "tests/support/check_often.h"
#include "tests/support/verdicts.h"

/// Random algorithms, executed by an interpreter that knows nothing of schedules, and as what they are lowered to.
namespace ringproof::model::msccl {
namespace {

struct DrawnStep {
    std::string type, src = "i", dst = "i";
    int srcoff = 0, dstoff = 0, count = 1, depid = -1, deps = -1, hasdep = 0;
};
struct DrawnBlock {
    int send = -1, recv = -1, channel = 0;
    std::vector<DrawnStep> steps;
};
using DrawnPlan = std::vector<std::vector<DrawnBlock>>;  ///< by gpu

constexpr int chunks = 3;
/// Flags tell iteration and step in one number.
constexpr long steps_of_a_flag = 256;

std::string xml(const DrawnPlan& plan) {
    std::ostringstream out;
    out << "<algo name=\"drawn\" proto=\"Simple\" nchunksperloop=\"" << chunks << "\" ngpus=\"" << plan.size()
        << "\" coll=\"custom\">\n";
    for (std::size_t gpu = 0; gpu < plan.size(); ++gpu) {
        out << "<gpu id=\"" << gpu << "\" i_chunks=\"" << chunks << "\" o_chunks=\"" << chunks << "\" s_chunks=\""
            << chunks << "\">\n";
        for (std::size_t tb = 0; tb < plan[gpu].size(); ++tb) {
            const DrawnBlock& block = plan[gpu][tb];
            out << "<tb id=\"" << tb << "\" send=\"" << block.send << "\" recv=\"" << block.recv << "\" chan=\""
                << block.channel << "\">\n";
            for (const DrawnStep& step : block.steps)
                out << "<step type=\"" << step.type << "\" srcbuf=\"" << step.src << "\" srcoff=\"" << step.srcoff
                    << "\" dstbuf=\"" << step.dst << "\" dstoff=\"" << step.dstoff << "\" cnt=\"" << step.count
                    << "\" depid=\"" << step.depid << "\" deps=\"" << step.deps << "\" hasdep=\"" << step.hasdep
                    << "\"/>\n";
            out << "</tb>\n";
        }
        out << "</gpu>\n";
    }
    out << "</algo>\n";
    return out.str();
}

/// How often each input is in a sum.
using Sum = std::map<std::string, int>;

/// Executes an algorithm: queues, flags, memory. One part of a step is one action.
class Interpreter {
public:
    Interpreter(const DrawnPlan& plan, int depth, int most, int iterations)
        : plan_(plan), depth_(depth), most_(most), iterations_(iterations) {
        for (std::size_t gpu = 0; gpu < plan.size(); ++gpu) {
            blocks_.emplace_back(plan[gpu].size());
            for (int it = 0; it < iterations; ++it)
                for (int k = 0; k < chunks; ++k) {
                    const std::string name = std::to_string(it) + "[" + std::to_string(k) + "]@" + std::to_string(gpu);
                    memory_[key(gpu, it, "i", k)] = {{name, 1}};
                }
        }
    }

    /// Runs to rest, the next block drawn by `next(most)`. Whether all have ended.
    bool run(auto&& next) {
        for (;;) {
            std::vector<std::pair<std::size_t, std::size_t>> able;
            bool ended = true;
            for (std::size_t gpu = 0; gpu < plan_.size(); ++gpu)
                for (std::size_t tb = 0; tb < plan_[gpu].size(); ++tb) {
                    ended = ended && done(gpu, tb);
                    if (!done(gpu, tb) && enabled(gpu, tb)) able.emplace_back(gpu, tb);
                }
            if (able.empty()) return ended;
            const auto [gpu, tb] = able[next(able.size())];
            act(gpu, tb);
        }
    }

    /// What a chunk holds; empty: nothing was ever written.
    Sum at(std::size_t gpu, int it, const std::string& buffer, int k) const {
        const auto found = memory_.find(key(gpu, it, buffer, k));
        return found == memory_.end() ? Sum() : found->second;
    }

private:
    struct State {
        int iteration = 0;
        std::size_t step = 0;
        int moved = 0;
        long flag = -1;  ///< the last step that was published, counted over iterations
    };

    static std::string key(std::size_t gpu, int it, const std::string& buffer, int k) {
        return std::to_string(gpu) + buffer + std::to_string(it) + "." + std::to_string(k);
    }
    bool done(std::size_t gpu, std::size_t tb) const {
        return blocks_[gpu][tb].iteration == iterations_ || plan_[gpu][tb].steps.empty();
    }
    const DrawnStep& step(std::size_t gpu, std::size_t tb) const { return plan_[gpu][tb].steps[blocks_[gpu][tb].step]; }
    static bool receives(const std::string& type) { return type[0] == 'r' && type != "re"; }
    static bool sends(const std::string& type) {
        return type == "s" || type == "rcs" || type == "rrs" || type == "rrcs";
    }

    bool enabled(std::size_t gpu, std::size_t tb) {
        const State& state = blocks_[gpu][tb];
        const DrawnBlock& block = plan_[gpu][tb];
        const DrawnStep& now = step(gpu, tb);
        if (state.moved == 0 && now.depid >= 0 &&
            blocks_[gpu][static_cast<std::size_t>(now.depid)].flag < state.iteration * steps_of_a_flag + now.deps)
            return false;
        if (receives(now.type) && queue(block.recv, static_cast<int>(gpu), block.channel).empty()) return false;
        return !sends(now.type) ||
               static_cast<int>(queue(static_cast<int>(gpu), block.send, block.channel).size()) < depth_;
    }

    void act(std::size_t gpu, std::size_t tb) {
        State& state = blocks_[gpu][tb];
        const DrawnBlock& block = plan_[gpu][tb];
        const DrawnStep& now = step(gpu, tb);
        if (now.type == "nop") return advance(gpu, tb);
        const int part = std::min(most_, now.count - state.moved);
        std::vector<Sum> x;
        if (receives(now.type)) {
            auto& from = queue(block.recv, static_cast<int>(gpu), block.channel);
            x = from.front();
            from.pop_front();
        }
        const auto load = [&](const std::string& buffer, int offset) {
            std::vector<Sum> values;
            for (int k = 0; k < part; ++k) values.push_back(at(gpu, state.iteration, buffer, offset + state.moved + k));
            return values;
        };
        const auto add = [](std::vector<Sum>& to, const std::vector<Sum>& what) {
            for (std::size_t k = 0; k < to.size(); ++k)
                for (const auto& [name, times] : what[k]) to[k][name] += times;
        };
        if (now.type == "s" || now.type == "cpy") x = load(now.src, now.srcoff);
        if (now.type.starts_with("rr")) add(x, load(now.src, now.srcoff));
        if (now.type == "re") {
            x = load(now.dst, now.dstoff);
            add(x, load(now.src, now.srcoff));
        }
        if (now.type != "s" && now.type != "rrs")
            for (int k = 0; k < part; ++k)
                memory_[key(gpu, state.iteration, now.dst, now.dstoff + state.moved + k)] =
                    x[static_cast<std::size_t>(k)];
        if (sends(now.type)) queue(static_cast<int>(gpu), block.send, block.channel).push_back(x);
        state.moved += part;
        if (state.moved == now.count) advance(gpu, tb);
    }

    void advance(std::size_t gpu, std::size_t tb) {
        State& state = blocks_[gpu][tb];
        const auto& steps = plan_[gpu][tb].steps;
        if (steps[state.step].hasdep == 1)
            state.flag = state.iteration * steps_of_a_flag + static_cast<long>(state.step);
        state.moved = 0;
        if (++state.step < steps.size()) return;
        state.step = 0;
        ++state.iteration;
    }

    std::deque<std::vector<Sum>>& queue(int from, int to, int channel) { return queues_[{from, to, channel}]; }

    const DrawnPlan& plan_;
    int depth_, most_, iterations_;
    std::vector<std::vector<State>> blocks_;
    std::map<std::tuple<int, int, int>, std::deque<std::vector<Sum>>> queues_;
    std::map<std::string, Sum> memory_;
};

/// The inputs that a value of the machine adds, as the interpreter names them.
Sum sum_of(const std::string& text) {
    Sum sum;
    // `input it=0[2]@1#0`
    for (std::size_t at = text.find("it="); at != std::string::npos; at = text.find("it=", at + 1))
        ++sum[text.substr(at + 3, text.find('#', at) - at - 3)];
    return sum;
}

/// Of the whole range, whatever the size of the case.
int draw(int from, int to) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(from, to)); }

/// Messages that go from gpu to gpu and meet: a send somewhere, its receive elsewhere.
DrawnPlan draw_plan() {
    const int gpus = draw(2, 4);
    DrawnPlan plan(static_cast<std::size_t>(gpus));
    for (auto& gpu : plan) gpu.resize(static_cast<std::size_t>(draw(1, 4)));
    // Each block has its peers; a connection has one block at each end.
    std::map<std::tuple<int, int, int>, int> senders, receivers;
    std::vector<std::pair<std::pair<int, int>, std::pair<int, int>>> links;
    for (int k = draw(0, 6); k > 0; --k) {
        const int from = draw(0, gpus), to = draw(0, gpus),
                  out = draw(0, static_cast<int>(plan[static_cast<std::size_t>(from)].size())),
                  in = draw(0, static_cast<int>(plan[static_cast<std::size_t>(to)].size()));
        DrawnBlock& sender = plan[static_cast<std::size_t>(from)][static_cast<std::size_t>(out)];
        DrawnBlock& receiver = plan[static_cast<std::size_t>(to)][static_cast<std::size_t>(in)];
        if (from == to || sender.send >= 0 || receiver.recv >= 0) continue;
        const bool sender_has_peer = sender.recv >= 0, receiver_has_peer = receiver.send >= 0;
        if (sender_has_peer && receiver_has_peer && sender.channel != receiver.channel) continue;
        const int channel = sender_has_peer ? sender.channel : receiver_has_peer ? receiver.channel : draw(0, 2);
        if (senders.contains({from, to, channel})) continue;
        senders[{from, to, channel}] = out;
        sender.send = to, receiver.recv = from;
        sender.channel = receiver.channel = channel;
        links.push_back({{from, out}, {to, in}});
    }
    const auto place = [](DrawnStep& step) {
        constexpr const char* buffers[] = {"i", "o", "s"};
        step.src = buffers[draw(0, 3)], step.dst = buffers[draw(0, 3)];
        step.count = draw(1, chunks + 1);
        step.srcoff = draw(0, chunks - step.count + 1), step.dstoff = draw(0, chunks - step.count + 1);
    };
    for (int k = draw(1, 9); k > 0; --k) {
        DrawnStep step;
        place(step);
        if (!links.empty() && draw(0, 3) > 0) {
            const auto& [sender, receiver] = links[static_cast<std::size_t>(draw(0, static_cast<int>(links.size())))];
            DrawnStep other;
            place(other);
            other.count = step.count;
            other.srcoff = std::min(other.srcoff, chunks - other.count),
            other.dstoff = std::min(other.dstoff, chunks - other.count);
            step.type = "s";
            other.type = draw(0, 2) == 0 ? "r" : "rrc";
            auto& sends = plan[static_cast<std::size_t>(sender.first)][static_cast<std::size_t>(sender.second)].steps;
            auto& receives =
                plan[static_cast<std::size_t>(receiver.first)][static_cast<std::size_t>(receiver.second)].steps;
            // What was received last may go on at once.
            if (!sends.empty() && sends.back().count == step.count && draw(0, 2) == 0 &&
                (sends.back().type == "r" || sends.back().type == "rrc"))
                sends.back().type = sends.back().type == "r" ? "rcs" : draw(0, 2) == 0 ? "rrcs" : "rrs";
            else
                sends.push_back(step);
            receives.push_back(other);
        } else {
            constexpr const char* types[] = {"cpy", "re", "nop"};
            step.type = types[draw(0, 3)];
            auto& gpu = plan[static_cast<std::size_t>(draw(0, gpus))];
            gpu[static_cast<std::size_t>(draw(0, static_cast<int>(gpu.size())))].steps.push_back(step);
        }
    }
    for (auto& gpu : plan)
        for (auto& block : gpu) {
            for (DrawnStep& step : block.steps) {
                const bool nop = step.type == "nop";
                if (!nop && draw(0, 2) == 0) step.hasdep = 1;
                if (!nop && draw(0, 3) > 0) continue;
                step.depid = draw(0, static_cast<int>(gpu.size()));
                step.deps = draw(0, 4);
            }
            // What nothing follows is a part of nothing.
            while (!block.steps.empty() && block.steps.back().type == "nop") block.steps.pop_back();
        }
    return plan;
}

struct Counts {
    int deadlocks = 0, races = 0, compared = 0, refused = 0;
};

void compare(const DrawnPlan& plan, Counts& counts) {
    const PlanOptions options{
        .iterations = draw(1, 3), .fifo_depth = draw(1, 4), .message_bytes = draw(0, 2) == 0 ? 0 : 3 << 20};
    RC_LOG() << xml(plan) << "iterations " << options.iterations << " depth " << options.fifo_depth << " bytes "
             << options.message_bytes << "\n";
    Schedule schedule;
    try {
        schedule = read_msccl(xml(plan), "drawn.xml")->schedule(0, options, {});
    } catch (const Fault& fault) {
        // Steps that no runtime executes as they are written.
        RC_ASSERT(fault.code() == Code::bad_plan);
        ++counts.refused;
        return;
    }
    schedule.launches = 1;
    const checker::Verdict verdict = checker::choose({schedule, 1, {}}, checker::engines()).verdict;
    const std::string word = tests::word_of(verdict);
    RC_ASSERT(word != "undecided");
    // 3 MiB are a MiB a chunk, of which a slot takes two, and one iteration.
    const int iterations = options.message_bytes == 0 ? options.iterations : 1;
    Interpreter interpreter(plan, options.fifo_depth, options.message_bytes == 0 ? 71 : 2, iterations);
    const bool ended =
        interpreter.run([](std::size_t most) { return static_cast<std::size_t>(draw(0, static_cast<int>(most))); });
    RC_ASSERT(ended == (word != "deadlock"));
    if (!ended) {
        ++counts.deadlocks;
        return;
    }
    if (word == "race") {
        ++counts.races;
        return;
    }
    Machine machine(schedule, 1);
    run_random(machine, 7);
    RC_ASSERT(machine.finished());
    for (std::size_t id = 0; id < schedule.buffers.size(); ++id) {
        const Buffer& buffer = schedule.buffers[id];
        const std::string name = buffer.name.text();
        if (name.starts_with("fifo")) continue;
        const std::size_t it = name.find("it=");
        for (std::int32_t k = 0; k < buffer.size; ++k) {
            std::string text = machine.values().text(machine.memory()[{static_cast<std::int32_t>(id), k}], 100'000);
            if (iterations == 1)
                for (std::size_t at = text.find("input["); at != std::string::npos; at = text.find("input[", at + 8))
                    text.replace(at, 5, "it=0");
            const Sum expected = interpreter.at(static_cast<std::size_t>(buffer.chip),
                                                it == std::string::npos ? 0 : name[it + 3] - '0', name.substr(0, 1), k);
            // What was never written has no value to compare.
            if (expected.empty() || word == "uninitialised") continue;
            RC_ASSERT(sum_of(text) == expected);
            ++counts.compared;
        }
    }
}

TEST(MscclReference, AnInterpreterOfItsOwnComesToTheSame) {
    Counts counts;
    tests::check_often(3000, [&] { compare(draw_plan(), counts); });
    // Else it would show little.
    EXPECT_LT(counts.refused, 2000);
    EXPECT_GT(counts.deadlocks, 50);
    EXPECT_GT(counts.races, 20);
    EXPECT_GT(counts.compared, 1000);
}

}  // namespace
}  // namespace ringproof::model::msccl
