#pragma once

#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "model/describe.h"
#include "model/schedule.h"

/// How described structs appear in JSON: an object whose keys are the members, except that some members
/// stand in the object itself ("flatten"). Heavy to compile (Boost.Hana): include it in .cpp files only.
namespace ringproof::model {

/// A variant of described structs flattens: the alternative is the one whose first key is there.
template <class T>
inline constexpr bool is_choice = false;
template <class... Cases>
inline constexpr bool is_choice<std::variant<Cases...>> = (Described<Cases> && ...);

inline constexpr std::string_view counter_keys[] = {"semaphore", "index", "chip"};
inline constexpr std::string_view place_keys[] = {"buffer", "index", "chip"};

template <class T>
std::vector<std::string_view> make_keys();

/// The keys of a described struct, in the order of its description.
template <class T>
const std::vector<std::string_view>& keys_of() {
    static const std::vector<std::string_view> keys = make_keys<T>();
    return keys;
}

template <class... Cases>
std::vector<std::string_view> keys_of_choice(const std::variant<Cases...>&) {
    std::vector<std::string_view> keys;
    (keys.insert(keys.end(), keys_of<Cases>().begin(), keys_of<Cases>().end()), ...);
    return keys;
}

template <class T>
std::vector<std::string_view> make_keys() {
    std::vector<std::string_view> keys;
    each_member(T{}, [&keys](std::string_view name, const auto& member) {
        using Member = std::remove_cvref_t<decltype(member)>;
        if constexpr (std::is_same_v<Member, Counter>) {
            keys.insert(keys.end(), std::begin(counter_keys), std::end(counter_keys));
        } else if constexpr (is_choice<Member>) {
            const auto more = keys_of_choice(member);
            keys.insert(keys.end(), more.begin(), more.end());
        } else {
            keys.push_back(name);
        }
    });
    return keys;
}

/// The keys of an operation: `op`, those of its struct, `at`.
template <class Op>
const std::vector<std::string_view>& operation_keys() {
    static const std::vector<std::string_view> keys = [] {
        std::vector<std::string_view> all{"op"};
        all.insert(all.end(), keys_of<Op>().begin(), keys_of<Op>().end());
        all.emplace_back("at");
        return all;
    }();
    return keys;
}

/// Calls `visit.operator()<Op>()` for each operation of the language.
template <class Visit>
void each_operation(Visit visit) {
    []<class... Ops>(std::type_identity<std::variant<Ops...>>, Visit& call) { (call.template operator()<Ops>(), ...); }(
        std::type_identity<Operation>{}, visit);
}

}  // namespace ringproof::model
