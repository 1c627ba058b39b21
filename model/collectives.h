#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string_view>

#include <boost/hana/tuple.hpp>

#include "model/contract.h"

/// The collectives as a compile-time list: names, contracts and typed tests are derived from it. A new collective is
/// one struct and one entry. Each entry tells, for a chip `c` of `n` and `m` slots a block:
///
/// - `in_blocks`, `out_blocks`: sizes of the buffers in blocks, `all` meaning n;
/// - `claims(call, emit)`: emit(block, source) for each block of the output that it promises, where source is
///   `From{chip, block}` or `Reduced{block}` of the input. Chips and blocks are numbers or, in a proof for every n,
///   expressions: what is done with them is left to the call;
/// - `least(reach)`: what no way of keeping the promise can go below, and in `hops` and `slots` the same as formulas,
///   with n, m, d as in `Reach`, h the hops to the farthest chip and w the hops to all chips together.
///   specs/timeline.md proves them.
namespace ringproof::model::collective {

/// The block of that chip's input.
template <class Number>
struct From {
    Number chip, block;
};
/// The reduction over all chips of that block of their inputs.
template <class Number>
struct Reduced {
    Number block;
};
// Not every compiler finds these by itself.
template <class Number>
From(Number, Number) -> From<Number>;
template <class Number>
Reduced(Number) -> Reduced<Number>;

/// The facts of one claim-making call, where all numbers are known.
struct Call {
    using Number = std::int32_t;

    Number n;  ///< chips
    Number c;  ///< the chip whose output is described
    Number root;
    Number distance;
    bool in_place;

    static constexpr Number number(std::int32_t value) { return value; }
    /// Calls `visit` with each block, of which there is one a chip.
    void each_block(auto&& visit) const {
        for (Number block = 0; block < n; ++block) visit(block);
    }
    /// Calls `visit` if `c` is the root.
    void on_root(auto&& visit) const {
        if (c == root) visit();
    }
    /// The chip `distance` before `c`.
    Number behind() const { return ((c - distance) % n + n) % n; }
};

enum class Blocks { none, one, all };

/// What lower bounds on time are made of. The network looks alike from each chip.
struct Reach {
    std::int32_t n;  ///< chips
    double m;        ///< slots a block
    std::int32_t d;  ///< directions in which data goes: links that leave, and that enter, a chip
    std::int32_t root;
    std::int32_t distance;
    std::function<std::int32_t(std::int32_t from, std::int32_t to)> hops;

