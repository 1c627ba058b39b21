#pragma once

#include "checker/every/synchronisation.h"

/// The properties that speak of memory and of who has entered, for every n. Each function throws NotProved.
namespace ringproof::checker::every {

/// What it is, in words.
std::string text_of(const Access& access);

/// The ways in which an access ends before another one opens.
std::vector<Proof::Way> ways_ended(const Order& order, const Knowledge& knowledge, const Access& ended,
                                   const Instance& one, const Access& opening, const Instance& other);

/// Accesses of two classes that meet in a slot, of few chips: for each of them the two instances.
std::vector<std::vector<Instance>> meetings(const Sample& sample, const Access& one, const Access& other);

/// Every index is inside of its buffer or semaphore, and every amount at least 1.
void show_ranges(Proof& proof);
void show_no_races(Proof& proof, const Knowledge& knowledge);
void show_entered(Proof& proof, const Knowledge& knowledge);
void show_clean_exits(Proof& proof, const Knowledge& knowledge);
/// Contracts `barrier`.
void show_barriers(Proof& proof, const Knowledge& knowledge);

}  // namespace ringproof::checker::every
