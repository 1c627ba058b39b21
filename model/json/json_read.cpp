#include <array>
#include <utility>

#include <fmt/format.h>

#include "model/contract.h"
#include "model/json/json.h"
#include "model/json/json_decode.h"
#include "model/json/json_keys.h"
#include "model/json/json_schedule.h"
#include "model/json/json_tape.h"
#include "model/validity.h"

namespace ringproof::model {
namespace {

constexpr std::string_view format_name = "ringproof.schedule";
constexpr std::int32_t format_version = 1;

class Reader {
public:
    explicit Reader(const Limits& limits) : limits_(limits) {}

    Schedule read(const JsonCursor& root) {
        check_format(root, format_name, format_version);
        static constexpr std::array<std::string_view, 12> keys{"format",  "version",    "name",    "about",
                                                               "source",  "chips",      "profile", "launches",
                                                               "buffers", "semaphores", "agents",  "ensures"};
        const JsonObject object(root, keys);
        if (const auto at = object.find("name")) schedule_.name = at->text().text();
        if (const auto at = object.find("about")) schedule_.about = at->text().text();
        if (const auto at = object.find("source")) schedule_.source = at->text().text();
        read_numbers(object);

        // Places and counters need all declarations, and values the in-buffers, wherever they stand in the text.
        if (const auto at = object.find("buffers")) read_owned(*at, schedule_.buffers, limits_.slots, "slots");
        if (const auto at = object.find("semaphores"))
            read_owned(*at, schedule_.semaphores, limits_.counters, "counters");
        if (const auto at = object.find("buffers")) read_init(*at);
        read_agents(object.need("agents"));
        if (const auto at = object.find("ensures")) at->each_element([&](const JsonCursor& one) { read_ensures(one); });
        validate_declarations(schedule_, limits_);
        return std::move(schedule_);
    }

private:
    static void refuse(const JsonCursor& at, const std::optional<Complaint>& found) {
        if (found) at.fail(found->code, found->message, found->member);
    }

    void read_numbers(const JsonObject& object) {
        schedule_.chips = object.need("chips").number();
        if (const auto at = object.find("launches")) schedule_.launches = at->number();
        const auto profile = object.find("profile");
        if (profile) read_profile(*profile);
        const auto found = complaint(schedule_, limits_);
        if (!found) return;
        const bool of_profile = profile && !object.has(found->member);
        (of_profile ? *profile : object.cursor()).fail(found->code, found->message, found->member);
    }

    void read_profile(const JsonCursor& at) {
        static const std::vector<std::string_view> keys = [] {
            std::vector<std::string_view> all{"use"};
            all.insert(all.end(), keys_of<Profile>().begin(), keys_of<Profile>().end());
            return all;
        }();
        const JsonObject object(at, keys);
        if (const auto use = object.find("use")) {
            const auto named = find_profile(use->text().text());
            if (!named) {
                std::vector<std::string_view> names;
                for (const NamedProfile& profile : named_profiles()) names.push_back(profile.name);
                use->fail(Code::unknown_name,
                          fmt::format("no profile is called '{}', expected {}", use->text().text(), list_of(names)));
            }
            schedule_.profile = *named;
        }
        decoder_.decode_members(object, schedule_.profile);
    }

