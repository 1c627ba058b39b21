#include <algorithm>

#include <fmt/format.h>

#include "checker/story/closest.h"
#include "checker/story/stories.h"
#include "checker/story/words.h"

namespace ringproof::checker {
namespace {

using namespace model;

/// An event that tells of the end of an access, and the counter that it raises.
struct Telling {
    Event event;
    Counter counter;
};

/// What tells of `closing` or, with a later event of the same transfer, of more.
std::optional<Telling> telling_of(const Schedule& schedule, const Event& closing) {
    Event event = closing;
    if (const auto counter = raised_by(schedule, event)) return Telling{event, *counter};
    event.moment = Moment::land;
    if (const auto counter = raised_by(schedule, event)) return Telling{event, *counter};
    return std::nullopt;
}

std::string_view noun_of(const Event& event) { return event.moment == Moment::read ? "reading" : "landing"; }

/// Who would have to wait for what before the second access, so that it follows the first.
std::optional<Remark> how_to_mend(const Case& told, const Event& closing, const Event& second) {
    const Schedule& schedule = told.schedule;
    const Event& first = told.finding().first->opened;
    const std::int32_t chip = chip_of(schedule, second);
    const bool at_end = is_environment(second.moment);
    if (is_environment(first.moment)) return std::nullopt;
    Remark mend{{}, {closing, second}, 0, false};
    const std::string waiter = at_end ? fmt::format("chip {}", chip) : actor(schedule, second);
    const std::string before = at_end ? "before it leaves" : "before " + line_of(schedule, second);
    if (first.moment == Moment::start) {
        if (at_end || second.who == first.who) return std::nullopt;
        mend.text = fmt::format("To mend: {} signals after {}, and {} waits for that {}.", actor(schedule, first),
                                line_of(schedule, first), waiter, before);
        return mend;
    }
    if (closing.moment == Moment::read && !raised_by(schedule, closing) && chip_of(schedule, closing) == chip) {
        mend.text =
            fmt::format("To mend: the {} of {} gets a semaphore for its `send`, and {} waits for that {}.",
                        kind_of(schedule, closing), actor_and_line(schedule, closing, told.several), waiter, before);
        return mend;
    }
    const auto telling = telling_of(schedule, closing);
    if (!telling) {
        mend.text =
            fmt::format("To mend: the {} of {} gets a semaphore that tells of its {}; nobody can wait for it yet.",
                        kind_of(schedule, closing), actor_and_line(schedule, closing, told.several), noun_of(closing));
        return mend;
    }
    const std::int32_t chip_told = schedule.chip_of(telling->counter);
    if (chip_told != chip) {
        mend.text = fmt::format("To mend: chip {} waits for {}, then signals to chip {}, which waits for that {}.",
                                chip_told, schedule.name_of(telling->counter), chip, before);
        return mend;
    }
    if (auto remark = not_enough(
            told, second, [&](Counter counter) { return counter == telling->counter; },
            [&](const Event& event) { return same_operation(event, closing); }))
        return remark;
    mend.text = fmt::format("To mend: {} waits for {}, which its {} raises, {}.", waiter,
                            schedule.name_of(telling->counter), noun_of(telling->event), before);
    return mend;
}

}  // namespace

Remarks race_remarks(const Case& told) {
    const Schedule& schedule = told.schedule;
    const Access& first = *told.finding().first;
    const Access& second = *told.finding().second;
    Remarks remarks;
    for (const Access& access : {first, second})
        remarks.push_back({access_text(schedule, access, told.several), {access.opened}, 0, true});
    remarks.push_back({fmt::format("Missing order: nothing makes {} wait for {}.", start_of(schedule, second),
                                   end_of(schedule, first)),
                       {second.opened, closing_of(schedule, first)},
                       0,
                       false});
    // Which of the two orders was meant, only the author knows when data comes in from elsewhere.
    if (first.mode == Mode::read && second.opened.moment == Moment::begin)
        remarks.push_back(
            {"Or the other way round, if what lands is what should be read: then the read must wait for "
             "the landing.",
             {},
             0,
             false});
    const Event closing = closing_of(schedule, first);
    if (told.order != nullptr)
        for (Remark& remark : closest(*told.order, closing, second.opened, told.several))
            remarks.push_back(std::move(remark));
    if (auto mend = how_to_mend(told, closing, second.opened)) remarks.push_back(std::move(*mend));
    return remarks;
}

}  // namespace ringproof::checker
