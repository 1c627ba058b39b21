#include "generators/loops/loop_kernels.h"

#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/language/language.h"

namespace ringproof::generators {
namespace {

/// Writes the text of a kernel, and now and then something else than what is meant.
class LoopWriter {
public:
    explicit LoopWriter(std::uint64_t seed) : random_(seed), slip_(of(3) == 0 ? 12 : of(3) == 0 ? 0 : 40) {}

    std::string write() {
        switch (of(6)) {
            case 0:
                forward();
                break;
            case 1:
            case 2:
                in_turn();
                break;
            case 3:
                exchange();
                break;
            case 4:
                barriers();
                break;
            default:
                both_ways();
        }
        const std::string profile =
            any<std::string>({"pallas-tpu", "pallas-tpu", "default", "pallas-tpu-fifo", "pallas-tpu, exit any",
                              "pallas-tpu, exit drained", "pallas-tpu, counter_life global", "pallas-tpu, entry none"});
        return fmt::format("kernel loops(n)\n{}profile {}\n\n{}", head_, own_profile_.empty() ? profile : own_profile_,
                           fmt::join(lines_, ""));
    }

private:
    std::uint64_t of(std::uint64_t count) { return random_() % count; }
    template <class T>
    T any(std::vector<T> values) {
        return values[of(values.size())];
    }
    bool slips() { return slip_ > 0 && of(slip_) == 0; }
    /// The first of the values, or by a slip any.
    std::string usually(std::vector<std::string> values) { return slips() ? any(std::move(values)) : values.front(); }
    std::string near(std::int64_t value) {
        return std::to_string(slips() ? value - 1 + static_cast<std::int64_t>(of(3)) : value);
    }

    void line(const std::string& text) {
        if (slips() && of(2) == 0) return;
        lines_.push_back(text + "\n");
        if (lines_.size() > 1 && movable_ && slips() && of(2) == 0) std::swap(lines_.back(), lines_[lines_.size() - 2]);
        movable_ = true;
    }
    void fixed(const std::string& text) {
        lines_.push_back(text + "\n");
        movable_ = false;
    }

    /// Each chunk has its own slot.
    void forward() {
        const bool right = of(2) == 0;
        const std::string to = right ? "right" : "left", back = right ? "-" : "+";
        head_ = of(4) != 0 ? "contract all_gather(x -> out)\n" : "";
        const std::string arrived = any<std::string>({"[s]", "[s]", "[s % 2]", ""});
        fixed("buffer x in");
        fixed("buffer out[n] out ring");
        fixed(fmt::format("sem sent, arrived{}", arrived == "[s]" ? "[n]" : arrived.empty() ? "" : "[2]"));
        line(fmt::format("copy x -> out[me{}]", usually({"", "", " + 1"})));
        fixed(fmt::format("for s in 0 .. {} {{", usually({"n - 1", "n", "n - 2"})));
        fixed(fmt::format("  let c = me {} s", back));
        line(fmt::format("  put out[c] -> {0}.out[c{1}] send sent recv arrived{2}", to, usually({"", "", " + 1"}),
                         arrived));
        const bool late = of(3) == 0;
        if (!late) line("  wait sent");
        line("  wait arrived" + arrived);
        fixed("}");
        if (late) line(fmt::format("for k in 0 .. {} {{ wait sent }}", usually({"n - 1", "n", "n - 2"})));
    }

    /// A few slots, used again and again.
    void in_turn() {
        const bool right = of(2) == 0, reduces = of(3) != 0;
        const std::string to = right ? "right" : "left", from = right ? "left" : "right", back = right ? "-" : "+";
        const std::int64_t slots = 2 + static_cast<std::int64_t>(of(3));
        const std::string steps = reduces ? "2 * (n - 1)" : "n - 1";
        if (of(4) != 0) head_ = reduces ? "contract all_reduce(x, sum)\n" : "contract all_gather(x)\n";
        const std::string arrived = any<std::string>({"[slot]", "[slot]", "[s]", ""});
        const bool credits = of(8) != 0, prepaid = credits && of(4) == 0;
        fixed("buffer x[n] inout ring");
        fixed(fmt::format("buffer hold[{}]", near(slots)));
        fixed(fmt::format("sem sent, arrived{}, ready", arrived == "[slot]" ? fmt::format("[{}]", slots)
                                                        : arrived == "[s]"  ? "[2 * n]"
                                                                            : ""));
        if (prepaid) line(fmt::format("for k in 0 .. {} {{ signal {}.ready }}", near(slots), from));
        fixed(fmt::format("for s in 0 .. {} {{", steps));
        fixed(fmt::format("  let slot = s % {}", near(slots)));
        fixed(reduces ? fmt::format("  let c = s < n - 1 ? me {0} s : me {0} s + n", back)
                      : fmt::format("  let c = me {} s", back));
        if (credits) line(prepaid ? "  wait ready" : fmt::format("  if s >= {} {{ wait ready }}", near(slots)));
        line(fmt::format("  put x[c] -> {}.hold[slot] send sent recv arrived{}", to, arrived));
        line("  wait sent");
        line("  wait arrived" + arrived);
        const std::string next = fmt::format("c {} {}", back, near(1));
        line(reduces ? fmt::format("  if s < {} {{ reduce hold[slot] into x[{}] }} else {{ copy hold[slot] -> x[{}] }}",
                                   usually({"n - 1", "n", "n - 2"}), next, next)
                     : fmt::format("  copy hold[slot] -> x[{}]", next));
        if (credits)
            line(prepaid
                     ? fmt::format("  signal {}.ready", usually({from, to}))
                     : fmt::format("  if s + {} < {} {{ signal {}.ready }}", near(slots), steps, usually({from, to})));
        fixed("}");
        if (prepaid) line(fmt::format("for k in 0 .. {} {{ wait ready }}", near(slots)));
    }