    /// Buffers or semaphores; the chip "*" stands for one on each chip.
    template <class T>
    void read_owned(const JsonCursor& list, std::vector<T>& all, std::int64_t limit, std::string_view unit) {
        std::int64_t total = 0;
        list.each_element([&](const JsonCursor& at) {
            const JsonObject object(at, keys_of<T>());
            T declared{};
            declared.name = object.need("name").text();
            each_member(declared, [&](std::string_view name, auto& member) {
                using Member = std::remove_cvref_t<decltype(member)>;
                // The values of init come later.
                if constexpr (!std::is_same_v<Member, std::vector<Concrete::Value>>)
                    if (const auto value = object.find(name); value && name != "chip") decoder_.decode(*value, member);
            });
            const JsonCursor chip = object.need("chip");
            const bool everywhere = chip.kind() == JsonKind::text && chip.text().text() == "*";
            if (!everywhere && chip.kind() != JsonKind::integer) chip.fail_type("the number of a chip or \"*\"");
            const std::int32_t first = everywhere ? 0 : decoder_.chip_number(chip);
            const std::int32_t last = everywhere ? schedule_.chips - 1 : first;
            declared.chip = first;
            refuse(at, complaint(schedule_, declared));
            const std::int64_t copies = std::int64_t{last} - first + 1;
            total += declared.size * copies;
            if (total > limit)
                at.fail(Code::too_large, fmt::format("more than {} {} with this one", limit, unit), "size");
            if (const std::int64_t most = most_declarations(limits_);
                static_cast<std::int64_t>(all.size()) + copies > most)
                at.fail(Code::too_large, fmt::format("more than {} of these with this one", most));
            for (; declared.chip <= last; ++declared.chip) {
                if (!decoder_.remember(declared, static_cast<std::int32_t>(all.size())))
                    at.fail(Code::duplicate_name,
                            fmt::format("'{}' of chip {} is declared twice", declared.name.text(), declared.chip),
                            "name");
                all.push_back(declared);
            }
        });
    }

    void read_init(const JsonCursor& list) {
        std::size_t id = 0;
        std::int64_t values = 0;
        list.each_element([&](const JsonCursor& at) {
            const JsonObject object(at, keys_of<Buffer>());
            const bool everywhere = object.need("chip").kind() == JsonKind::text;
            const std::size_t copies = everywhere ? static_cast<std::size_t>(schedule_.chips) : 1;
            if (const auto init = object.find("init")) {
                Buffer& first = schedule_.buffers[id];
                values += static_cast<std::int64_t>(copies * init->whole_count());
                if (values > limits_.operations)
                    init->fail(Code::too_large,
                               fmt::format("more than {} terms in the initial values of all chips with these",
                                           limits_.operations));
                if (init->kind() != JsonKind::list) init->fail_type("a list of values, one a slot");
                decoder_.decode(*init, first.init);
                if (first.init.empty())
                    init->fail(Code::size_range,
                               fmt::format("init has no values, the buffer has {} slots", first.size));
                refuse(at, complaint(schedule_, first));
                for (std::size_t copy = 1; copy < copies; ++copy) schedule_.buffers[id + copy].init = first.init;
            }
            id += copies;
        });
    }

    void read_agents(const JsonCursor& list) {
        static constexpr std::array<std::string_view, 3> keys{"chip", "name", "ops"};
        Ids names;
        std::int64_t total = 0;
        list.each_element([&](const JsonCursor& at) {
            const JsonObject object(at, keys);
            Agent& agent = schedule_.agents.emplace_back();
            agent.chip = decoder_.chip_number(object.need("chip"));
            agent.name = object.need("name").text();
            refuse(at, complaint(schedule_, agent));
            if (!names.add(agent.chip, agent.name, 0))
                at.fail(Code::duplicate_name,
                        fmt::format("'{}' of chip {} is declared twice", agent.name.text(), agent.chip), "name");
            const JsonCursor ops = object.need("ops");
            const std::size_t count = ops.count();
            total += static_cast<std::int64_t>(count) * schedule_.launches;
            if (total > limits_.operations)
                ops.fail(Code::too_large,
                         fmt::format("more than {} operations in all launches with these", limits_.operations));
            agent.steps.reserve(count);
            decoder_.set_chip(agent.chip);
            ops.each_element([&](const JsonCursor& op) { read_step(op, agent.chip, agent.steps.emplace_back()); });
            decoder_.set_chip(-1);
        });
    }

