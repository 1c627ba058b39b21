#include "model/language/names.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "model/language/language.h"
#include "model/language/reserved.h"
#include "model/language/suggest.h"

namespace ringproof::model {
namespace {

constexpr std::array<std::string_view, 4> kind_words{"buffer", "semaphore", "parameter", "variable"};

std::string_view word_of(Kind kind) { return kind_words[static_cast<std::size_t>(kind)]; }

}  // namespace

void Names::declare(Kind kind, std::string_view name, Where where) {
    const auto [entry, fresh] = entries_.emplace(std::string(name), Entry{kind, where});
    if (!fresh)
        throw Fault(Code::duplicate_name,
                    fmt::format("'{}' is already a {}, declared in line {}", name, word_of(entry->second.kind),
                                entry->second.where.line),
                    locate(kernel_, where));
    if (kind == Kind::variable) variables_.emplace_back(name);
}

void Names::refuse(std::string_view name, Where where, std::string_view wanted,
                   std::initializer_list<Kind> kinds) const {
    const auto found = entries_.find(std::string(name));
    if (found != entries_.end())
        throw Fault(Code::wrong_kind,
                    fmt::format("'{}' is a {}, expected {}", name, word_of(found->second.kind), wanted),
                    locate(kernel_, where));
    if (is_given_variable(name))
        throw Fault(Code::wrong_kind, fmt::format("'{}' is a number, expected {}", name, wanted),
                    locate(kernel_, where));
    std::vector<std::string_view> known;
    if (std::find(kinds.begin(), kinds.end(), Kind::variable) != kinds.end())
        known.assign(given_variables.begin(), given_variables.end());
    for (const auto& [other, entry] : entries_)
        if (std::find(kinds.begin(), kinds.end(), entry.kind) != kinds.end()) known.push_back(other);
    std::sort(known.begin(), known.end());
    throw Fault(Code::unknown_name,
                fmt::format("'{}' is not declared, expected {}{}", name, wanted, did_you_mean(name, known)),
                locate(kernel_, where));
}

void Names::expect(Kind kind, std::string_view name, Where where) const {
    const auto found = entries_.find(std::string(name));
    if (found != entries_.end() && found->second.kind == kind) return;
    refuse(name, where, fmt::format("a {}", word_of(kind)), {kind});
}

void Names::expect_number(std::string_view name, Where where, bool per_chip) const {
    if (is_given_variable(name)) {
        if (!per_chip && name != "n")
            throw Fault(Code::wrong_kind,
                        fmt::format("'{}' differs from chip to chip, expected a number that is the same on all", name),
                        locate(kernel_, where));
        if (!kernel_.torus && (name == "row" || name == "col"))
            throw Fault(Code::unknown_name, fmt::format("'{}' needs a declaration 'torus(ROWS, COLUMNS)'", name),
                        locate(kernel_, where));
        return;
    }
    const auto found = entries_.find(std::string(name));
    if (found != entries_.end() && (found->second.kind == Kind::variable || found->second.kind == Kind::parameter))
        return;
    refuse(name, where, "a parameter or a variable", {Kind::parameter, Kind::variable});
}

Names::Scope::~Scope() {
    for (; names_.variables_.size() > mark_; names_.variables_.pop_back())
        names_.entries_.erase(names_.variables_.back());
}

}  // namespace ringproof::model
