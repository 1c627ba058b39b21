#pragma once

#include <string_view>
#include <type_traits>

#include <boost/hana/accessors.hpp>
#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/core/to.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/second.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/tuple.hpp>

#include "model/kernel.h"

/// The one description of the IR's structs: their members by name. JSON, instantiation, comparison,
/// hashing and printing of structs are derived from it (seam one of two where Hana shows; the other is
/// the lists of rules and collectives).

/// Adapts one operation struct for both of its forms.
#define RINGPROOF_DESCRIBE(STRUCT, ...)                                                           \
    BOOST_HANA_ADAPT_STRUCT(ringproof::model::STRUCT<ringproof::model::Concrete>, ##__VA_ARGS__); \
    BOOST_HANA_ADAPT_STRUCT(ringproof::model::STRUCT<ringproof::model::Symbolic>, ##__VA_ARGS__)

RINGPROOF_DESCRIBE(Raise, counter, add);
RINGPROOF_DESCRIBE(Put, src, dst, len, send, recv, channel, accumulate);
RINGPROOF_DESCRIBE(Get, src, dst, len, done, channel);
RINGPROOF_DESCRIBE(Add, add);
RINGPROOF_DESCRIBE(Assign, set);
RINGPROOF_DESCRIBE(Signal, counter, effect, channel, covers);
RINGPROOF_DESCRIBE(AtLeast, at_least, take);
RINGPROOF_DESCRIBE(Equals, equals);
RINGPROOF_DESCRIBE(AboveSnapshot, above_snapshot);
RINGPROOF_DESCRIBE(Wait, counter, until);
RINGPROOF_DESCRIBE(Set, counter, value);
RINGPROOF_DESCRIBE(Snapshot, counter);
RINGPROOF_DESCRIBE(Copy, src, dst, len);
RINGPROOF_DESCRIBE(Reduce, src, dst, with, len, rule);
RINGPROOF_DESCRIBE(Compute, reads, writes, cost, label);
RINGPROOF_DESCRIBE(Write, dst, value);
RINGPROOF_DESCRIBE(Read, src, expect);
RINGPROOF_DESCRIBE(Poll, src);
RINGPROOF_DESCRIBE(Fence);
RINGPROOF_DESCRIBE(Quiet, until);
RINGPROOF_DESCRIBE(Barrier, name);

BOOST_HANA_ADAPT_STRUCT(ringproof::model::Profile, signal_covers, credit, entry, exit, counter_values, counter_life);
BOOST_HANA_ADAPT_STRUCT(ringproof::model::Buffer, chip, name, size, role, init);
BOOST_HANA_ADAPT_STRUCT(ringproof::model::Semaphore, chip, name, size, init, life);
BOOST_HANA_ADAPT_STRUCT(ringproof::model::Contract, collective, in, out, rule, root, distance);
BOOST_HANA_ADAPT_STRUCT(ringproof::model::Step, operation, at);
BOOST_HANA_ADAPT_STRUCT(ringproof::model::Agent, chip, name, steps);
BOOST_HANA_ADAPT_STRUCT(ringproof::model::Claim, place, value);
BOOST_HANA_ADAPT_STRUCT(ringproof::model::Schedule, name, about, source, chips, profile, launches, buffers, semaphores,
                        agents, claims, contracts);

namespace ringproof::model {

template <class T>
concept Described = boost::hana::Struct<T>::value;

/// The name of an operation in files and messages: `put`, `wait`, ...
template <class Op>
inline constexpr std::string_view operation_name{};
// NOLINTBEGIN(bugprone-macro-parentheses): a template name takes none.
#define RINGPROOF_OPERATION(STRUCT, TEXT)                            \
    template <class Form>                                            \
    inline constexpr std::string_view operation_name<STRUCT<Form>> { \
        TEXT                                                         \
    }
RINGPROOF_OPERATION(Put, "put");
RINGPROOF_OPERATION(Get, "get");
RINGPROOF_OPERATION(Signal, "signal");
RINGPROOF_OPERATION(Wait, "wait");
RINGPROOF_OPERATION(Set, "set");
RINGPROOF_OPERATION(Snapshot, "snapshot");
RINGPROOF_OPERATION(Copy, "copy");
RINGPROOF_OPERATION(Reduce, "reduce");
RINGPROOF_OPERATION(Compute, "compute");
RINGPROOF_OPERATION(Write, "write");
RINGPROOF_OPERATION(Read, "read");
RINGPROOF_OPERATION(Poll, "poll");
RINGPROOF_OPERATION(Fence, "fence");
RINGPROOF_OPERATION(Quiet, "quiet");
RINGPROOF_OPERATION(Barrier, "barrier");
#undef RINGPROOF_OPERATION
// NOLINTEND(bugprone-macro-parentheses)

/// Calls `visit(name, member)` for each member of a described struct, in the order of its description;
/// `name` is a std::string_view.
template <class T, class Visit>
    requires Described<std::remove_cvref_t<T>>
void each_member(T&& object, Visit&& visit) {
    boost::hana::for_each(boost::hana::accessors<std::remove_cvref_t<T>>(), [&](auto member) {
        constexpr auto name = boost::hana::first(decltype(member){});
        visit(std::string_view{boost::hana::to<const char*>(name)}, boost::hana::second(member)(object));
    });
}

}  // namespace ringproof::model
