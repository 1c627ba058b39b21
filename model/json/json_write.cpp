#include <algorithm>
#include <charconv>

#include <nlohmann/json.hpp>

#include "model/compare.h"
#include "model/contract.h"
#include "model/json/json.h"
#include "model/json/json_keys.h"

namespace ringproof::model {
namespace {

/// Appends a schedule to a text. `encode` writes a member by its type; the counterpart of JsonDecoder.
class Writer {
public:
    explicit Writer(const Schedule& schedule) : schedule_(schedule) {}

    std::string write() {
        out_ += "{\n  \"format\": \"ringproof.schedule\",\n  \"version\": 1";
        const auto line = [this](std::string_view name, const auto& value) {
            out_ += ",\n  ";
            quote(name);
            out_ += ": ";
            encode(value);
        };
        if (!schedule_.name.empty()) line("name", schedule_.name);
        if (!schedule_.about.empty()) line("about", schedule_.about);
        if (!schedule_.source.empty()) line("source", schedule_.source);
        line("chips", schedule_.chips);
        line("profile", schedule_.profile);
        line("launches", schedule_.launches);
        declarations("buffers", schedule_.buffers);
        declarations("semaphores", schedule_.semaphores);
        agents();
        ensures();
        out_ += "\n}\n";
        return std::move(out_);
    }

private:
    // --- members by their type

    void encode(std::int32_t value) {
        char digits[16];
        out_.append(digits, std::to_chars(std::begin(digits), std::end(digits), value).ptr);
    }
    void encode(bool value) { out_ += value ? "true" : "false"; }
    void encode(const std::string& value) { quote(value); }
    void encode(Symbol value) { quote(value.text()); }
    template <class Enum>
        requires std::is_enum_v<Enum>
    void encode(Enum value) { quote(word(value)); }
    void encode(const std::variant<Concrete::Number, All>& take) {
        if (const auto* number = std::get_if<Concrete::Number>(&take))
            encode(*number);
        else
            quote("all");
    }
    void encode(const Concrete::Value& value) {
        if (!value) {
            out_ += "null";
            return;
        }
        const auto* reduction = std::get_if<Reduction>(&value->node);
        if (reduction && is_plain(*reduction))
            list(reduction->operands, [this](const Term& operand) { term(operand); });
        else
            list(std::vector{*value}, [this](const Term& only) { term(only); });
    }
    template <class T>
    void encode(const std::optional<T>& value) {
        encode(*value);
    }
    template <class T>
    void encode(const std::vector<T>& values) {
        list(values, [this](const T& value) { encode(value); });
    }
    void encode(const Place& place) {
        open();
        location("buffer", schedule_.buffers[place.buffer].name, place.index, schedule_.chip_of(place));
        out_ += '}';
    }
    template <Described T>
    void encode(const T& value) {
        open();
        members(value, T{});
        out_ += '}';
    }

    // --- described structs

    /// Leaves out what has the value in `fallback`, except the first `always` members and those that a reader
    /// must see.
    template <Described T>
    void members(const T& value, const T& fallback, int always = 0) {
        each_pair(value, fallback, [&](std::string_view name, const auto& member, const auto& usual) {
            using Member = std::remove_cvref_t<decltype(member)>;
            constexpr bool needed = std::is_same_v<Member, Place> || std::is_same_v<Member, Concrete::Value>;
            if constexpr (std::is_same_v<Member, Counter>) {
                location("semaphore", schedule_.semaphores[member.semaphore].name, member.index,
                         schedule_.chip_of(member));
            } else if constexpr (is_choice<Member>) {
                std::visit([this]<class Case>(const Case& chosen) { this->members(chosen, Case{}, 1); }, member);
            } else if (needed || always-- > 0 || !equal(member, usual)) {
                key(name);
                encode(member);
            }
        });
    }

    void location(std::string_view kind, Symbol name, std::int32_t index, std::int32_t chip) {
        key(kind);
        encode(name);
        if (index != 0) {
            key("index");
            encode(index);
        }
        if (chip != chip_) {
            key("chip");
            encode(chip);
        }
    }

    // --- values

    /// Whether a list without a rule says it all. A list of one is that one.
    static bool is_plain(const Reduction& reduction) { return reduction.rule.empty() && reduction.operands.size() > 1; }

    void term(const Term& value) {
        std::visit(
            Overloaded{
                [this](const Atom& atom) { encode(atom.name); },
                [this](const Input& input) {
                    quote(input.buffer.text() + "[" + std::to_string(input.index) + "]@" + std::to_string(input.chip));
                },
                [this](const Reduction& reduction) {
                    if (is_plain(reduction)) return terms(reduction.operands);
                    open();
                    if (!reduction.rule.empty()) {
                        key("rule");
                        encode(reduction.rule);
                    }
                    key("of");
                    terms(reduction.operands);
                    out_ += '}';
                },
                [this](const Application& application) {
                    open();
                    key("apply");
                    encode(application.label);
                    if (application.output != 0) {
                        key("output");
                        encode(application.output);
                    }
                    key("of");
                    terms(application.arguments);
                    out_ += '}';
                },
            },
            value.node);
    }
    void terms(const std::vector<Term>& all) {
        list(all, [this](const Term& one) { term(one); });
    }