    void read_step(const JsonCursor& at, std::int32_t chip, Step& step) {
        std::optional<Symbol> name;
        at.each_member([&](std::string_view key, const JsonCursor& value) {
            if (key == "op") name = value.text();
        });
        if (!name)
            at.fail(Code::json_missing_key,
                    fmt::format("the key 'op' is missing, expected {}", list_of(operation_names())));
        bool known = false;
        each_operation([&]<class Op>() {
            if (known || name->text() != operation_name<Op>) return;
            known = true;
            const JsonObject object(at, operation_keys<Op>());
            decoder_.decode_members(object, step.operation.template emplace<Op>());
            if (const auto where = object.find("at")) step.at = where->text();
        });
        if (!known)
            at.fail(Code::unknown_name,
                    fmt::format("no operation is called '{}', expected {}", name->text(), list_of(operation_names())),
                    "op");
        refuse(at, complaint(schedule_, chip, step.operation));
    }

    static std::vector<std::string_view> operation_names() {
        std::vector<std::string_view> names;
        each_operation([&]<class Op>() { names.push_back(operation_name<Op>); });
        return names;
    }

    void read_ensures(const JsonCursor& at) {
        bool is_contract = false;
        at.each_member(
            [&](std::string_view key, const JsonCursor&) { is_contract = is_contract || key == "collective"; });
        if (is_contract) return read_contract(at);
        static constexpr std::array<std::string_view, 4> keys{"buffer", "index", "chip", "value"};
        const JsonObject object(at, keys);
        Claim& claim = schedule_.claims.emplace_back();
        claim.place = decoder_.place(object);
        decoder_.decode(object.need("value"), claim.value);
        refuse(at, complaint(schedule_, claim));
    }

    void read_contract(const JsonCursor& at) {
        const JsonObject object(at, keys_of<Contract>());
        if (const std::int64_t most = most_contracts(schedule_, limits_);
            std::cmp_greater_equal(schedule_.contracts.size(), most))
            at.fail(Code::too_large, fmt::format("more than {} contracts on {} chips", most, schedule_.chips));
        Contract& contract = schedule_.contracts.emplace_back();
        const auto* collective = find_collective(object.need("collective").text().text());
        if (collective) contract.distance = collective->distance;
        decoder_.decode_members(object, contract);
        if (!buffer_index_) buffer_index_.emplace(schedule_);
        if (const auto message = check_contract(*buffer_index_, contract); !message.empty())
            at.fail(Code::bad_contract, message);
    }

    const Limits& limits_;
    Schedule schedule_;
    JsonDecoder decoder_{schedule_};
    std::optional<BufferIndex> buffer_index_;  ///< made when a contract needs it
};

}  // namespace

void check_format(const JsonCursor& root, std::string_view format, std::int32_t version) {
    bool has_format = false;
    bool has_version = false;
    root.each_member([&](std::string_view key, const JsonCursor& at) {
        if (key == "format") {
            has_format = true;
            if (at.text().text() != format)
                at.fail(Code::unknown_format, fmt::format("expected \"{}\", found another format", format));
        } else if (key == "version") {
            has_version = true;
            if (const auto found = at.number(); found != version)
                at.fail(Code::json_version, fmt::format("version {} is not known, only version {}", found, version));
        }
    });
    if (!has_format)
        root.fail(Code::json_missing_key, fmt::format("the key 'format' is missing, expected \"{}\"", format));
    if (!has_version) root.fail(Code::json_missing_key, "the key 'version' is missing");
}

Schedule decode_schedule(const JsonCursor& at, const Limits& limits) { return Reader(limits).read(at); }

Schedule read_schedule(std::string_view text, std::string file_name, const Limits& limits) {
    try {
        const JsonTape tape = parse_json(text);
        return decode_schedule(JsonCursor(tape), limits);
    } catch (const Fault& fault) {
        Location location;
        location.file = std::move(file_name);
        throw fault.at(location);
    }
}

}  // namespace ringproof::model
