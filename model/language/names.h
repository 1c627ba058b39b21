#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/diagnostic.h"
#include "model/kernel.h"

namespace ringproof::model {

/// What a name of a kernel stands for.
enum class Kind { buffer, semaphore, parameter, variable };

/// The names of a kernel while it is read. One name means one thing: nothing shadows. All faults carry the
/// location of the name in question.
class Names {
public:
    /// `kernel` is the one being read; it must outlive this.
    explicit Names(const Kernel& kernel) : kernel_(kernel) {}

    /// Throws duplicate_name if the name is taken.
    void declare(Kind kind, std::string_view name, Where where);
    /// The name must be of that kind: else unknown_name, with the nearest name that is, or wrong_kind.
    void expect(Kind kind, std::string_view name, Where where) const;
    /// The name must stand for a number: parameter, variable, or what every kernel has.
    /// `row` and `col` need a torus; unless `per_chip`, whatever differs between chips is refused.
    void expect_number(std::string_view name, Where where, bool per_chip) const;

    /// Variables declared within the lifetime of a Scope are forgotten at its end.
    class Scope {
    public:
        explicit Scope(Names& names) : names_(names), mark_(names.variables_.size()) {}
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        Names& names_;
        std::size_t mark_;
    };

private:
    struct Entry {
        Kind kind;
        Where where;
    };
    [[noreturn]] void refuse(std::string_view name, Where where, std::string_view wanted,
                             std::initializer_list<Kind> kinds) const;

    const Kernel& kernel_;
    std::unordered_map<std::string, Entry> entries_;
    std::vector<std::string> variables_;  ///< of the scopes that are open, innermost last
};

}  // namespace ringproof::model
