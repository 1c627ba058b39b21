#pragma once

#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

#include "generators/mutation/expressions.h"
#include "generators/mutation/slip.h"

/// The counters and places that an operation names, whatever operation it is.
namespace ringproof::generators::mutation {

/// Of semaphores and buffers: named without an index.
bool is_single(const auto& declared) { return literal(declared.size) == 1; }

/// Calls `visit` with each place of an operation, in the order of its text.
template <class Op, class Visit>
void each_place(Op& operation, const Visit& visit) {
    if constexpr (requires { operation.src; }) visit(operation.src);
    if constexpr (requires { operation.with; })
        if (operation.with) visit(*operation.with);
    if constexpr (requires { operation.dst; }) visit(operation.dst);
    if constexpr (requires { operation.reads; }) {
        for (auto& place : operation.reads) visit(place);
        for (auto& place : operation.writes) visit(place);
    }
}

/// The same for the counters that it raises.
template <class Op, class Visit>
void each_raise(Op& operation, const Visit& visit) {
    if constexpr (requires { operation.send; }) {
        if (operation.send) visit(*operation.send);
        if (operation.recv) visit(*operation.recv);
    }
    if constexpr (requires { operation.done; })
        if (operation.done) visit(*operation.done);
}

/// The same for all counters.
template <class Op, class Visit>
void each_counter(Op& operation, const Visit& visit) {
    if constexpr (requires { operation.counter; }) visit(operation.counter);
    each_raise(operation, [&](auto& raise) { visit(raise.counter); });
}

/// For each operation of the kernel that is a `Filter`, and each part of it that `each` visits: one edit for each of
/// the parts that `vary` puts in its place.
template <class Part>
void vary_parts(Found& found, const auto& filter, const auto& each, const auto& vary) {
    each_statement(found.kernel(), [&](const Spot& spot, const model::Statement& statement) {
        const auto* const form = std::get_if<model::OperationForm>(&statement.node);
        if (form == nullptr || !filter(*form)) return;
        std::vector<Part> parts;
        std::visit([&](const auto& op) { each(op, [&](const Part& part) { parts.push_back(part); }); }, *form);
        for (std::size_t i = 0; i < parts.size(); ++i)
            for (const Part& other : vary(parts[i])) {
                model::OperationForm changed = *form;
                std::size_t at = 0;
                std::visit(
                    [&](auto& op) {
                        each(op, [&](Part& part) {
                            if (at++ == i) part = other;
                        });
                    },
                    changed);
                found.becomes(spot, std::move(changed));
            }
    });
}

}  // namespace ringproof::generators::mutation
