#include "checker/picture/mermaid.h"

#include <map>

#include <fmt/format.h>

#include "checker/story/words.h"

namespace ringproof::checker::picture {
namespace {

/// Text inside a message or note: what mermaid takes for its own is written as an entity.
std::string quoted(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '#' || c == ';' || c == '<' || c == '>' || c == '%' || c == '{' || c == '}' || c == '"')
            out += fmt::format("#{};", byte);
        else
            out += byte < ' ' ? ' ' : c;
    }
    return out;
}

class Writer {
public:
    explicit Writer(const Recording& recording) : recording_(recording) {
        for (const Span& span : recording.spans)
            for (const auto& event : {span.first, span.last})
                if (event) spans_[*event] = &span;
        for (const Flight& flight : recording.flights) {
            for (const auto& event : {flight.begin, flight.read, flight.raise})
                if (event) flights_[*event] = &flight;
            if (flight.land) landings_[*flight.land] = &flight;
        }
    }

    std::string write(std::string_view conclusion) {
        out_ = "sequenceDiagram\n";
        for (std::int32_t chip = 0; chip < recording_.schedule->chips; ++chip)
            out_ += fmt::format("    participant c{0} as chip {0}\n", chip);
        for (std::size_t i = 0; i < recording_.trace.size(); ++i) {
            const bool clash = recording_.clashes(i);
            if (clash) out_ += "    rect rgb(255, 214, 204)\n";
            event(i);
            if (clash) out_ += "    end\n";
        }
        for (const Span& span : recording_.spans)
            if (!span.first)
                note(span.chip, span.chip,
                     who(span.chip, span.agent) + (span.blocked ? "is blocked: " : "still waits: ") + about(span));
        if (!conclusion.empty()) note(0, recording_.schedule->chips - 1, std::string(conclusion));
        return std::move(out_);
    }

private:
    void event(std::size_t i) {
        const model::Event& event = recording_.trace[i];
        if (const auto landing = landings_.find(i); landing != landings_.end()) {
            const Flight& flight = *landing->second;
            // A chip may send to itself.
            const std::string_view arrow = flight.kind == Flight::Kind::signal ? "--)" : "-)";
            out_ += fmt::format("    c{}{}c{}: {}. {} ({})\n", flight.from, arrow, flight.to, i + 1,
                                quoted(about(flight)), flight.kind == Flight::Kind::signal ? "delivered" : "landed");
            return;
        }
        if (const auto within = flights_.find(i); within != flights_.end()) {
            const Flight& flight = *within->second;
            const std::int32_t chip = recording_.schedule->agents[flight.agent].chip;
            return note(chip, chip, fmt::format("{}. {} ({})", i + 1, about(flight), model::word(event.moment)));
        }
        const auto span = spans_.find(i);
        if (span == spans_.end()) return;
        const bool together =
            event.moment == model::Moment::enter && recording_.schedule->profile.entry == model::Entry::barrier;
        const std::string number = fmt::format("{}. ", i + 1);
        if (together) return note(0, recording_.schedule->chips - 1, number + span->second->text);
        const bool whole = span->second->first == span->second->last && event.moment != model::Moment::issue;
        const std::string moment = whole ? std::string() : fmt::format(" ({})", model::word(event.moment));
        const std::int32_t chip = span->second->chip;
        note(chip, chip, number + who(chip, span->second->agent) + about(*span->second) + moment);
    }

    /// The agent, where the chip has several.
    std::string who(std::int32_t chip, std::int32_t agent) const {
        const bool named = agent >= 0 && has_several_agents(*recording_.schedule, chip);
        return named ? recording_.schedule->agents[agent].name.text() + ", " : "";
    }

    std::string about(const Span& span) const {
        return span.agent < 0 ? span.text : fmt::format("{}: {}", recording_.place(span.agent, span.step), span.text);
    }
    std::string about(const Flight& flight) const {
        return fmt::format("{}: {}", recording_.place(flight.agent, flight.step), flight.text);
    }

    void note(std::int32_t first, std::int32_t last, const std::string& text) {
        if (first == last)
            out_ += fmt::format("    Note over c{}: {}\n", first, quoted(text));
        else
            out_ += fmt::format("    Note over c{},c{}: {}\n", first, last, quoted(text));
    }

    const Recording& recording_;
    std::map<std::size_t, const Span*> spans_;
    std::map<std::size_t, const Flight*> flights_, landings_;
    std::string out_;
};

}  // namespace

std::string mermaid(const Recording& recording, std::string_view conclusion) {
    return Writer(recording).write(conclusion);
}

}  // namespace ringproof::checker::picture
