#include <chrono>
#include <cstring>
#include <map>
#include <mutex>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

#include "conformance/check.h"
#include "conformance/serve.h"
#include "conformance/tally.h"
#include "generators/vectors/protocol.h"
#include "generators/vectors/vector_json.h"
#include "tests/support/vector_named.h"

namespace ringproof::conformance {
namespace {

using tests::vector_named;

/// Transfers that are over as soon as they begin.
class Instant {
public:
    explicit Instant(const World& world) : world_(world) {}
    void store(Place place, const std::byte* from) {
        const std::lock_guard lock(mutex_);
        slots_[place].assign(from, from + world_.slot_size);
    }
    void load(Place place, std::byte* to) {
        const std::lock_guard lock(mutex_);
        std::memcpy(to, slots_.at(place).data(), world_.slot_size);
    }
    void put(std::int32_t, const Put& put) {
        const std::lock_guard lock(mutex_);
        for (std::int32_t k = 0; k < put.len; ++k)
            slots_[{put.dst.buffer, put.dst.index + k}] = slots_.at({put.src.buffer, put.src.index + k});
        for (const auto& raise : {put.send, put.recv})
            if (raise) counters_[raise->counter] += raise->add;
    }
    void signal(std::int32_t, const Signal& signal) {
        const std::lock_guard lock(mutex_);
        counters_[signal.counter] += std::get<model::Add<model::Concrete>>(signal.effect).add;
    }
    bool try_wait(Counter counter, std::int64_t at_least, std::int64_t take) {
        const std::lock_guard lock(mutex_);
        if (counters_[counter] < at_least) return false;
        counters_[counter] -= take;
        return true;
    }
    std::int64_t value(Counter counter) {
        const std::lock_guard lock(mutex_);
        return counters_[counter];
    }
    void set(Counter counter, std::int64_t value) {
        const std::lock_guard lock(mutex_);
        counters_[counter] = value;
    }

private:
    const World& world_;
    std::mutex mutex_;
    std::map<Place, generators::Bytes> slots_;
    std::map<Counter, std::int64_t> counters_;
};

/// More members, more features.
class Orderly : public Instant {
public:
    using Instant::Instant;
    static constexpr bool accumulates = true;
    static constexpr model::Covers covers = model::Covers::link;
    static std::int32_t most_chips() { return 2; }
    void fence(std::int32_t) {}
    bool quiet(std::int32_t, model::Until) { return true; }
};

/// It never says that a counter has risen.
class Deaf : public Instant {
public:
    using Instant::Instant;
    bool try_wait(Counter, std::int64_t, std::int64_t) { return false; }
};

TEST(Conformance, FindsFeaturesByMembers) {
    const Kind instant = kind<Instant>("instant"), orderly = kind<Orderly>("orderly");
    for (const char* has :
         {"set", "take-all", "equals", "snapshot", "poll", "compute", "agents", "launches", "entry-barrier"})
        EXPECT_TRUE(instant.features.contains(has)) << has;
    for (const char* has : {"accumulate", "fence", "quiet", "covers-link", "covers-channel"}) {
        EXPECT_FALSE(instant.features.contains(has)) << has;
        EXPECT_TRUE(orderly.features.contains(has)) << has;
    }
    for (const char* neither : {"get", "load", "barrier", "signal-set"})
        EXPECT_FALSE(orderly.features.contains(neither));
    EXPECT_EQ(lacks(instant, vector_named("litmus-message_fence-n2").schedule()), "fence");
    EXPECT_EQ(lacks(orderly, vector_named("litmus-message_fence-n2").schedule()), "");
    EXPECT_EQ(lacks(orderly, vector_named("data-permute-copy-int32-n3").schedule()), "3 chips");
}

TEST(Conformance, PassesWhatIsRight) {
    for (const generators::Vector& vector : generators::vectors()) {
        if (!vector.quick || vector.of == generators::VectorClass::checker ||
            vector.of == generators::VectorClass::fault)
            continue;
        if (!lacks(kind<Instant>("instant"), vector.schedule()).empty()) continue;
        const generators::Task task = vector.task();
        EXPECT_EQ(check(kind<Instant>("instant"), task, manner_for(task, 0)).complaint, "") << vector.id;
    }
}

/// Nobody waits for ever: what is blocked is told, with the place, soon after its patience.
TEST(Conformance, TellsWhoIsBlocked) {
    const generators::Task task = vector_named("data-permute-copy-int32-n2").task();
    const auto began = std::chrono::steady_clock::now();
    const Ran ran = run(kind<Deaf>("deaf"), task, {0.1, Delays()});
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(5));
    EXPECT_FALSE(ran.shown.finished);
    EXPECT_EQ(ran.shown.positions, (std::vector<std::int64_t>{1, 1}));
    EXPECT_NE(task.complaint(ran.shown).find(
                  "it is blocked at chip 0, agent main, launch 0, operation 1 (permute.ring:13): wait sent"),
              std::string::npos)
        << task.complaint(ran.shown);
}

TEST(Conformance, ServesTheProtocol) {
    const std::string id = "counters-many_in_flight-n2";
    const generators::Vector& vector = vector_named(id);
    generators::KeptVector kept;
    kept.id = id;
    kept.of = vector.of;
    kept.task = std::make_shared<generators::Task>(vector.task());
    kept.asked = generators::write_asked(vector, *kept.task);
    kept.schedule = "{}";
    std::istringstream in(generators::hello_line("test") + "\n" + generators::run_line(kept, 0, 3, 10) + "\n" +
                          generators::judge_line(kept) + "\n" + R"({"run": "broken", "vector": {}})" + "\n" +
                          generators::bye_line() + "\nnever read\n");
    std::ostringstream out;
    EXPECT_EQ(serve(kind<Instant>("instant"), in, out), 0);
    std::istringstream answers(out.str());
    std::vector<std::string> lines;
    for (std::string line; std::getline(answers, line);) lines.push_back(line);
    ASSERT_EQ(lines.size(), 4U);
    EXPECT_EQ(generators::read_hello(lines[0]).name, "instant");
    EXPECT_EQ(generators::read_ran(lines[1], kept).what, generators::Heard::What::passed) << lines[1];
    EXPECT_NE(lines[2].find("error"), std::string::npos);
    EXPECT_NE(lines[3].find("'element' is missing"), std::string::npos) << lines[3];
}

TEST(Conformance, CountsWhatWasLeftOutAndSeen) {
    Tally tally;
    tally.name = "mine";
    tally.passed = 5;
    tally.failed = 1;
    tally.lacking = {{"get", 3}, {"fence", 2}};
    tally.waived = {{"some-id", "not yet"}};
    tally.litmus["litmus-x"] = {{0, 2}, 3};
    tally.litmus["litmus-y"] = {{0}, 1};
    const std::string text = tally.text();
    for (const char* part :
         {"conformance of mine: 5 passed, 1 failed, 5 skipped, 1 waived", "skipped    3  it lacks get",
          "waived  some-id: not yet", "3 of 4 allowed outcomes", "litmus-x"})
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    EXPECT_EQ(text.find("litmus-y"), std::string::npos);
    EXPECT_EQ(text.find("NOTHING WAS TESTED"), std::string::npos);
    tally.passed = tally.failed = 0;
    EXPECT_NE(tally.text().find("NOTHING WAS TESTED"), std::string::npos);
}

}  // namespace
}  // namespace ringproof::conformance
