#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "conformance/backend.h"

// How a backend of a known type becomes one of any: what it lacks is found out when this is compiled.
namespace ringproof::conformance {

template <Backend B>
class Adapted final : public AnyBackend {
public:
    explicit Adapted(const World& world) : b_(world) {}

    void store(Place place, const std::byte* from) override { b_.store(place, from); }
    void load(Place place, std::byte* to) override { b_.load(place, to); }
    void put(std::int32_t agent, const Put& put) override { b_.put(agent, put); }
    void get(std::int32_t agent, const Get& get) override {
        if constexpr (requires { b_.get(agent, get); }) b_.get(agent, get);
    }
    void signal(std::int32_t agent, const Signal& signal) override { b_.signal(agent, signal); }
    bool try_wait(Counter counter, std::int64_t at_least, std::int64_t take) override {
        return b_.try_wait(counter, at_least, take);
    }
    std::int64_t value(Counter counter) override { return b_.value(counter); }
    void set(Counter counter, std::int64_t value) override { b_.set(counter, value); }
    void load_remote(Place place, std::byte* to) override {
        if constexpr (requires { b_.load_remote(place, to); }) b_.load_remote(place, to);
    }
    bool reduce(Place arriving, Place own, Place result, model::RuleId rule) override {
        if constexpr (requires { b_.reduce(arriving, own, result, rule); }) {
            b_.reduce(arriving, own, result, rule);
            return true;
        }
        return false;
    }
    bool copy(Place from, Place to) override {
        if constexpr (requires { b_.copy(from, to); }) {
            b_.copy(from, to);
            return true;
        }
        return false;
    }
    void fence(std::int32_t agent) override {
        if constexpr (requires { b_.fence(agent); }) b_.fence(agent);
    }
    bool quiet(std::int32_t agent, model::Until until) override {
        if constexpr (requires { b_.quiet(agent, until); }) return b_.quiet(agent, until);
        return true;
    }
    void arrive(std::int32_t agent, model::Symbol barrier) override {
        if constexpr (requires { b_.arrive(agent, barrier); }) b_.arrive(agent, barrier);
    }
    bool may_leave(std::int32_t agent, model::Symbol barrier) override {
        if constexpr (requires { b_.may_leave(agent, barrier); }) return b_.may_leave(agent, barrier);
        return true;
    }
    std::optional<bool> enter(std::int32_t chip, std::int32_t launch) override {
        if constexpr (requires { b_.enter(chip, launch); }) return b_.enter(chip, launch);
        return std::nullopt;
    }
    void progress(std::int32_t chip) override {
        if constexpr (requires { b_.progress(chip); }) b_.progress(chip);
    }
    bool idle(std::int32_t chip) override {
        if constexpr (requires { b_.idle(chip); }) return b_.idle(chip);
        return true;
    }
    bool is_local(std::int32_t chip) override {
        if constexpr (requires { b_.is_local(chip); }) return b_.is_local(chip);
        return true;
    }
    std::string exchange(std::string own) override {
        if constexpr (requires { b_.exchange(own); }) return b_.exchange(std::move(own));
        return own;
    }

private:
    B b_;
};

/// The features that a class has by its members.
template <Backend B>
std::set<std::string_view> features_by_members() {
    using model::Covers;
    // What the suite makes of the core.
    std::set<std::string_view> features{"set", "take-all", "equals", "snapshot", "poll", "compute", "agents"};
    const auto has = [&](bool condition, std::string_view name) {
        if (condition) features.insert(name);
    };
    has(
        requires(B b, const Get& get) { b.get(0, get); }, "get");
    has(
        requires(B b, Place place, std::byte * to) { b.load_remote(place, to); }, "load");
    has(
        requires(B b) { b.fence(0); }, "fence");
    has(
        requires(B b) { b.quiet(0, model::Until::landed); }, "quiet");
    has(
        requires(B b, model::Symbol name) { b.may_leave(0, name); }, "barrier");
    // In one process the suite lets chips enter together where the backend does not.
    constexpr bool enters = requires(B b) { b.enter(0, 0); }
    , one_process = !requires(B b) { b.is_local(0); };
    has(enters || one_process, "entry-barrier");
    features.insert("launches");
    if constexpr (requires { B::accumulates; }) has(B::accumulates, "accumulate");
    if constexpr (requires { B::assigns; }) has(B::assigns, "signal-set");
    if constexpr (requires { B::covers; }) {
        has(B::covers == Covers::channel || B::covers == Covers::link, "covers-channel");
        has(B::covers == Covers::link, "covers-link");
    }
    return features;
}

template <Backend B>
Kind kind(std::string name) {
    std::int32_t most = std::numeric_limits<std::int32_t>::max();
    if constexpr (requires { B::most_chips(); }) most = B::most_chips();
    return {std::move(name), features_by_members<B>(), most,
            [](const World& world) -> std::unique_ptr<AnyBackend> { return std::make_unique<Adapted<B>>(world); }};
}

}  // namespace ringproof::conformance