    double farthest() const {
        std::int32_t most = 0;
        for (std::int32_t to = 0; to < n; ++to) most = std::max(most, hops(0, to));
        return most;
    }
    double all_hops() const {
        double sum = 0;
        for (std::int32_t to = 0; to < n; ++to) sum += hops(0, to);
        return sum;
    }
};
/// A number of hops one after the other; and of slots that some link carries.
struct Least {
    double hops = 0;
    double slots = 0;
};

struct AllGather {
    static constexpr Collective info{"all_gather", "out[j·m + k] = in[k]@j", true, false, false, false, 0};
    static constexpr Blocks in_blocks = Blocks::one, out_blocks = Blocks::all;
    static void claims(const auto& call, auto&& emit) {
        call.each_block([&](auto j) { emit(j, From{j, call.in_place ? j : call.number(0)}); });
    }
    static constexpr std::string_view hops = "h", slots = "m (n - 1) / d";
    static Least least(const Reach& reach) { return {reach.farthest(), reach.m * (reach.n - 1) / reach.d}; }
};

struct ReduceScatter {
    static constexpr Collective info{
        "reduce_scatter", "out[k] = ⊕ over j of in[c·m + k]@j", true, true, false, false, 0};
    static constexpr Blocks in_blocks = Blocks::all, out_blocks = Blocks::one;
    static void claims(const auto& call, auto&& emit) {
        emit(call.in_place ? call.c : call.number(0), Reduced{call.c});
    }
    static constexpr std::string_view hops = "h", slots = "m (n - 1) / d";
    static Least least(const Reach& reach) { return {reach.farthest(), reach.m * (reach.n - 1) / reach.d}; }
};

struct AllReduce {
    static constexpr Collective info{"all_reduce", "out[k] = ⊕ over j of in[k]@j", true, true, false, false, 0};
    static constexpr Blocks in_blocks = Blocks::one, out_blocks = Blocks::one;
    static void claims(const auto& call, auto&& emit) { emit(call.number(0), Reduced{call.number(0)}); }
    static constexpr std::string_view hops = "h", slots = "2 m (n - 1) / (n d)";
    static Least least(const Reach& reach) {
        return {reach.farthest(), 2 * reach.m * (reach.n - 1) / (1.0 * reach.n * reach.d)};
    }
};

struct AllToAll {
    static constexpr Collective info{"all_to_all", "out[j·m + k] = in[c·m + k]@j", true, false, false, false, 0};
    static constexpr Blocks in_blocks = Blocks::all, out_blocks = Blocks::all;
    static void claims(const auto& call, auto&& emit) {
        call.each_block([&](auto j) { emit(j, From{j, call.c}); });
    }
    static constexpr std::string_view hops = "h", slots = "m w / d";
    static Least least(const Reach& reach) { return {reach.farthest(), reach.m * reach.all_hops() / reach.d}; }
};

struct Permute {
    static constexpr Collective info{"permute", "out[k] = in[k]@(c - distance)", true, false, false, true, 1};
    static constexpr Blocks in_blocks = Blocks::one, out_blocks = Blocks::one;
    static void claims(const auto& call, auto&& emit) { emit(call.number(0), From{call.behind(), call.number(0)}); }
    static constexpr std::string_view hops = "hops of the longest way", slots = "m (hops of all ways) / (n d)";
    static Least least(const Reach& reach) {
        double most = 0, all = 0;
        for (std::int32_t c = 0; c < reach.n; ++c) {
            const double hops = reach.hops(((c - reach.distance) % reach.n + reach.n) % reach.n, c);
            most = std::max(most, hops);
            all += hops;
        }
        return {most, reach.m * all / (1.0 * reach.n * reach.d)};
    }
};

struct Broadcast {
    static constexpr Collective info{"broadcast", "out[k] = in[k]@root", true, false, true, false, 0};
    static constexpr Blocks in_blocks = Blocks::one, out_blocks = Blocks::one;
    static void claims(const auto& call, auto&& emit) { emit(call.number(0), From{call.root, call.number(0)}); }
    static constexpr std::string_view hops = "h", slots = "m / d";
    static Least least(const Reach& reach) { return {reach.farthest(), reach.n > 1 ? reach.m / reach.d : 0}; }
};

struct Reduce {
    static constexpr Collective info{"reduce", "on the root: out[k] = ⊕ over j of in[k]@j", true, true, true, false, 0};
    static constexpr Blocks in_blocks = Blocks::one, out_blocks = Blocks::one;
    static void claims(const auto& call, auto&& emit) {
        call.on_root([&] { emit(call.number(0), Reduced{call.number(0)}); });
    }
    static constexpr std::string_view hops = "h", slots = "m / d";
    static Least least(const Reach& reach) { return {reach.farthest(), reach.n > 1 ? reach.m / reach.d : 0}; }
};

struct Gather {
    static constexpr Collective info{"gather", "on the root: out[j·m + k] = in[k]@j", true, false, true, false, 0};
    static constexpr Blocks in_blocks = Blocks::one, out_blocks = Blocks::all;
    static void claims(const auto& call, auto&& emit) {
        call.on_root([&] { AllGather::claims(call, emit); });
    }
    static constexpr std::string_view hops = "h", slots = "m (n - 1) / d";
    static Least least(const Reach& reach) { return {reach.farthest(), reach.m * (reach.n - 1) / reach.d}; }
};

struct Scatter {
    static constexpr Collective info{"scatter", "out[k] = in[c·m + k]@root", true, false, true, false, 0};
    static constexpr Blocks in_blocks = Blocks::all, out_blocks = Blocks::one;
    static void claims(const auto& call, auto&& emit) {
        emit(call.in_place ? call.c : call.number(0), From{call.root, call.c});
    }
    static constexpr std::string_view hops = "h", slots = "m (n - 1) / d";
    static Least least(const Reach& reach) { return {reach.farthest(), reach.m * (reach.n - 1) / reach.d}; }
};

/// Makes no claim about data: see `must_have_entered`.
struct Barrier {
    static constexpr Collective info{
        "barrier", "no chip leaves before every chip (within distance, if not 0) has entered",
        false,     false,
        false,     true,
        0};
    static constexpr Blocks in_blocks = Blocks::none, out_blocks = Blocks::none;
    static void claims(const auto&, auto&&) {}
    static constexpr std::string_view hops = "hops to the farthest chip within distance", slots = "0";
    static Least least(const Reach& reach) {
        double most = 0;
        for (std::int32_t c = 1; c < reach.n; ++c)
            if (reach.distance == 0 || std::min(c, reach.n - c) <= reach.distance)
                most = std::max<double>(most, reach.hops(0, c));
        return {most, 0};
    }
};

inline constexpr auto list = boost::hana::tuple<AllGather, ReduceScatter, AllReduce, AllToAll, Permute, Broadcast,
                                                Reduce, Gather, Scatter, Barrier>{};

}  // namespace ringproof::model::collective
