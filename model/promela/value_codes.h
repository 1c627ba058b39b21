#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <variant>

#include "model/contract.h"
#include "model/schedule.h"
#include "model/term.h"

namespace ringproof::model::promela {

/// Symbolic values as small numbers that SPIN can keep in a slot. 0 is `nothing`. Which numbers serve depends on the
/// rules that occur, for equal values must have equal codes whatever the laws of the rule:
/// - add: a fingerprint of the multiset of what was added up, modulo a prime;
/// - compose: a composition of affine maps;
/// - max or min alone: the set of what was compared, a bit each;
/// - otherwise only whether there is a value at all.
class ValueCodes {
public:
    /// The schedule must outlive it.
    ValueCodes(const Schedule& schedule, std::int32_t launches);

    /// Whether different values have different codes, save for a coincidence of one in ten millions.
    bool tell_apart() const { return kind_ != Kind::presence; }
    /// What a code stands for, in words; for the model's comment.
    std::string_view meaning() const;

    std::int64_t of(const Concrete::Value& value, std::int32_t launch);
    std::int64_t of(const Expected& expected, std::int32_t launch);
    std::int64_t input(const Input& input, std::int32_t launch);

    /// Promela: the expression for left ⊕ right.
    std::string reduced(const std::string& left, const std::string& right) const;
    /// Promela: statements that leave in the variable `code` what `label` makes of the arguments.
    std::string applied(Symbol label, std::int32_t output, const std::vector<std::string>& arguments) const;

private:
    enum class Kind { sum, composition, set, presence };

    void look_at(const Concrete::Value& value);
    void look_at(const Term& term);
    void use(Symbol rule);
    std::int64_t atom(const std::string& name);
    std::int64_t reduced(std::int64_t left, std::int64_t right) const;
    std::int64_t of(const Term& term, std::int32_t launch);

    const Schedule& schedule_;
    std::set<std::string> rules_, atoms_;
    bool has_applications_ = false;
    Kind kind_ = Kind::sum;
    std::map<std::string, std::int64_t> bits_;
};

}  // namespace ringproof::model::promela
