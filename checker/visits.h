#pragma once

#include <functional>
#include <vector>

#include "model/event_graph.h"

/// What belongs to one chip in one launch, for engines that ask about it in one question. The graph is not modulo
/// rotations.
namespace ringproof::checker {

using TouchesOfChip = std::vector<const model::EventGraph::Touch*>;
using FlightsAtExit = std::vector<const model::EventGraph::Flight*>;

/// Calls `visit(chip, enter, exit, touches)` for each chip and launch that something touches from outside or by itself.
void each_visited(const model::EventGraph& graph,
                  const std::function<void(std::int32_t chip, model::EventId enter, model::EventId exit,
                                           const TouchesOfChip& touches)>& visit);

/// Calls `visit(exit, flights)` for each exit with the transfers of its launch that are its chip's or aimed at it.
void each_exit_with_flights(const model::EventGraph& graph,
                            const std::function<void(model::EventId exit, const FlightsAtExit& flights)>& visit);

}  // namespace ringproof::checker
