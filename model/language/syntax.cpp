#include "model/language/syntax.h"

#include <fmt/format.h>

#include "model/language/grammar.h"
#include "model/language/language.h"
#include "model/language/reserved.h"
#include "model/language/suggest.h"

namespace ringproof::model {
namespace {

namespace pegtl = tao::pegtl;

// What becomes a node of the tree. All else passes its children up.
template <class Rule>
struct Selected : std::false_type {};
template <class... Rules>
struct AnyOf {
    template <class Rule>
    static constexpr bool contains = (std::is_same_v<Rule, Rules> || ...);
};
using Nodes =
    AnyOf<grammar::word, grammar::name, grammar::variable, grammar::function, grammar::profile_name, grammar::number,
          grammar::signed_number, grammar::string, grammar::prefix, grammar::infix, grammar::choice, grammar::call,
          grammar::operand, grammar::expression, grammar::range, grammar::near_chip, grammar::chip, grammar::on_chip,
          grammar::on_own, grammar::index, grammar::reduction, grammar::application, grammar::of_chip, grammar::input,
          grammar::symbols, grammar::nothing, grammar::len, grammar::add, grammar::cost, grammar::send, grammar::recv,
          grammar::done, grammar::channel, grammar::accumulate, grammar::covers, grammar::by, grammar::reads,
          grammar::writes, grammar::block, grammar::put, grammar::get, grammar::set_to, grammar::signal,
          grammar::take_all, grammar::take, grammar::at_least, grammar::equals, grammar::above_snapshot, grammar::wait,
          grammar::set, grammar::snapshot, grammar::copy, grammar::into, grammar::with, grammar::reduce,
          grammar::compute, grammar::write, grammar::read, grammar::poll, grammar::fence, grammar::until_word,
          grammar::quiet, grammar::barrier, grammar::let, grammar::loop, grammar::else_if, grammar::otherwise,
          grammar::branch, grammar::parameter, grammar::kernel, grammar::torus, grammar::requires_, grammar::given,
          grammar::from_to, grammar::plain, grammar::contract, grammar::ensures_range, grammar::ensures_condition,
          grammar::ensures, grammar::option, grammar::profile, grammar::role, grammar::size, grammar::buffer_item,
          grammar::buffer, grammar::life, grammar::semaphore, grammar::agent, grammar::bare_statements>;
template <class Rule>
    requires(Nodes::contains<Rule>)
struct Selected<Rule> : std::true_type {};

/// Text: UTF-8 without control characters but tab and line ends.
struct character
    : pegtl::sor<pegtl::one<'\t', '\n', '\r'>, pegtl::utf8::range<0x20, 0x7e>, pegtl::utf8::range<0xa0, 0x10ffff>> {};

using TextInput = pegtl::memory_input<pegtl::tracking_mode::eager, pegtl::eol::lf_crlf, std::string_view>;

/// What stands at `text`, as people would name it.
std::string found_at(std::string_view text) {
    if (text.empty()) return "the end of the file";
    std::size_t size = word_length(text);
    if (size == 0 && is_digit(text.front()))
        size = static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_word_character) - text.begin());
    if (size == 0)
        for (const std::string_view sign : {"->", "..", "==", "!=", "<=", ">="})
            if (text.starts_with(sign)) size = sign.size();
    if (size == 0)
        for (size = 1; size < text.size() && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80;) ++size;
    constexpr std::size_t longest = 40;
    if (size > longest) return fmt::format("'{}...'", text.substr(0, longest));
    return fmt::format("'{}'", text.substr(0, size));
}

/// What else there is to say when `word` stands where the grammar wants something else.
std::string remark(std::string_view expected, std::string_view word, bool has_agents) {
    const bool statement_wanted = expected.find("statement") != std::string_view::npos;
    if (!statement_wanted) return is_reserved(word) ? ", which is a word of the language" : "";
    if (is_one_of(word, declaration_words))
        return word == "kernel" ? "; a file holds one kernel" : "; declarations stand before all statements and agents";
    if (word == "agent") return "; statements outside of agents and agents do not mix";
    if (has_agents && is_one_of(word, statement_words)) return "; in a kernel with agents all statements stand in one";
    std::vector<std::string_view> known(statement_words.begin(), statement_words.end());
    known.insert(known.end(), declaration_words.begin(), declaration_words.end());
    known.push_back("agent");
    known.push_back("else");
    return did_you_mean(word, known);
}

[[noreturn]] void refuse(const pegtl::parse_error& error, std::string_view text, const Kernel& kernel) {
    const pegtl::position& at = error.positions().front();
    const std::string_view rest = text.substr(std::min(at.byte, text.size()));
    const std::string_view expected = error.message();
    const std::string_view word = rest.substr(0, word_length(rest));
    const bool has_agents = text.find("agent") != std::string_view::npos;
    const Where where{static_cast<std::int32_t>(at.line), static_cast<std::int32_t>(at.column)};
    throw Fault(Code::syntax,
                fmt::format("{}, found {}{}", expected, found_at(rest), remark(expected, word, has_agents)),
                locate(kernel, where));
}

}  // namespace

void check_text(std::string_view text, const std::string& file) {
    Location location;
    location.file = file;
    if (text.size() > largest_text)
        throw Fault(Code::too_large, fmt::format("the file has {} bytes, the limit is {}", text.size(), largest_text),
                    location);
    TextInput input(text.data(), text.size(), std::string_view());
    pegtl::parse<pegtl::star<character>>(input);
    if (!input.empty()) {
        const pegtl::position at = input.position();
        location.line = static_cast<int>(at.line);
        location.column = static_cast<int>(at.column);
        throw Fault(Code::syntax,
                    fmt::format("not text: byte 0x{:02x} is no UTF-8 character, expected a .ring file",
                                static_cast<unsigned char>(text[at.byte])),
                    location);
    }
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        throw Fault(Code::syntax, "the file is empty, expected 'kernel NAME(n)'", location);
}

std::unique_ptr<Node> syntax_tree(std::string_view text, const Kernel& kernel) {
    TextInput input(text.data(), text.size(), std::string_view());
    const auto too_large = [&](const pegtl::parse_error& error, std::string message) {
        const pegtl::position& at = error.positions().front();
        return Fault(Code::too_large, std::move(message),
                     locate(kernel, {static_cast<std::int32_t>(at.line), static_cast<std::int32_t>(at.column)}));
    };
    try {
        return pegtl::parse_tree::parse<grammar::file, Node, Selected>(input);
    } catch (const grammar::TooDeep& error) {
        throw too_large(error, fmt::format("nested more than {} deep", grammar::deepest));
    } catch (const grammar::TooLong& error) {
        throw too_large(error, fmt::format("the name has more than {} characters", longest_name));
    } catch (const pegtl::parse_error& error) {
        refuse(error, text, kernel);
    }
}

}  // namespace ringproof::model
