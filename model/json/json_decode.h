#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "model/input_text.h"
#include "model/json/json_keys.h"
#include "model/json/json_tape.h"
#include "model/schedule.h"

/// From JSON values to members of described structs. Internal to the reader.
namespace ringproof::model {

/// Ids of buffers or semaphores by chip and name.
class Ids {
public:
    /// False if the name is taken.
    bool add(std::int32_t chip, Symbol name, std::int32_t id) { return ids_[name].emplace(chip, id).second; }
    std::optional<std::int32_t> find(std::int32_t chip, Symbol name) const {
        const auto named = ids_.find(name);
        if (named == ids_.end()) return std::nullopt;
        const auto found = named->second.find(chip);
        return found == named->second.end() ? std::nullopt : std::optional(found->second);
    }

private:
    std::unordered_map<Symbol, std::unordered_map<std::int32_t, std::int32_t>> ids_;
};

/// Fills members from their values: `decode` by the member's type; the keys of described structs come from json_keys.h.
class JsonDecoder {
public:
    /// Names are looked up in `schedule`; `remember` must have seen its buffers and semaphores.
    explicit JsonDecoder(const Schedule& schedule) : schedule_(schedule) {}

    /// Makes a buffer or semaphore known. False if its chip has one of that name.
    bool remember(const Buffer& buffer, std::int32_t id) { return buffers_.add(buffer.chip, buffer.name, id); }
    bool remember(const Semaphore& semaphore, std::int32_t id) {
        return semaphores_.add(semaphore.chip, semaphore.name, id);
    }
    /// From now on places and counters without a chip are of `chip`; -1: they must have one.
    void set_chip(std::int32_t chip) { chip_ = chip; }

    void decode(const JsonCursor& at, std::int32_t& value) const { value = at.number(); }
    void decode(const JsonCursor& at, bool& value) const { value = at.boolean(); }
    void decode(const JsonCursor& at, Symbol& value) const { value = at.text(); }

    template <class Enum>
        requires std::is_enum_v<Enum>
    void decode(const JsonCursor& at, Enum& value) const {
        const std::string expected = "one of " + list_of(words<Enum>);
        if (at.kind() != JsonKind::text) at.fail_type(expected);
        const auto found = from_word<Enum>(at.text().text());
        if (!found) at.fail(Code::json_type, fmt::format("expected {}, found '{}'", expected, at.text().text()));
        value = *found;
    }

    /// `take`
    void decode(const JsonCursor& at, std::variant<Concrete::Number, All>& value) const {
        if (at.kind() == JsonKind::integer)
            value = at.number();
        else if (at.kind() == JsonKind::text && at.text().text() == "all")
            value = All{};
        else
            at.fail_type("an integer or \"all\"");
    }

    /// An option that can be unbounded.
    void decode(const JsonCursor& at, std::optional<std::int32_t>& value) const {
        value.reset();
        if (at.kind() != JsonKind::null) value = at.number();
    }

    template <class T>
    void decode(const JsonCursor& at, std::optional<T>& value) const {
        decode(at, value.emplace());
    }

    template <class T>
    void decode(const JsonCursor& at, std::vector<T>& values) const {
        values.reserve(at.count());
        at.each_element([&](const JsonCursor& one) { decode(one, values.emplace_back()); });
    }

    void decode(const JsonCursor& at, Place& place) const {
        const JsonObject object(at, place_keys);
        place = this->place(object);
    }

    void decode(const JsonCursor& at, Concrete::Value& value) const {
        value.reset();
        if (at.kind() == JsonKind::null) return;
        if (at.kind() != JsonKind::list) at.fail_type("null or a list of values");
        value = term(at);
    }

    template <Described T>
    void decode(const JsonCursor& at, T& value) const {
        decode_members(JsonObject(at, keys_of<T>()), value);
    }

    /// Members that are places, counters, values or choices must be there; others keep their default.
    template <class T>
    void decode_members(const JsonObject& object, T& value) const {
        each_member(value, [&](std::string_view name, auto& member) {
            using Member = std::remove_cvref_t<decltype(member)>;
            if constexpr (std::is_same_v<Member, Counter>) {
                member = resolve<Counter>(object, "semaphore", semaphores_);
            } else if constexpr (is_choice<Member>) {
                decode_choice(object, member);
            } else if constexpr (std::is_same_v<Member, Place> || std::is_same_v<Member, Concrete::Value>) {
                decode(object.need(name), member);
            } else if (const auto at = object.find(name)) {
                decode(*at, member);
            }
        });
    }

    std::int32_t chip_number(const JsonCursor& at) const {
        const std::int32_t chip = at.number();
        if (chip < 0 || chip >= schedule_.chips)
            at.fail(Code::index_range,
                    fmt::format("there is no chip {}; chips are 0 to {}", chip, schedule_.chips - 1));
        return chip;
    }

