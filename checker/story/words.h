#pragma once

#include <string>

#include "model/event.h"
#include "model/operation.h"

/// Words for events, operations and accesses, as parts of sentences.
namespace ringproof::checker {

const model::Operation& operation_of(const model::Schedule& schedule, const model::Event& event);

/// Whether the chip has several agents, so that they have to be named.
bool has_several_agents(const model::Schedule& schedule, std::int32_t chip);
/// `chip 2`, and the agent where the chip has several.
std::string actor(const model::Schedule& schedule, const model::Event& event);
/// The author's line with its file, `all_gather.ring:14 s=3`; `operation 7` where none is known.
std::string place_in_text(const model::Schedule& schedule, const model::Event& event);
/// The same without the file, `line 14 s=3`.
std::string line_of(const model::Schedule& schedule, const model::Event& event);
/// The number in it, from 1; 0 where none is known.
std::size_t line_number(const model::Schedule& schedule, const model::Event& event);
/// `, launch 1` if there are `several` launches.
std::string in_launch(const model::Event& event, bool several);
/// `chip 2 line 14 s=3, launch 1`
std::string actor_and_line(const model::Schedule& schedule, const model::Event& event, bool several);
/// `put x -> chip 1 out`
std::string operation_text(const model::Schedule& schedule, const model::Event& event);
/// `put`: what it is called.
std::string kind_of(const model::Schedule& schedule, const model::Event& event);

/// That the event has happened, as a clause: `the put of chip 2 line 14 has landed`.
std::string has_happened(const model::Schedule& schedule, const model::Event& event, bool several);
/// The same without what it happens to, which the sentence has named before: `it has landed`.
std::string it_has_happened(const model::Schedule& schedule, const model::Event& event);
/// That it happens: `the put of chip 2 line 14 lands`.
std::string happens(const model::Schedule& schedule, const model::Event& event, bool several);
/// The operation or end of a launch that it belongs to: `chip 2 line 14`, `the end of chip 2`.
std::string whose(const model::Schedule& schedule, const model::Event& event, bool several);

/// What an access is, from its opening to its end: the first line that a race is told with.
std::string access_text(const model::Schedule& schedule, const model::Access& access, bool several);
/// The instant at which an access ends, as part of "nothing makes ... wait for".
std::string end_of(const model::Schedule& schedule, const model::Access& access);
/// The instant at which it begins, as the first part of that.
std::string start_of(const model::Schedule& schedule, const model::Access& access);

/// The event that closes an access.
model::Event closing_of(const model::Schedule& schedule, const model::Access& access);
/// The counter that the event raises by itself, if any.
std::optional<model::Counter> raised_by(const model::Schedule& schedule, const model::Event& event);

/// Whether a trace reaches beyond launch 0, so that launches have to be named.
bool several_launches(const model::Trace& trace);

}  // namespace ringproof::checker