    void exchange() {
        head_ = of(4) != 0 ? "contract all_to_all(x -> out)\n" : "";
        const std::string sign = any<std::string>({"+", "-"});
        const bool each = of(2) == 0;
        fixed("buffer x[n] in ring");
        fixed("buffer out[n] out ring");
        fixed(each ? "sem sent, arrived[n]" : "sem sent, arrived");
        line("copy x[me] -> out[me]");
        fixed(fmt::format("for s in {} .. {} {{", near(1), usually({"n", "n", "n - 1"})));
        line(fmt::format("  put x[me {0} s] -> chip(me {0} s).out[{1}] send sent recv arrived{2}", sign,
                         usually({"me", "me", "me + s"}), each ? "[s]" : ""));
        if (of(3) == 0)
            line(fmt::format("  signal {}.arrived{}", any<std::string>({"left", "right"}), each ? "[s]" : ""));
        fixed("}");
        fixed(fmt::format("for s in {} .. {} {{", near(1), usually({"n", "n", "n - 1"})));
        line("  wait sent");
        line(fmt::format("  wait arrived{}", each ? "[s]" : ""));
        fixed("}");
    }

    void barriers() {
        const std::int64_t rounds = 1 + static_cast<std::int64_t>(of(3));
        const bool own = of(2) == 0, shared = of(3) == 0;
        head_ = own ? "contract permute(x -> out, distance = 1)\n" : "contract barrier(distance = 1)\n";
        own_profile_ = any<std::string>({"pallas-tpu, entry none", "pallas-tpu, entry none", "openshmem, entry none",
                                         "pallas-tpu-fifo, entry none"});
        fixed("buffer x in");
        fixed("buffer out out");
        fixed(shared ? "sem bar global" : fmt::format("sem bar[{}] global", rounds));
        fixed("sem from_left global, from_right global, sent, arrived");
        const std::string bar = shared ? "bar" : "bar[b]";
        const bool apart = of(3) == 0;
        fixed(fmt::format("for b in 0 .. {} {{", rounds));
        line(fmt::format("  signal left.{}{}", apart ? "from_right" : bar, usually({"", "", " add 2"})));
        line(fmt::format("  signal right.{}", apart ? "from_left" : bar));
        if (apart) {
            line("  wait from_left");
            line("  wait from_right");
        } else {
            line(fmt::format("  wait {} {}", bar, near(2)));
        }
        fixed("}");
        line(fmt::format("put x -> {}.out send sent recv arrived", usually({"right", "left"})));
        line("wait sent");
        line("wait arrived");
    }

    /// An agent for each direction.
    void both_ways() {
        head_ = of(4) != 0 ? "contract all_gather(x -> out)\n" : "";
        fixed("buffer x[2] in");
        fixed("buffer out[2 * n] out ring");
        const bool agents = of(2) == 0, shared = slips();
        const std::string second = shared ? "from_left" : "from_right";
        fixed(fmt::format("sem up, down, from_left[n], from_right[n], copied{}", agents ? "[2]" : ""));
        if (agents) {
            for (const int half : {0, 1}) {
                fixed(fmt::format("agent {} {{", half == 0 ? "upwards" : "downwards"));
                line(fmt::format("  copy x[{0}] -> out[2 * me + {0}]", half));
                fixed(fmt::format("  for s in 0 .. {} {{", usually({"n - 1", "n", "n - 2"})));
                fixed(fmt::format("    let c = 2 * (me {} s) + {}", half == 0 ? "-" : "+", half));
                line(fmt::format("    put out[c] -> {}.out[c] send {} recv {}[s]", half == 0 ? "right" : "left",
                                 half == 0 ? "up" : "down", half == 0 ? "from_left" : second));
                line(fmt::format("    wait {}", half == 0 ? "up" : "down"));
                line(fmt::format("    wait {}[s]", half == 0 ? "from_left" : second));
                fixed("  }");
                fixed("}");
            }
            return;
        }
        line("copy x -> out[2 * me] len 2");
        fixed(fmt::format("for s in 0 .. {} {{", usually({"n - 1", "n", "n - 2"})));
        line("  put out[2 * (me - s)] -> right.out[2 * (me - s)] send up recv from_left[s]");
        line("  put out[2 * (me + s) + 1] -> left.out[2 * (me + s) + 1] send down recv " + second + "[s]");
        line("  wait up");
        line("  wait down");
        line(fmt::format("  wait from_left[s] {}", shared ? "2" : "1"));
        if (!shared) line("  wait from_right[s]");
        fixed("}");
    }

    std::mt19937_64 random_;
    std::uint64_t slip_;  ///< one in so many; 0: never
    bool movable_ = false;
    std::string head_, own_profile_;
    std::vector<std::string> lines_;
};

}  // namespace

model::Kernel loop_kernel(std::uint64_t seed) {
    // Two lines that changed places may leave a name without its meaning: then another one is drawn.
    for (std::uint64_t attempt = 0;; ++attempt) {
        try {
            return model::parse_kernel(LoopWriter(seed + (attempt << 48U)).write(), "loops.ring");
        } catch (const model::Fault&) {
            if (attempt > 100) throw;
        }
    }
}

}  // namespace ringproof::generators