    /// The place that the keys `buffer`, `index` and `chip` of `object` name.
    Place place(const JsonObject& object) const { return resolve<Place>(object, "buffer", buffers_); }
    /// The counter that the keys `semaphore`, `index` and `chip` of `object` name.
    Counter counter(const JsonObject& object) const { return resolve<Counter>(object, "semaphore", semaphores_); }

private:
    template <class... Cases>
    void decode_choice(const JsonObject& object, std::variant<Cases...>& choice) const {
        const std::array<std::string_view, sizeof...(Cases)> firsts{keys_of<Cases>().front()...};
        std::string_view chosen;
        const auto attempt = [&]<class Case>(std::type_identity<Case>) {
            const std::string_view first = keys_of<Case>().front();
            if (!object.has(first)) return;
            if (!chosen.empty())
                object.need(first).fail(Code::json_unknown_key,
                                        fmt::format("'{}' and '{}' exclude each other", chosen, first));
            chosen = first;
            decode_members(object, choice.template emplace<Case>());
        };
        (attempt(std::type_identity<Cases>{}), ...);
        if (chosen.empty())
            object.cursor().fail(Code::json_missing_key, fmt::format("one of the keys {} is missing", list_of(firsts)));
        const auto refuse_others = [&]<class Case>(std::type_identity<Case>) {
            const auto& keys = keys_of<Case>();
            if (keys.front() == chosen) return;
            for (const std::string_view key : keys)
                if (const auto at = object.find(key))
                    at->fail(Code::json_unknown_key,
                             fmt::format("'{}' goes with '{}', not with '{}'", key, keys.front(), chosen));
        };
        (refuse_others(std::type_identity<Cases>{}), ...);
    }

    /// The place or counter that the keys `kind`, `index` and `chip` of `object` name.
    template <class T>
    T resolve(const JsonObject& object, std::string_view kind, const Ids& ids) const {
        std::int32_t chip = chip_;
        if (const auto at = object.find("chip"))
            chip = chip_number(*at);
        else if (chip < 0)
            object.need("chip");
        const JsonCursor at = object.need(kind);
        const auto id = ids.find(chip, at.text());
        if (!id) at.fail(Code::unknown_name, fmt::format("chip {} has no {} '{}'", chip, kind, at.text().text()));
        const auto index = object.find("index");
        return T{*id, index ? index->number() : 0};
    }

    Term term(const JsonCursor& at) const {
        switch (at.kind()) {
            case JsonKind::text:
                return symbol(at);
            case JsonKind::list:
                return reduction(at, Symbol());
            case JsonKind::object:
                return compound(at);
            default:
                at.fail_type("a string, a list or an object as value");
        }
    }

    Term symbol(const JsonCursor& at) const {
        const Symbol name = at.text();
        const auto input = input_of(name.text());
        const auto buffer = input ? buffers_.find(input->chip, input->buffer) : std::nullopt;
        if (!buffer || !is_input(schedule_.buffers[*buffer].role)) return Term{Atom{name}};
        if (input->index >= schedule_.buffers[*buffer].size)
            at.fail(Code::index_range,
                    fmt::format("{} does not exist; the buffer has {} slots",
                                schedule_.text(Place{*buffer, input->index}), schedule_.buffers[*buffer].size));
        return Term{*input};
    }

    std::vector<Term> terms(const JsonCursor& at) const {
        std::vector<Term> all;
        all.reserve(at.count());
        at.each_element([&](const JsonCursor& one) { all.push_back(term(one)); });
        return all;
    }

    Term reduction(const JsonCursor& at, Symbol rule) const {
        std::vector<Term> operands = terms(at);
        if (operands.empty()) at.fail(Code::json_type, "expected at least one value, found an empty list");
        return operands.size() == 1 ? std::move(operands.front()) : Term{Reduction{rule, std::move(operands)}};
    }

    Term compound(const JsonCursor& at) const {
        static constexpr std::array<std::string_view, 4> keys{"of", "rule", "apply", "output"};
        const JsonObject object(at, keys);
        const auto label = object.find("apply");
        for (const std::string_view other : {"rule", "output"})
            if (const auto found = object.find(other); found && (other == "rule") == label.has_value())
                found->fail(Code::json_unknown_key,
                            fmt::format("'{}' does not go with{} 'apply'", other, label ? "" : "out"));
        const JsonCursor of = object.need("of");
        if (!label) {
            const auto rule = object.find("rule");
            Reduction reduction{rule ? rule->text() : Symbol(), terms(of)};
            if (reduction.operands.empty())
                of.fail(Code::json_type, "expected at least one value, found an empty list");
            return Term{std::move(reduction)};
        }
        const auto output = object.find("output");
        return Term{Application{label->text(), output ? output->number() : 0, terms(of)}};
    }

    const Schedule& schedule_;
    Ids buffers_;
    Ids semaphores_;
    std::int32_t chip_ = -1;
};

}  // namespace ringproof::model
