#include "model/event.h"

namespace ringproof::model {

std::int32_t chip_of(const Schedule& schedule, const Event& event) {
    return is_environment(event.moment) ? event.who : schedule.agents[event.who].chip;
}

Property property_of(Code code) {
    switch (code) {
        case Code::deadlock:
            return Property::deadlock;
        case Code::uninitialised:
            return Property::uninitialised;
        case Code::not_entered:
        case Code::left_already:
            return Property::not_entered;
        case Code::dirty_counter:
        case Code::still_in_flight:
            return Property::dirty_exit;
        case Code::counter_width:
            return Property::counter_range;
        case Code::wrong_result:
        case Code::barrier_passed:
            return Property::wrong_result;
        default:
            return Property::race;
    }
}

int precedence(Code code) {
    switch (code) {
        case Code::counter_width:
            return 0;
        case Code::deadlock:
            return 1;
        case Code::not_entered:
            return 2;
        case Code::dirty_counter:
            return 4;
        case Code::still_in_flight:
            return 5;
        case Code::left_already:
            return 6;
        case Code::uninitialised:
            return 7;
        case Code::wrong_result:
            return 8;
        case Code::barrier_passed:
            return 9;
        default:
            return 3;  // the four kinds of race
    }
}

bool same_operation(const Event& a, const Event& b) {
    return is_environment(a.moment) == is_environment(b.moment) && a.who == b.who && a.launch == b.launch &&
           a.step == b.step;
}

bool Finding::same_fault(const Finding& other) const {
    if (property_of(code) != property_of(other.code) || place != other.place || counter != other.counter) return false;
    if (first && other.first && second && other.second)
        return (same_operation(first->opened, other.first->opened) &&
                same_operation(second->opened, other.second->opened)) ||
               (same_operation(first->opened, other.second->opened) &&
                same_operation(second->opened, other.first->opened));
    return code == other.code;
}

Code race_code(const Schedule& schedule, const Access& earlier, const Access& later) {
    if (earlier.mode != Mode::read) return later.mode == Mode::read ? Code::read_before_landing : Code::two_writers;
    const Event& reader = earlier.opened;
    const bool is_put_source =
        !is_environment(reader.moment) &&
        std::holds_alternative<Put<Concrete>>(schedule.agents[reader.who].steps[reader.step].operation);
    return is_put_source ? Code::source_reused : Code::overwrite_before_read;
}

}  // namespace ringproof::model
