#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "checker/story/stories.h"
#include "checker/story/words.h"

namespace ringproof::checker {
namespace {

using namespace model;

using C = Concrete;

/// Lines that are listed with their own number of units.
constexpr std::size_t most_lines = 6;

/// What one line of the kernel does to a counter in a launch.
struct Share {
    std::string line;
    Event event;  ///< the first operation of the line
    std::int64_t units = 0;
};

/// What a launch does to one counter.
struct Account {
    std::vector<Share> raised, taken;
    bool fixed = true;  ///< nothing sets or clears it

    static std::int64_t total(const std::vector<Share>& shares) {
        std::int64_t units = 0;
        for (const Share& share : shares) units += share.units;
        return units;
    }
};

/// The line of an event without the values of loop variables: `line 14`.
std::string bare_line(const Schedule& schedule, const Event& event) {
    std::string line = line_of(schedule, event);
    return line.starts_with("line ") ? line.substr(0, line.find(' ', 5)) : line;
}

void add(std::vector<Share>& shares, const Schedule& schedule, const Event& event, std::int64_t units) {
    const std::string line = bare_line(schedule, event);
    auto share = std::find_if(shares.begin(), shares.end(), [&](const Share& known) { return known.line == line; });
    if (share == shares.end()) share = shares.insert(shares.end(), {line, event, 0});
    share->units += units;
}

Account account_of(const Schedule& schedule, Counter counter) {
    Account account;
    for (std::size_t agent = 0; agent < schedule.agents.size(); ++agent)
        for (std::size_t step = 0; step < schedule.agents[agent].steps.size(); ++step) {
            const Event event{Moment::issue, static_cast<std::int32_t>(agent), 0, static_cast<std::int32_t>(step)};
            const auto raise = [&](const std::optional<Raise<C>>& raise) {
                if (raise && raise->counter == counter) add(account.raised, schedule, event, raise->add);
            };
            const auto take_units = [&](const Event& wait, std::int64_t units) {
                if (units > 0) add(account.taken, schedule, wait, units);
            };
            std::visit(Overloaded{[&](const Put<C>& put) { raise(put.send), raise(put.recv); },
                                  [&](const Get<C>& get) { raise(get.done); },
                                  [&](const Signal<C>& signal) {
                                      if (const auto* const units = std::get_if<Add<C>>(&signal.effect))
                                          raise(Raise<C>{signal.counter, units->add});
                                      else if (signal.counter == counter)
                                          account.fixed = false;
                                  },
                                  [&](const Wait<C>& wait) {
                                      const auto* const until = std::get_if<AtLeast<C>>(&wait.until);
                                      if (wait.counter != counter || until == nullptr) return;
                                      if (const auto* const take = std::get_if<std::int32_t>(&until->take))
                                          take_units(event, *take);
                                      else
                                          account.fixed = false;
                                  },
                                  [&](const Set<C>& set) {
                                      if (set.counter == counter) account.fixed = false;
                                  },
                                  [](const auto&) {}},
                       schedule.agents[agent].steps[step].operation);
        }
    return account;
}

/// `line 14: 3, line 18: 1`; nothing where there is one line only.
std::string shares_text(const std::vector<Share>& shares) {
    if (shares.empty()) return "no line";
    if (shares.size() == 1) return shares.front().line;
    std::string text;
    for (std::size_t i = 0; i < std::min(shares.size(), most_lines); ++i)
        text += fmt::format("{}{}: {}", i == 0 ? "" : ", ", shares[i].line, shares[i].units);
    return shares.size() > most_lines ? text + ", ..." : text;
}

std::string units_text(std::int64_t units) { return fmt::format("{} unit{}", units, units == 1 ? "" : "s"); }

/// What raises the counter and what takes from it in one launch, and by how much the two differ.
std::optional<Remark> balance(const Schedule& schedule, Counter counter, bool must_be_zero) {
    const Account account = account_of(schedule, counter);
    if (!account.fixed) return std::nullopt;
    const std::int64_t raised = Account::total(account.raised), taken = Account::total(account.taken);
    const std::int32_t init = schedule.semaphores[counter.semaphore].init;
    Remark remark{fmt::format("In a launch {} raised ({}) and {} taken ({})",
                              units_text(raised) + (raised == 1 ? " is" : " are"), shares_text(account.raised),
                              units_text(taken) + (taken == 1 ? " is" : " are"), shares_text(account.taken)),
                  {},
                  0,
                  false};
    if (init != 0) remark.text += fmt::format("; it starts at {}", init);
    const std::int64_t over = raised - taken;
    if (over != 0 && must_be_zero)
        remark.text += fmt::format(": {} {} raised", units_text(std::abs(over)), over > 0 ? "too many" : "too few");
    remark.text += ".";
    for (const auto* const shares : {&account.raised, &account.taken})
        for (const Share& share : *shares) remark.events.push_back(share.event);
    return remark;
}

}  // namespace

Remarks counter_remarks(const Case& told) {
    const Schedule& schedule = told.schedule;
    const Finding& finding = told.finding();
    Remarks remarks;
    if (!is_environment(finding.event.moment))
        remarks.push_back(operation_remark(schedule, finding.event, told.several));
    if (finding.code == Code::counter_width) {
        remarks.push_back(
            {fmt::format("{} reaches {}, and its width allows no more than {}.", schedule.text(*finding.counter),
                         finding.value, schedule.profile.counter_values.value_or(0) - 1),
             {finding.event},
             0,
             false});
    } else {
        const bool at_exit = finding.event.moment == Moment::exit;
        remarks.push_back({fmt::format("{} is {} {}.", schedule.text(*finding.counter), finding.value,
                                       at_exit ? fmt::format("when its chip leaves launch {}", finding.event.launch)
                                               : "when all has come to rest"),
                           {finding.event},
                           0,
                           false});
    }
    if (auto remark = balance(schedule, *finding.counter, finding.code == Code::dirty_counter))
        remarks.push_back(std::move(*remark));
    return remarks;
}

}  // namespace ringproof::checker