    // --- the parts of a schedule

    /// Buffers or semaphores; a run that is the same on every chip becomes one with the chip "*".
    template <class T>
    void declarations(std::string_view name, const std::vector<T>& all) {
        out_ += ",\n  ";
        quote(name);
        out_ += ": [";
        const auto chips = static_cast<std::size_t>(schedule_.chips);
        for (std::size_t i = 0; i < all.size();) {
            bool everywhere = chips > 1 && all.size() - i >= chips;
            for (std::size_t chip = 0; everywhere && chip < chips; ++chip) {
                T expected = all[i];
                expected.chip = static_cast<std::int32_t>(chip);
                everywhere = equal(all[i + chip], expected);
            }
            out_ += i == 0 ? "\n    " : ",\n    ";
            open();
            key("chip");
            if (everywhere)
                quote("*");
            else
                encode(all[i].chip);
            each_pair(all[i], T{}, [this](std::string_view member_name, const auto& member, const auto& usual) {
                // The size is always worth seeing; the rest if it is unusual.
                if (member_name == "chip" || (member_name != "size" && equal(member, usual))) return;
                key(member_name);
                encode(member);
            });
            out_ += '}';
            i += everywhere ? chips : 1;
        }
        out_ += all.empty() ? "]" : "\n  ]";
    }

    void agents() {
        out_ += ",\n  \"agents\": [";
        const char* separator = "\n    ";
        for (const Agent& agent : schedule_.agents) {
            out_ += separator;
            separator = ",\n    ";
            open();
            key("chip");
            encode(agent.chip);
            key("name");
            encode(agent.name);
            key("ops");
            chip_ = agent.chip;
            out_ += '[';
            for (std::size_t i = 0; i < agent.steps.size(); ++i) {
                out_ += i == 0 ? "\n      " : ",\n      ";
                step(agent.steps[i]);
            }
            out_ += agent.steps.empty() ? "]}" : "\n    ]}";
            chip_ = -1;
        }
        out_ += schedule_.agents.empty() ? "]" : "\n  ]";
    }

    void step(const Step& step) {
        open();
        key("op");
        std::visit(
            [this]<class Op>(const Op& operation) {
                quote(operation_name<Op>);
                members(operation, Op{});
            },
            step.operation);
        if (!step.at.empty()) {
            key("at");
            encode(step.at);
        }
        out_ += '}';
    }

    void ensures() {
        if (schedule_.claims.empty() && schedule_.contracts.empty()) return;
        const char* separator = ",\n  \"ensures\": [\n    ";
        const auto next = [&] {
            out_ += separator;
            separator = ",\n    ";
            open();
        };
        for (const Contract& contract : schedule_.contracts) {
            next();
            Contract usual;
            // As the reader takes it when it is left out.
            if (const auto* collective = find_collective(contract.collective.text()))
                usual.distance = collective->distance;
            members(contract, usual);
            out_ += '}';
        }
        for (const Claim& claim : schedule_.claims) {
            next();
            location("buffer", schedule_.buffers[claim.place.buffer].name, claim.place.index,
                     schedule_.chip_of(claim.place));
            key("value");
            encode(claim.value);
            out_ += '}';
        }
        out_ += "\n  ]";
    }

    // --- text

    void open() {
        out_ += '{';
        first_ = true;
    }
    void key(std::string_view name) {
        if (!first_) out_ += ", ";
        first_ = false;
        quote(name);
        out_ += ": ";
    }
    template <class T, class Write>
    void list(const std::vector<T>& all, Write write) {
        out_ += '[';
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (i > 0) out_ += ", ";
            write(all[i]);
        }
        out_ += ']';
        first_ = false;
    }
    void quote(std::string_view text) {
        const auto plain = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
        if (std::all_of(text.begin(), text.end(), plain)) {
            out_ += '"';
            out_ += text;
            out_ += '"';
        } else {
            // Bytes that are no UTF-8 become U+FFFD, so that the result is JSON in any case.
            out_ += nlohmann::json(std::string(text)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        }
    }

    const Schedule& schedule_;
    std::string out_;
    bool first_ = true;       ///< whether the next key is the first of its object
    std::int32_t chip_ = -1;  ///< of the agent whose operations are written, else -1
};

}  // namespace

std::string write_schedule(const Schedule& schedule) { return Writer(schedule).write(); }

}  // namespace ringproof::model
