#include "model/timeline.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "generators/unstructured.h"
#include "model/bound.h"
#include "model/diagnostic.h"
#include "model/figures.h"
#include "model/machine.h"
#include "model/scheduler.h"
#include "model/source.h"
#include "model/validity.h"
#include "tests/support/places.h"
#include "tests/support/play.h"

namespace ringproof::model {
namespace {

using tests::schedule_of;

Schedule kernel(const std::string& name, std::int32_t chips, const Settings& settings = {}) {
    const Source source = read_source(tests::specs("kernels/" + name + ".ring"));
    return instantiate(std::get<Kernel>(source.content), chips, settings);
}

double time_of(const Schedule& schedule, const Costs& costs, const Topology& topology = Ring{}) {
    const Timeline timeline = run_timed(schedule, schedule.launches, costs, topology);
    EXPECT_TRUE(timeline.finished);
    EXPECT_TRUE(timeline.findings.empty());
    return timeline.makespan();
}

/// Also of schedules that are not right.
double makespan(const std::string& text, std::int32_t chips, const Costs& costs, const Topology& topology = Ring{}) {
    return run_timed(schedule_of(text, chips), 1, costs, topology).makespan();
}

/// The index of the only event of this moment and agent.
std::size_t index_of(const Timeline& timeline, const std::string& event) {
    const auto found = std::find(timeline.trace.begin(), timeline.trace.end(), tests::event_of(event));
    EXPECT_NE(found, timeline.trace.end()) << event;
    return static_cast<std::size_t>(found - timeline.trace.begin());
}
double time_at(const Timeline& timeline, const std::string& event) {
    return timeline.times.at(index_of(timeline, event));
}

/// Costs that are exact in binary, and sums of them as well.
const std::vector<Costs> exact_costs{{1, 1, 0}, {0, 1, 0}, {1, 0, 0}, {3, 2, 0}, {0.5, 8, 0}, {20, 0.25, 0}, {0, 0, 0}};

// ---- Known times -------------------------------------------------------------------------------------------------

TEST(TimedRun, OfRingCollectivesIsStepsTimesAHopAndASlot) {
    for (const Costs& costs : exact_costs)
        for (std::int32_t n = 1; n <= 17; ++n) {
            const double step = costs.alpha + costs.beta;
            EXPECT_EQ(time_of(kernel("all_gather", n), costs), (n - 1) * step) << n;
            EXPECT_EQ(time_of(kernel("all_reduce", n), costs), 2 * (n - 1) * step) << n;
            EXPECT_EQ(time_of(kernel("reduce_scatter", n), costs), (n - 1) * step) << n;
            EXPECT_EQ(time_of(kernel("reduce", n), costs), (n - 1) * step) << n;
            EXPECT_EQ(time_of(kernel("permute", n), costs), n == 1 ? 0 : step) << n;
        }
}

TEST(TimedRun, OfAllGatherGrowsWithTheBlock) {
    for (const Costs& costs : exact_costs)
        for (const int m : {1, 2, 5, 64})
            for (std::int32_t n = 2; n <= 9; ++n) {
                const std::string size = std::to_string(m);
                const Schedule schedule =
                    schedule_of("kernel k(n, m = " + size +
                                    ")\n"
                                    "contract all_gather(x -> out)\n"
                                    "buffer x[m] in\nbuffer out[n * m] out\nsem sent, arrived[n]\n"
                                    "copy x -> out[me * m] len m\n"
                                    "for s in 0 .. n - 1 {\n"
                                    "  let c = chip(me - s) * m\n"
                                    "  put out[c] -> right.out[c] len m send sent recv arrived[s]\n"
                                    "  wait sent\n  wait arrived[s]\n}\n",
                                n);
                EXPECT_EQ(time_of(schedule, costs), (n - 1) * (costs.alpha + costs.beta * m));
            }
}

TEST(TimedRun, SharesLinksBetweenTransfers) {
    for (const Costs& costs : exact_costs)
        for (std::int32_t n = 2; n <= 17; ++n) {
            // Right go the blocks for chips 1 to h ahead, so each link carries 1 + 2 + ... + h of them at once.
            const int h = n / 2;
            EXPECT_EQ(time_of(kernel("all_to_all_direct", n), costs), costs.alpha * h + costs.beta * h * (h + 1) / 2);
            // All that goes right to the root shares its last link, or its first from there.
            EXPECT_EQ(time_of(kernel("gather", n), costs), h * (costs.alpha + costs.beta));
            EXPECT_EQ(time_of(kernel("scatter", n), costs), h * (costs.alpha + costs.beta));
            // Both ways round, but for two chips, between which both puts take the link to the right.
            EXPECT_EQ(time_of(kernel("all_gather_bidirectional", n), costs),
                      (n - 1) * (costs.alpha + costs.beta * (n == 2 ? 2 : 1)));
        }
}

TEST(TimedRun, KeepsTransfersThatStayInOrderApart) {
    for (const Costs& costs : exact_costs)
        for (std::int32_t n = 2; n <= 9; ++n) {
            Schedule schedule = kernel("broadcast_pipelined", n, {{"chunks", 6}});
            // All six share the link and arrive together.
            EXPECT_EQ(time_of(schedule, costs), (n - 1) * (costs.alpha + 6 * costs.beta));
            // One after the other they are passed on while the next arrives: order costs no time, and saves some.
            schedule.profile = *find_profile("pallas-tpu-fifo");
            EXPECT_EQ(time_of(schedule, costs), (n - 1) * costs.alpha + (6 + n - 2) * costs.beta);
        }
}

TEST(TimedRun, OfSignalsRequestsAndTheTorus) {
    for (const Costs& costs : exact_costs) {
        for (std::int32_t n = 2; n <= 17; ++n) {
            EXPECT_EQ(time_of(kernel("permute_pull", n), costs), 3 * costs.alpha + costs.beta);
            EXPECT_EQ(time_of(kernel("barrier_neighbour", n), costs), costs.alpha);
            double hops = 0;
            for (std::int32_t far = 1; far < n; far *= 2) hops += std::min(far, n - far);
            EXPECT_EQ(time_of(kernel("barrier_dissemination", n), costs), costs.alpha * hops);
        }
        for (const auto& [rows, columns] : {std::pair{2, 2}, {2, 3}, {3, 4}, {4, 2}})
            EXPECT_EQ(time_of(kernel("torus_all_reduce", rows * columns, {{"rows", rows}}), costs, Grid{rows, columns}),
                      (rows - 1 + columns - 1) * (costs.alpha + costs.beta));
    }
}

TEST(TimedRun, OfProductsHidesTransfersOrNot) {
    const Costs costs{1, 2, 0};
    const auto work = [](const Schedule& schedule) {
        double sum = 0;
        for (const Step& step : schedule.agents[0].steps) sum += work_of(step.operation, {0, 0, 0});
        return sum;
    };
    for (std::int32_t n = 2; n <= 9; ++n) {
        const Schedule naive = kernel("all_gather_matmul_naive", n), overlapped = kernel("all_gather_matmul", n);
        EXPECT_EQ(time_of(naive, costs), work(naive) + (n - 1) * 3);
        // All that is left to wait for is the credit's way back before each put but the first.
        EXPECT_EQ(time_of(overlapped, costs), work(overlapped) + (n - 2) * costs.alpha);
    }
}

TEST(TimedRun, OfLaunchesIsTheirSum) {
    for (const Costs& costs : exact_costs) {
        Schedule schedule = kernel("all_gather", 4);
        schedule.launches = 3;
        EXPECT_EQ(time_of(schedule, costs), 9 * (costs.alpha + costs.beta));
    }
}

// ---- The parts of the model --------------------------------------------------------------------------------------

TEST(TimedRun, OfTwoTransfersOnOneLinkTakesTwiceAsLong) {
    const std::string head =
        "kernel k(n)\nprofile default, exit any\nbuffer x[8] in\nbuffer y[8] out\nsem done\n"
        "if me == 0 {\n  put x -> chip(1).y len 4 recv done\n";
    const Costs costs{10, 1, 0};
    EXPECT_EQ(makespan(head + "}\n", 4, costs), 14);
    // The other is shorter: 2 slots each at half the speed, then the rest alone.
    const Timeline both =
        run_timed(schedule_of(head + "  put x[4] -> chip(1).y[4] len 2 recv done\n}\n", 4), 1, costs, Ring{});
    EXPECT_EQ(time_at(both, "read 0.1"), 4);
    EXPECT_EQ(time_at(both, "read 0.0"), 6);
    EXPECT_EQ(time_at(both, "land 0.0"), 16);
    EXPECT_EQ(both.causes[index_of(both, "read 0.0")].spent.sharing, 2);
    // The other way it does not share.
    const Timeline apart =
        run_timed(schedule_of(head + "  put x[4] -> chip(3).y[4] len 4 recv done\n}\n", 4), 1, costs, Ring{});
    EXPECT_EQ(time_at(apart, "land 0.0"), 14);
    EXPECT_EQ(time_at(apart, "land 0.1"), 14);
    // Two hops: it shares the first link, and waits for nothing on the second.
    const Timeline far =
        run_timed(schedule_of(head + "  put x[4] -> chip(2).y[4] len 4 recv done\n}\n", 4), 1, costs, Ring{});
    EXPECT_EQ(time_at(far, "land 0.0"), 18);
    EXPECT_EQ(time_at(far, "land 0.1"), 28);
    // Each pair has a link of its own.
    EXPECT_EQ(makespan(head + "  put x[4] -> chip(2).y[4] len 4 recv done\n}\n", 4, costs, Mesh{}), 14);
}

TEST(TimedRun, TakesTheShorterWayAndTiesToTheRight) {
    const Network ring(Ring{}, 6);
    EXPECT_EQ(ring.path(0, 2), (std::vector<Network::Link>{0, 2}));
    EXPECT_EQ(ring.path(0, 3), (std::vector<Network::Link>{0, 2, 4}));
    EXPECT_EQ(ring.path(0, 4), (std::vector<Network::Link>{1, 11}));
    EXPECT_TRUE(ring.path(3, 3).empty());
    // Columns first, then rows: right to chip 1, then down to chip 4.
    const Network torus(Grid{2, 3}, 6);
    EXPECT_EQ(torus.path(0, 4), (std::vector<Network::Link>{0 * 4 + 0, 1 * 4 + 2}));
    EXPECT_EQ(torus.path(0, 2), (std::vector<Network::Link>{0 * 4 + 1}));
    const Network mesh(Mesh{}, 4);
    EXPECT_EQ(mesh.path(1, 3), (std::vector<Network::Link>{1 * 3 + 1}));
    EXPECT_EQ(mesh.path(3, 0), (std::vector<Network::Link>{3 * 3 + 0}));
}

TEST(TimedRun, TakesTheShortestWayInEveryNetwork) {
    for (std::int32_t n = 1; n <= 12; ++n) {
        std::vector<Topology> topologies{Ring{}, Mesh{}};
        for (std::int32_t rows = 1; rows <= n; ++rows)
            if (n % rows == 0) topologies.emplace_back(Grid{rows, n / rows});
        for (const Topology& topology : topologies) {
            const Network network(topology, n);
            const auto hops = network.distances_from_0(std::vector<char>(network.directions(), 1));
            for (std::int32_t from = 0; from < n; ++from)
                for (std::int32_t to = 0; to < n; ++to) {
                    const auto path = network.path(from, to);
                    EXPECT_EQ(path.size(), hops[network.as_from_0(from, to)])
                        << text(topology) << " " << from << " " << to;
                    std::int32_t at = from;
                    for (const Network::Link link : path) {
                        EXPECT_EQ(link / network.directions(), at);
                        at = network.neighbour(at, network.direction(link));
                    }
                    EXPECT_EQ(at, to);
                }
        }
    }
}

TEST(TimedRun, ChargesCopiesWorkAndLoads) {
    const Costs costs{3, 2, 5};
    const std::string head = "kernel k(n)\nprofile default, exit any\nbuffer x[4] in\nbuffer y[4] out\nsem done\n";
    EXPECT_EQ(makespan(head + "copy x -> y len 4\n", 2, costs), 20);
    EXPECT_EQ(makespan(head + "reduce x, x[1] -> y len 2\n", 2, costs), 10);
    EXPECT_EQ(makespan(head + "compute f reads x writes y cost 7\n", 2, costs), 7);
    EXPECT_EQ(makespan(head + "write y \"a\"\nread y expect \"a\"\n", 2, costs), 0);
    // There and back, and the slots.
    EXPECT_EQ(makespan(head + "copy right.x -> y len 4\n", 3, costs), 3 + 8 + 3);
    // To the own chip nothing goes over a link.
    EXPECT_EQ(makespan(head + "put x -> me.y len 4 recv done\nwait done\n", 3, costs), 20);
}

TEST(TimedRun, LetsFencesAndChannelsKeepOrderOnly) {
    const std::string head =
        "kernel k(n)\nprofile default, exit any\nbuffer x[8] in\nbuffer y[8] out\nsem done\nif me == 0 {\n";
    const Costs costs{10, 1, 0};
    const std::string two =
        "  put x -> chip(1).y len 4 recv done\n  fence\n  put x[4] -> chip(1).y[4] len 4 recv done\n}\n";
    const Timeline fenced = run_timed(schedule_of(head + two, 4), 1, costs, Ring{});
    EXPECT_EQ(time_at(fenced, "land 0.0"), 14);
    EXPECT_EQ(time_at(fenced, "begin 0.2"), 14);
    EXPECT_EQ(time_at(fenced, "land 0.2"), 18);
    // A signal on the put's channel arrives with the data, and not before.
    const Timeline signalled =
        run_timed(schedule_of("kernel k(n)\nprofile mscclpp\nbuffer x[8] in\nbuffer y[8] out\nsem done\nif me == 0 {\n"
                              "  put x -> chip(1).y len 4\n  signal chip(1).done\n}\nif me == 1 { wait done }\n",
                              4),
                  1, costs, Ring{});
    EXPECT_EQ(time_at(signalled, "deliver 0.1"), 14);
    EXPECT_EQ(time_at(signalled, "wait 1.0"), 14);
    const std::size_t deliver = index_of(signalled, "deliver 0.1");
    EXPECT_EQ(signalled.causes[deliver].event, index_of(signalled, "land 0.0"));
}

TEST(TimedRun, LetsGoWhoeverWaitsAsSoonAsItCan) {
    const Costs costs{3, 2, 0};
    const std::string head = "kernel k(n)\nprofile default, exit any\nbuffer x in\nbuffer y, z out\nsem done\n";
    // Chip c works 2c + 1; all leave the barrier with the last of them.
    const Timeline met =
        run_timed(schedule_of(head + "compute f writes z cost 2 * me + 1\nbarrier b\n", 4), 1, costs, Ring{});
    EXPECT_TRUE(met.finished);
    for (const char* const chip : {"0", "1", "2", "3"}) {
        EXPECT_EQ(time_at(met, "leave " + std::string(chip) + ".1"), 7);
        EXPECT_EQ(met.causes[index_of(met, "leave " + std::string(chip) + ".1")].event, index_of(met, "arrive 3.1"));
    }
    // Sources are free after 2, data lands 3 later, there and with whoever polls for it.
    const Timeline quiet = run_timed(
        schedule_of(head + "put x -> right.y\nquiet until read\nquiet until landed\npoll y\n", 4), 1, costs, Ring{});
    EXPECT_TRUE(quiet.finished);
    EXPECT_EQ(time_at(quiet, "quiet 0.1"), 2);
    EXPECT_EQ(time_at(quiet, "quiet 0.2"), 5);
    EXPECT_EQ(time_at(quiet, "poll 0.3"), 5);
}

TEST(TimedRun, RaisesDetachedCountersWithTheData) {
    const Schedule schedule = schedule_of(
        "kernel k(n)\nprofile default, signal_covers none, exit any\nbuffer x in\nbuffer y out\nsem done\n"
        "put x -> right.y recv done\nwait done\n",
        3);
    const Timeline timeline = run_timed(schedule, 1, {1, 1, 0}, Ring{});
    EXPECT_TRUE(timeline.finished);
    EXPECT_EQ(time_at(timeline, "raise 0.0"), 2);
}

TEST(TimedRun, TellsADeadlock) {
    const Source source = read_source(tests::specs("gallery/wait_before_signal.ring"));
    const Schedule schedule = instantiate(std::get<Kernel>(source.content), 3);
    const Timeline timeline = run_timed(schedule, 1, {}, Ring{});
    EXPECT_FALSE(timeline.finished);
    ASSERT_EQ(timeline.findings.size(), 1U);
    EXPECT_EQ(timeline.findings[0].code, Code::deadlock);
}

TEST(TimedRun, IsBounded) {
    EXPECT_THROW(run_timed(kernel("all_gather", 4), 1, {}, Ring{}, 20), Fault);
    EXPECT_NO_THROW(run_timed(kernel("all_gather", 4), 1, {}, Ring{}, 200));
}

// ---- The causes of events ----------------------------------------------------------------------------------------

TEST(CriticalPath, NamesWhatTheTimeWentTo) {
    const Schedule schedule = kernel("all_gather_matmul_naive", 4);
    const Figures naive = figures(schedule, run_timed(schedule, 1, {2, 3, 0}, Ring{}));
    EXPECT_EQ(naive.critical.latency, 6);
    EXPECT_EQ(naive.critical.bandwidth, 9);
    EXPECT_EQ(naive.critical.sharing, 0);
    EXPECT_EQ(naive.critical.work, naive.makespan - 15);
}

TEST(Figures, TellWorkTransfersAndTheirOverlap) {
    // Chip 0 works 6 while 1 + 4 of data travel to chip 1, which then works 2.
    const Schedule schedule = schedule_of(
        "kernel k(n)\nprofile default, exit any\nbuffer x[4] in\nbuffer y[4], z out\nsem done\n"
        "if me == 0 {\n  put x -> chip(1).y len 4 recv done\n  compute f writes z cost 3\n  compute f writes z cost "
        "3\n}\n"
        "if me == 1 {\n  wait done\n  compute f writes z cost 2\n}\n",
        3);
    const Figures all = figures(schedule, run_timed(schedule, 1, {1, 1, 0}, Ring{}));
    EXPECT_EQ(all.makespan, 7);
    EXPECT_EQ(all.chips[0].busy, 6);
    EXPECT_EQ(all.chips[0].moving, 5);
    EXPECT_EQ(all.chips[0].overlapped, 5);
    EXPECT_EQ(all.chips[1].busy, 2);
    EXPECT_EQ(all.chips[1].exposed(), 5);
    EXPECT_EQ(all.chips[2].moving, 0);
    EXPECT_EQ(all.overlap(), 0.5);
    EXPECT_EQ(all.exposed(), 5);
}

// ---- Bounds ------------------------------------------------------------------------------------------------------

double bound(const Schedule& schedule, const Costs& costs, const std::string& what, const Topology& topology = Ring{}) {
    const Bounds bounds = lower_bounds(schedule, run_timed(schedule, schedule.launches, costs, topology));
    for (const Bound& one : bounds.list)
        if (one.what == what) return one.time;
    ADD_FAILURE() << "no bound " << what << ": " << bounds.unknown;
    return -1;
}

TEST(LowerBounds, AreThoseOfTheLiterature) {
    const Costs costs{3, 5, 0};
    for (std::int32_t n = 3; n <= 9; ++n) {
        const double h = n / 2;  // NOLINT(bugprone-integer-division): hops are whole
        double w = 0;
        for (std::int32_t to = 1; to < n; ++to) w += std::min(to, n - to);
        EXPECT_EQ(bound(kernel("all_gather", n), costs, "latency of all_gather"), 3 * (n - 1));
        EXPECT_EQ(bound(kernel("all_gather", n), costs, "bandwidth of all_gather"), 5 * (n - 1));
        EXPECT_EQ(bound(kernel("all_gather_bidirectional", n), costs, "latency of all_gather"), 3 * h);
        EXPECT_EQ(bound(kernel("all_gather_bidirectional", n), costs, "bandwidth of all_gather"), 5 * (n - 1));
        EXPECT_EQ(bound(kernel("reduce_scatter", n), costs, "bandwidth of reduce_scatter"), 5 * (n - 1));
        // The vector has n slots.
        EXPECT_EQ(bound(kernel("all_reduce", n), costs, "bandwidth of all_reduce"), 5 * 2 * (n - 1));
        EXPECT_EQ(bound(kernel("all_to_all_direct", n), costs, "bandwidth of all_to_all"), 5 * w / 2);
        EXPECT_EQ(bound(kernel("all_to_all_ring", n), costs, "bandwidth of all_to_all"), 5 * n * (n - 1) / 2);
        EXPECT_EQ(bound(kernel("broadcast_pipelined", n), costs, "bandwidth of broadcast"), 5 * 4);
        EXPECT_EQ(bound(kernel("reduce", n), costs, "bandwidth of reduce"), 5);
        EXPECT_EQ(bound(kernel("scatter", n), costs, "bandwidth of scatter"), 5.0 * (n - 1) / 2);
        EXPECT_EQ(bound(kernel("gather", n), costs, "latency of gather"), 3 * h);
        EXPECT_EQ(bound(kernel("permute", n), costs, "latency of permute"), 3);
        EXPECT_EQ(bound(kernel("permute", n), costs, "bandwidth of permute"), 5);
        // To the chip a power of 2 ahead: of so many chips none is nearer to the left.
        const bool one_way = (n & (n - 1)) == 0;
        EXPECT_EQ(bound(kernel("barrier_dissemination", n), costs, "latency of barrier"), 3 * (one_way ? n - 1 : h));
        EXPECT_EQ(bound(kernel("barrier_neighbour", n), costs, "latency of barrier"), 3);
    }
    EXPECT_EQ(bound(kernel("torus_all_reduce", 6), costs, "latency of all_reduce", Grid{2, 3}), 3 * (1 + 2));
    EXPECT_EQ(bound(kernel("torus_all_reduce", 6), costs, "bandwidth of all_reduce", Grid{2, 3}), 5 * 10.0 / (6 * 2));
    EXPECT_EQ(bound(kernel("all_gather_matmul", 4), costs, "work of the busiest agent"), 16);
    EXPECT_EQ(bound(kernel("all_gather_matmul", 4), costs, "latency of what is ensured"), 3 * 3);
    EXPECT_EQ(bound(kernel("all_gather_matmul", 4), costs, "bandwidth of what is ensured"), 5 * 3);
}

TEST(LowerBounds, AreMetByTheRing) {
    // Where hops cost nothing, the ring's all-gather, reduce-scatter and all-reduce cannot be faster.
    for (std::int32_t n = 2; n <= 9; ++n)
        for (const char* const name : {"all_gather", "reduce_scatter", "all_reduce"}) {
            const Schedule schedule = kernel(name, n);
            const Timeline timeline = run_timed(schedule, 1, {0, 1, 0}, Ring{});
            EXPECT_EQ(lower_bounds(schedule, timeline).time(), timeline.makespan());
        }
}

TEST(LowerBounds, AreNotClaimedWhereValuesAreMade) {
    const Schedule schedule =
        schedule_of("kernel k(n)\ncontract broadcast(x -> out)\nbuffer x in\nbuffer out out\nwrite out x@0\n", 4);
    const Timeline timeline = run_timed(schedule, 1, {}, Ring{});
    EXPECT_TRUE(timeline.findings.empty());
    EXPECT_TRUE(lower_bounds(schedule, timeline).list.empty());
    EXPECT_NE(lower_bounds(schedule, timeline).unknown.find("broadcast"), std::string::npos);
    // Entering together is a barrier that costs nothing.
    Schedule barrier = kernel("barrier_neighbour", 4);
    barrier.profile.entry = Entry::barrier;
    EXPECT_TRUE(lower_bounds(barrier, run_timed(barrier, 1, {}, Ring{})).list.empty());
}

TEST(LowerBounds, CountASlotOnceForClaimsThatShareIt) {
    const Schedule schedule = schedule_of(
        "kernel k(n)\nensures y[0] == x[0]@left\nensures y[1] == x[0]@left\nensures y[2] == f(x[1]@left, x[0]@left)\n"
        "buffer x[2] in\nbuffer y[3] out\nsem s\n"
        "put x -> right.y recv s\nput x -> right.y[1] recv s\nwait s 2\ncopy left.x -> y[2]\n",
        4);
    // All three lean on x[0]: that two slots are needed is true, but not told by counting claims that share nothing.
    EXPECT_EQ(bound(schedule, {0, 1, 0}, "bandwidth of what is ensured"), 1);
}

// ---- Laws --------------------------------------------------------------------------------------------------------

struct Case {
    std::string file;
    Schedule schedule;
    Topology topology = Ring{};
};

/// Every kernel in the specs at a size, on a ring and where it fits on the others, with one or two launches.
std::vector<Case> all_kernels(std::int32_t chips) {
    std::vector<Case> cases;
    for (const std::string& file : find_sources(tests::specs("kernels"))) {
        const Source source = read_source(file);
        try {
            Case one{file, instantiate(std::get<Kernel>(source.content), chips)};
            cases.push_back(one);
            one.topology = Mesh{};
            cases.push_back(one);
            if (chips % 2 == 0) {
                one.topology = Grid{2, chips / 2};
                cases.push_back(one);
            }
            one.schedule.launches = 2;
            cases.push_back(one);
        } catch (const Fault&) {
            // a kernel that does not take this number of chips
        }
    }
    return cases;
}

Costs random_costs() {
    const auto draw = [] { return *rc::gen::inRange(0, 4) == 0 ? 0.0 : *rc::gen::inRange(0, 10'000) / 1000.0; };
    const double alpha = draw(), beta = draw(), gamma = draw();
    return {alpha, beta, gamma};
}

RC_GTEST_PROP(TimedRun, OfEveryKernelKeepsTheLaws, ()) {
    const Costs costs = random_costs();
    for (Case& one : all_kernels(*rc::gen::inRange(1, 7))) {
        RC_LOG() << one.file << " n = " << one.schedule.chips << " " << text(one.topology) << " " << costs.alpha << " "
                 << costs.beta << " " << costs.gamma << "\n";
        for (Agent& agent : one.schedule.agents)
            for (Step& step : agent.steps)
                if (auto* const compute = std::get_if<Compute<Concrete>>(&step.operation))
                    compute->cost = *rc::gen::inRange(0, 20);
        const Timeline timeline = run_timed(one.schedule, one.schedule.launches, costs, one.topology);

        // The machine executes it, and finds nothing in it.
        RC_ASSERT(timeline.finished);
        RC_ASSERT(timeline.findings.empty());
        Machine machine(one.schedule, one.schedule.launches);
        RC_ASSERT(run_trace(machine, timeline.trace) == timeline.trace.size());
        machine.rest();
        RC_ASSERT(machine.findings().empty());

        // All events occur that occur in order, but for credits.
        Machine other(one.schedule, one.schedule.launches);
        Trace all, timed = timeline.trace;
        run_in_order(other, [&](const Event& event) {
            if (event.moment != Moment::credit) all.push_back(event);
        });
        std::sort(all.begin(), all.end());
        std::sort(timed.begin(), timed.end());
        RC_ASSERT(all == timed);

        // Time never goes back, and each cause is earlier by what was spent.
        double before = 0;
        for (std::size_t i = 0; i < timeline.trace.size(); ++i) {
            RC_ASSERT(timeline.times[i] >= before);
            before = timeline.times[i];
            const Cause& cause = timeline.causes[i];
            RC_ASSERT(cause.event == Cause::none || cause.event < i);
            const double since = cause.event == Cause::none ? 0 : timeline.times[cause.event];
            RC_ASSERT(std::abs(since + cause.spent.sum() - timeline.times[i]) < 1e-9 * (1 + before));
        }

        const Figures amount = figures(one.schedule, timeline);
        RC_ASSERT(std::abs(amount.critical.sum() - timeline.makespan()) < 1e-9 * (1 + timeline.makespan()));
        for (const ChipFigures& chip : amount.chips) {
            RC_ASSERT(chip.overlapped <= std::min(chip.busy, chip.moving) + 1e-9);
            RC_ASSERT(std::max(chip.busy, chip.moving) <= timeline.makespan() + 1e-9);
        }
        const Bounds bounds = lower_bounds(one.schedule, timeline);
        RC_ASSERT(timeline.makespan() >= bounds.time() * (1 - 1e-9));
    }
}

RC_GTEST_PROP(TimedRun, OfAnyScheduleGoesOnAsLongAsAnythingCan, ()) {
    const Schedule schedule = *generators::unstructured_schedules({}, generators::Operations::all);
    const Timeline timeline = run_timed(schedule, schedule.launches, random_costs(), Ring{});
    Machine machine(schedule, schedule.launches);
    RC_ASSERT(run_trace(machine, timeline.trace) == timeline.trace.size());
    RC_ASSERT(machine.enabled().empty());
    RC_ASSERT(machine.finished() == timeline.finished);
    RC_ASSERT(std::is_sorted(timeline.times.begin(), timeline.times.end()));
}

RC_GTEST_PROP(TimedRun, NeverGetsFasterWithHigherLatencyOfARing, ()) {
    const std::int32_t n = *rc::gen::inRange(2, 9);
    Costs costs = random_costs();
    const Schedule schedule =
        kernel(*rc::gen::elementOf(std::vector<std::string>{"all_gather", "all_reduce", "permute"}), n);
    const double before = time_of(schedule, costs);
    costs.alpha += 1;
    RC_ASSERT(time_of(schedule, costs) > before);
}

}  // namespace
}  // namespace ringproof::model
