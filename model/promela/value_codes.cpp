#include "model/promela/value_codes.h"

#include <algorithm>

#include <fmt/format.h>

#include "model/value.h"

namespace ringproof::model::promela {
namespace {

/// A prime below 2^24: SPIN's numbers have 32 bits, and `mixed` must not pass them.
constexpr std::int64_t prime = 16'777'213;
constexpr std::int64_t half = 1 << 15;
constexpr std::size_t most_bits = 31;

std::int64_t mixed(std::int64_t code) { return ((code ^ (code >> 9)) * 89 + 12'345) % prime; }

/// A number that looks drawn at random, the same in every run.
std::int64_t fingerprint(const std::string& name) {
    std::uint64_t hash = 14'695'981'039'346'656'037ULL;
    for (const unsigned char c : name) hash = (hash ^ c) * 1'099'511'628'211ULL;
    hash = (hash ^ (hash >> 31)) * 0x9e3779b97f4a7c15ULL;
    return static_cast<std::int64_t>(1 + (hash >> 20) % (prime - 1));
}

}  // namespace

ValueCodes::ValueCodes(const Schedule& schedule, std::int32_t launches) : schedule_(schedule) {
    for (const Agent& agent : schedule.agents)
        for (const Step& step : agent.steps)
            std::visit(Overloaded{
                           [&](const Put<Concrete>& put) {
                               if (put.accumulate) use(Symbol("add"));
                           },
                           [&](const Reduce<Concrete>& reduce) { use(reduce.rule); },
                           [&](const Compute<Concrete>&) { has_applications_ = true; },
                           [&](const Write<Concrete>& write) { look_at(write.value); },
                           [&](const Read<Concrete>& read) { look_at(read.expect); },
                           [](const auto&) {},
                       },
                       step.operation);
    for (const Claim& claim : schedule.claims) look_at(claim.value);
    for (const Contract& contract : schedule.contracts)
        if (find_collective(contract.collective.text())->reduces) use(contract.rule);
    std::size_t inputs = 0;
    for (const Buffer& buffer : schedule.buffers) {
        for (const Concrete::Value& value : buffer.init) look_at(value);
        if (is_input(buffer.role)) inputs += static_cast<std::size_t>(buffer.size) * launches;
    }
    if (rules_.empty() || rules_ == std::set<std::string>{"add"})
        kind_ = Kind::sum;
    else if (rules_ == std::set<std::string>{"compose"} && !has_applications_)
        kind_ = Kind::composition;
    else if (rules_.size() == 1 && !has_applications_ && atoms_.size() + inputs <= most_bits)
        kind_ = Kind::set;
    else
        kind_ = Kind::presence;
}

void ValueCodes::use(Symbol rule) { rules_.insert(rule.empty() ? "add" : std::string(rule.text())); }

void ValueCodes::look_at(const Concrete::Value& value) {
    if (value) look_at(*value);
}

void ValueCodes::look_at(const Term& term) {
    std::visit(Overloaded{
                   [&](const Atom& atom) { atoms_.insert(std::string(atom.name.text())); },
                   [](const Input&) {},
                   [&](const Reduction& reduction) {
                       use(reduction.rule);
                       for (const Term& operand : reduction.operands) look_at(operand);
                   },
                   [&](const Application& application) {
                       has_applications_ = true;
                       for (const Term& argument : application.arguments) look_at(argument);
                   },
               },
               term.node);
}

std::string_view ValueCodes::meaning() const {
    switch (kind_) {
        case Kind::sum:
            return "a fingerprint of the multiset of inputs that were added up, so that each contribution counts once";
        case Kind::composition:
            return "a composition of affine maps, one for each input, in the order in which they were composed";
        case Kind::set:
            return "the set of inputs that were compared, a bit for each";
        default:
            return "1 for any value: RESULTS ARE NOT CHECKED, for several rules occur, or too many inputs";
    }
}

std::int64_t ValueCodes::atom(const std::string& name) {
    switch (kind_) {
        case Kind::sum:
            return fingerprint(name);
        case Kind::composition:
            // An odd factor: maps then never compose to 0.
            return ((fingerprint(name) % half) | 1) * half + fingerprint(name + "'") % half;
        case Kind::set:
            return bits_.try_emplace(name, std::int64_t{1} << bits_.size()).first->second;
        default:
            return 1;
    }
}

std::int64_t ValueCodes::input(const Input& input, std::int32_t launch) { return atom(input_name(input, launch)); }

std::int64_t ValueCodes::reduced(std::int64_t left, std::int64_t right) const {
    switch (kind_) {
        case Kind::sum:
            return (left + right) % prime;
        case Kind::composition:
            return (left / half) * (right / half) % half * half + ((left / half) * (right % half) + left % half) % half;
        default:
            return left | right;
    }
}

std::string ValueCodes::reduced(const std::string& left, const std::string& right) const {
    switch (kind_) {
        case Kind::sum:
            return fmt::format("({} + {}) % {}", left, right, prime);
        case Kind::composition:
            return fmt::format("({0} / {2}) * ({1} / {2}) % {2} * {2} + (({0} / {2}) * ({1} % {2}) + {0} % {2}) % {2}",
                               left, right, half);
        default:
            return fmt::format("{} | {}", left, right);
    }
}

std::string ValueCodes::applied(Symbol label, std::int32_t output, const std::vector<std::string>& arguments) const {
    if (kind_ != Kind::sum) return "code = 1; ";
    std::string out = fmt::format("code = {}; ", fingerprint(fmt::format("{}#{}", label.text(), output)));
    for (const std::string& argument : arguments)
        out += fmt::format("code = (code + {}) % {}; code = ((code ^ (code >> 9)) * 89 + 12345) % {}; ", argument,
                           prime, prime);
    return out;
}

std::int64_t ValueCodes::of(const Concrete::Value& value, std::int32_t launch) {
    return value ? of(*value, launch) : 0;
}

std::int64_t ValueCodes::of(const Term& term, std::int32_t launch) {
    return std::visit(Overloaded{
                          [&](const Atom& value) { return atom(std::string(value.name.text())); },
                          [&](const Input& value) { return input(value, launch); },
                          [&](const Reduction& reduction) {
                              std::int64_t code = of(reduction.operands.front(), launch);
                              for (std::size_t i = 1; i < reduction.operands.size(); ++i)
                                  code = reduced(code, of(reduction.operands[i], launch));
                              return code;
                          },
                          [&](const Application& application) -> std::int64_t {
                              if (kind_ != Kind::sum) return 1;
                              std::int64_t code =
                                  fingerprint(fmt::format("{}#{}", application.label.text(), application.output));
                              for (const Term& argument : application.arguments)
                                  code = mixed((code + of(argument, launch)) % prime);
                              return code;
                          },
                      },
                      term.node);
}

std::int64_t ValueCodes::of(const Expected& expected, std::int32_t launch) {
    if (const Input* const one = std::get_if<Input>(&expected)) return input(*one, launch);
    const Across& across = std::get<Across>(expected);
    std::int64_t code = input({0, across.buffer, across.index}, launch);
    for (std::int32_t chip = 1; chip < schedule_.chips; ++chip)
        code = reduced(code, input({chip, across.buffer, across.index}, launch));
    return code;
}

}  // namespace ringproof::model::promela
