#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/parse_tree.hpp>

#include "model/language/reserved.h"

/// The grammar of specs/language.md in PEGTL rules. Only syntax.cpp and the lowering include it.
/// Every token eats the blanks behind it, so a failing rule stands at the token it did not like.
namespace ringproof::model::grammar {

namespace pegtl = tao::pegtl;

/// A text as template argument.
template <std::size_t Size>
struct Text {
    char data[Size];
    // NOLINTNEXTLINE(google-explicit-constructor): so that a literal can be written as an argument
    constexpr Text(const char (&text)[Size]) { std::copy_n(text, Size, data); }
    constexpr std::string_view view() const { return {data, Size - 1}; }
};

/// Blocks, parentheses and the like nest deeper than `deepest`.
struct TooDeep : pegtl::parse_error {
    using pegtl::parse_error::parse_error;
};
inline constexpr std::size_t deepest = 200;
/// A word has more than `longest_name` characters.
struct TooLong : pegtl::parse_error {
    using pegtl::parse_error::parse_error;
};

/// The rules in sequence; if they do not match, the text is wrong and `Message` says what was expected.
template <Text Message, class... Rules>
struct must {
    using rule_t = must;
    using subs_t = pegtl::type_list<pegtl::seq<Rules...>>;
    template <pegtl::apply_mode A, pegtl::rewind_mode, template <class...> class Action,
              template <class...> class Control, class Input, class... States>
    static bool match(Input& in, States&&... states) {
        if (pegtl::match<pegtl::seq<Rules...>, A, pegtl::rewind_mode::required, Action, Control>(in, states...))
            return true;
        throw pegtl::parse_error(Message.data, in);
    }
};

/// Counts a level for as long as it lives.
struct DepthGuard {
    std::size_t& depth;
    explicit DepthGuard(std::size_t& counted) : depth(++counted) {}
    ~DepthGuard() { --depth; }
    DepthGuard(const DepthGuard&) = delete;
    DepthGuard& operator=(const DepthGuard&) = delete;
};

/// The rule, one level deeper.
template <class Rule>
struct nested {
    using rule_t = nested;
    using subs_t = pegtl::type_list<Rule>;
    template <pegtl::apply_mode A, pegtl::rewind_mode M, template <class...> class Action,
              template <class...> class Control, class Input, class... States>
    static bool match(Input& in, States&&... states) {
        const DepthGuard guard(in.private_depth);
        if (in.private_depth > deepest) throw TooDeep("", in);
        return pegtl::match<Rule, A, M, Action, Control>(in, states...);
    }
};

// Tokens.
struct blank : pegtl::star<pegtl::sor<pegtl::space, pegtl::seq<pegtl::one<'#'>, pegtl::until<pegtl::eolf>>>> {};

/// The exact word, not the beginning of a longer one.
template <Text Word>
struct exactly {
    using rule_t = exactly;
    using subs_t = pegtl::type_list<>;
    template <class Input>
    static bool match(Input& in) {
        constexpr std::size_t size = Word.view().size();
        if (in.size(size + 1) < size || std::string_view(in.current(), size) != Word.view()) return false;
        if (in.size(size + 1) > size && is_word_character(in.peek_char(size))) return false;
        in.bump_in_this_line(size);
        return true;
    }
};
template <Text Word>
struct key : pegtl::seq<exactly<Word>, blank> {};
template <char... Characters>
struct sign : pegtl::seq<pegtl::string<Characters...>, blank> {};

/// A run of letters, digits and underscores that `Accept` likes.
template <bool (*Accept)(std::string_view)>
struct word_where {
    using rule_t = word_where;
    using subs_t = pegtl::type_list<>;
    template <class Input>
    static bool match(Input& in) {
        const std::size_t size = word_length({in.current(), in.size(1)});
        if (size > longest_name) throw TooLong("", in);
        if (size == 0 || !Accept({in.current(), size})) return false;
        in.bump_in_this_line(size);
        return true;
    }
};
struct word : word_where<is_word> {};
struct name : word_where<is_name> {};
struct variable : word_where<may_be_variable> {};
struct function : word_where<is_function> {};
struct profile_name : pegtl::plus<pegtl::sor<pegtl::identifier_other, pegtl::one<'-'>>> {};
struct number : pegtl::seq<pegtl::plus<pegtl::digit>, pegtl::not_at<pegtl::identifier_first>> {};
struct minus : pegtl::seq<pegtl::one<'-'>, pegtl::not_at<pegtl::one<'>'>>> {};
struct signed_number
    : pegtl::seq<pegtl::opt<pegtl::one<'-'>>, pegtl::plus<pegtl::digit>, pegtl::not_at<pegtl::identifier_first>> {};
struct string_body
    : pegtl::star<
          pegtl::sor<pegtl::seq<pegtl::one<'\\'>, pegtl::one<'"', '\\'>>, pegtl::not_one<'"', '\\', '\n', '\r'>>> {};
struct string
    : pegtl::seq<pegtl::one<'"'>, string_body,
                 must<"expected '\"' at the end of the symbol (only \\\" and \\\\ are escapes)", pegtl::one<'"'>>> {};
template <class Rule>
struct token : pegtl::seq<Rule, blank> {};

struct arrow : sign<'-', '>'> {};
struct comma : sign<','> {};
template <class Rule>
struct comma_list : pegtl::seq<Rule, pegtl::star<comma, must<"expected another one after ','", Rule>>> {};

// Expressions. Operators stand in one flat list: their precedence is the lowering's, which keeps the stack low.
struct expression;
template <Text Message>
struct number_after : must<Message, expression> {};

struct arguments : pegtl::seq<sign<'('>, number_after<"expected an expression">,
                              pegtl::star<comma, number_after<"expected an expression after ','">>,
                              must<"expected ')', ',' or an operator", sign<')'>>> {};
struct call : pegtl::seq<token<function>, must<"expected '(' and the arguments of the function", arguments>> {};
struct parentheses : pegtl::seq<sign<'('>, number_after<"expected an expression after '('">,
                                must<"expected ')' or an operator", sign<')'>>> {};
struct prefix : pegtl::sor<minus, exactly<"not">> {};
struct primary : pegtl::sor<token<number>, call, token<variable>, parentheses> {};
struct operand : pegtl::sor<primary, pegtl::seq<pegtl::plus<token<prefix>>, must<"expected an expression", primary>>> {
};
struct infix : pegtl::sor<exactly<"or">, exactly<"and">, pegtl::string<'=', '='>, pegtl::string<'!', '='>,
                          pegtl::string<'<', '='>, pegtl::string<'>', '='>,
                          pegtl::one<'<', '>', '+', '*', '/', '%', '&'>, minus> {};
struct choice
    : pegtl::seq<sign<'?'>, number_after<"expected an expression after '?'">,
                 must<"expected ':' and the other case", sign<':'>>, number_after<"expected an expression after ':'">> {
};
struct expression
    : nested<pegtl::seq<operand, pegtl::star<token<infix>, must<"expected an expression after the operator", operand>>,
                        pegtl::opt<choice>>> {};

struct range : pegtl::seq<number_after<"expected the first value of the range">,
                          must<"expected '..' and the end of the range", sign<'.', '.'>>,
                          number_after<"expected the end of the range">> {};
template <Text Word>
struct variable_in : pegtl::seq<must<"expected the name of the variable", token<name>>,
                                must<"expected 'in' and a range 'A .. B'", key<"in">>, range> {};

// Places and counters: `[CHIP.]NAME[[INDEX]]`.
struct dot : pegtl::seq<pegtl::not_at<pegtl::string<'.', '.'>>, sign<'.'>> {};
struct near_chip : pegtl::sor<exactly<"left">, exactly<"right">, exactly<"me">> {};
// Any other word before a dot is a mistake that the lowering explains.
struct chip : pegtl::sor<call, token<near_chip>, pegtl::seq<token<word>, pegtl::at<dot>>> {};
struct index : pegtl::seq<sign<'['>, number_after<"expected an index after '['">,
                          must<"expected ']' or an operator", sign<']'>>> {};
struct on_chip : pegtl::seq<chip, must<"expected '.' and a name behind the chip", dot>,
                            must<"expected a name behind the chip", token<name>>, pegtl::opt<index>> {};
struct on_own : pegtl::seq<token<name>, pegtl::opt<index>> {};
struct place : pegtl::sor<on_chip, on_own> {};

// Values.
struct value;
// What a look-ahead matches must not become nodes, so it names no selected rule.
struct reduction : pegtl::seq<token<word>, sign<'('>, pegtl::at<word_where<is_word>, blank, exactly<"in">>,
                              variable_in<"in">, must<"expected ':' and the value that is reduced", sign<':'>>,
                              must<"expected a value", value>, must<"expected ')'", sign<')'>>> {};
struct application : pegtl::seq<token<name>, sign<'('>, must<"expected a value", value>,
                                pegtl::star<comma, must<"expected a value after ','", value>>,
                                must<"expected ')' or ','", sign<')'>>> {};
struct of_chip
    : pegtl::seq<sign<'@'>, must<"expected a chip: a name, a number or an expression in parentheses", primary>> {};
struct input : pegtl::seq<token<name>, pegtl::opt<index>, pegtl::opt<of_chip>> {};
struct symbols : pegtl::plus<token<string>> {};
struct value : nested<pegtl::sor<symbols, reduction, application, input>> {};
struct nothing : key<"nothing"> {};

// Clauses of operations.
template <Text Word, Text Message>
struct amount : pegtl::seq<key<Word>, number_after<Message>> {};
struct len : amount<"len", "expected a number of slots after 'len'"> {};
struct add : amount<"add", "expected an amount after 'add'"> {};
struct cost : amount<"cost", "expected a number after 'cost'"> {};
struct send : pegtl::seq<key<"send">, must<"'send' needs a counter of the own chip", place>, pegtl::opt<add>> {};
struct recv : pegtl::seq<key<"recv">, must<"'recv' needs a counter of the target chip", place>, pegtl::opt<add>> {};
struct done : pegtl::seq<key<"done">, must<"'done' needs a counter of the own chip", place>, pegtl::opt<add>> {};
struct channel : pegtl::seq<key<"channel">, must<"expected the name of the channel", token<name>>> {};
struct accumulate : key<"accumulate"> {};
struct covers
    : pegtl::seq<key<"covers">, must<"expected 'own', 'channel', 'link' or 'none' after 'covers'", token<word>>> {};
struct by : pegtl::seq<key<"by">, must<"expected the name of a rule after 'by'", token<word>>> {};
struct places : comma_list<place> {};
struct reads : pegtl::seq<key<"reads">, must<"expected the places that are read", places>> {};
struct writes : pegtl::seq<key<"writes">, must<"expected the places that are written", places>> {};

// Statements.
struct statement;
struct block : nested<pegtl::seq<must<"expected '{'", sign<'{'>>, pegtl::star<pegtl::sor<statement, sign<';'>>>,
                                 must<"expected a statement or '}'", sign<'}'>>>> {};

struct put : pegtl::seq<key<"put">, must<"expected a place: the source of the put", place>,
                        must<"expected '->' and the destination of the put", arrow>,
                        must<"expected the destination of the put, 'CHIP.BUFFER[INDEX]' with a chip left, right, me or "
                             "chip(E)",
                             on_chip>,
                        pegtl::star<pegtl::sor<len, send, recv, channel, accumulate>>> {};
struct get
    : pegtl::seq<
          key<"get">,
          must<"expected the source of the get, 'CHIP.BUFFER[INDEX]' with a chip left, right, me or chip(E)", on_chip>,
          must<"expected '->' and the destination of the get", arrow>,
          must<"expected a place: the destination of the get", place>, pegtl::star<pegtl::sor<len, done, channel>>> {};
// `set V` may belong to the signal; `set COUNTER V` is the next statement.
struct number_begins : pegtl::sor<pegtl::digit, pegtl::one<'('>, word_where<may_begin_number>, exactly<"not">> {};
struct next_set : pegtl::seq<key<"set">, pegtl::opt<key<"me">, dot>, token<name>, pegtl::opt<index>, number_begins> {};
struct set_to : pegtl::seq<pegtl::not_at<next_set>, amount<"set", "expected a value after 'set'">> {};
struct signal : pegtl::seq<key<"signal">, must<"expected a counter to signal, 'CHIP.SEMAPHORE[INDEX]'", place>,
                           pegtl::star<pegtl::sor<add, set_to, channel, covers>>> {};
struct take_all : key<"all"> {};
struct take
    : pegtl::seq<key<"take">, must<"expected an amount or 'all' after 'take'", pegtl::sor<take_all, expression>>> {};
struct at_least : amount<"at_least", "expected an amount after 'at_least'"> {};
struct equals : amount<"equals", "expected a value after 'equals'"> {};
struct above_snapshot : amount<"above_snapshot", "expected an amount after 'above_snapshot'"> {};
struct wait
    : pegtl::seq<key<"wait">, must<"expected a counter to wait for", place>,
                 pegtl::opt<pegtl::sor<pegtl::seq<at_least, pegtl::opt<take>>, equals, above_snapshot, expression>>> {};
struct set : pegtl::seq<key<"set">, must<"expected a counter of the own chip", place>,
                        number_after<"expected the value that the counter is set to">> {};
struct snapshot : pegtl::seq<key<"snapshot">, must<"expected a counter of the own chip", place>> {};
struct copy : pegtl::seq<key<"copy">, must<"expected a place: the source of the copy", place>,
                         must<"expected '->' and the destination of the copy", arrow>,
                         must<"expected a place: the destination of the copy", place>, pegtl::star<len>> {};
struct into : pegtl::seq<key<"into">, must<"expected a place to reduce into", place>> {};
struct with : pegtl::seq<comma, must<"expected the second place of the reduce", place>,
                         must<"expected '->' and the destination of the reduce", arrow>,
                         must<"expected a place: the destination of the reduce", place>> {};
struct reduce : pegtl::seq<key<"reduce">, must<"expected a place: the source of the reduce", place>,
                           must<"expected 'into PLACE' or ', PLACE -> PLACE'", pegtl::sor<into, with>>,
                           pegtl::star<pegtl::sor<len, by>>> {};
struct compute : pegtl::seq<key<"compute">, must<"expected a label for the work", token<name>>,
                            pegtl::star<pegtl::sor<reads, writes, cost>>> {};
template <Text Message>
struct stored_value : must<Message, pegtl::sor<nothing, value>> {};
struct write : pegtl::seq<key<"write">, must<"expected a place to write", place>,
                          stored_value<"expected a value: '\"a\"', a term or 'nothing'">> {};
struct read : pegtl::seq<key<"read">, must<"expected a place to read", place>,
                         must<"expected 'expect' and a value", key<"expect">>,
                         stored_value<"expected a value: '\"a\"', a term or 'nothing'">> {};
struct poll : pegtl::seq<key<"poll">, must<"expected a place to poll", place>> {};
struct fence : key<"fence"> {};
struct until_word : pegtl::sor<exactly<"landed">, exactly<"read">> {};
struct quiet
    : pegtl::seq<key<"quiet">,
                 pegtl::opt<key<"until">, must<"expected 'read' or 'landed' after 'until'", token<until_word>>>> {};
struct barrier : pegtl::seq<key<"barrier">, must<"expected the name of the barrier", token<name>>> {};
struct let : pegtl::seq<key<"let">, must<"expected the name of the variable", token<name>>,
                        must<"expected '=' and a value", pegtl::not_at<pegtl::string<'=', '='>>, sign<'='>>,
                        number_after<"expected an expression after '='">> {};
struct loop : pegtl::seq<key<"for">, variable_in<"in">,
                         must<"expected '{' and the body of the loop", pegtl::at<pegtl::one<'{'>>>, block> {};
struct condition : number_after<"expected a condition"> {};
struct else_if : pegtl::seq<key<"else">, key<"if">, condition, block> {};
struct otherwise : pegtl::seq<key<"else">, block> {};
struct branch : pegtl::seq<key<"if">, condition,
                           must<"expected an operator, or '{' and what happens then", pegtl::at<pegtl::one<'{'>>>,
                           block, pegtl::star<else_if>, pegtl::opt<otherwise>> {};
struct statement : pegtl::sor<put, wait, copy, reduce, let, loop, branch, signal, get, set, snapshot, compute, write,
                              read, poll, fence, quiet, barrier> {};

// The head.
struct default_value : pegtl::seq<must<"expected '=' and the default of the parameter", sign<'='>>,
                                  must<"expected an integer", token<signed_number>>> {};
struct parameter : pegtl::seq<must<"expected the name of a parameter", token<name>>, default_value> {};
struct kernel : pegtl::seq<must<"expected 'kernel NAME(n)'", key<"kernel">>,
                           must<"expected the name of the kernel", token<name>>, must<"expected '(n)'", sign<'('>>,
                           must<"expected 'n', the number of chips, as first parameter", key<"n">>,
                           pegtl::star<comma, parameter>, must<"expected ',' or ')'", sign<')'>>> {};
struct torus
    : pegtl::seq<key<"torus">, must<"expected '(ROWS, COLUMNS)'", sign<'('>>,
                 number_after<"expected the number of rows">, must<"expected ',' and the number of columns", comma>,
                 number_after<"expected the number of columns">, must<"expected ')'", sign<')'>>> {};
struct requires_ : pegtl::seq<key<"requires">, number_after<"expected a condition after 'requires'">> {};
struct given : pegtl::seq<token<word>, pegtl::not_at<pegtl::string<'=', '='>>, sign<'='>,
                          number_after<"expected a value after '='">> {};
struct from_to : pegtl::seq<token<word>, arrow, must<"expected the output buffer after '->'", token<word>>> {};
struct plain : token<word> {};
struct argument : pegtl::sor<given, from_to, plain> {};
struct contract : pegtl::seq<key<"contract">, must<"expected the name of a collective", token<word>>,
                             must<"expected '(' and the buffers of the collective", sign<'('>>,
                             pegtl::opt<comma_list<argument>>, must<"expected ')' or ','", sign<')'>>> {};
struct ensures_range : pegtl::seq<key<"for">, variable_in<"in">> {};
struct ensures_condition : pegtl::seq<key<"if">, condition> {};
struct ensures
    : pegtl::seq<key<"ensures">, must<"expected a place", place>,
                 must<"expected '==' and the value of the place", sign<'=', '='>>, must<"expected a value", value>,
                 pegtl::star<ensures_range>, pegtl::opt<ensures_condition>> {};
struct option : pegtl::seq<must<"expected the name of an option", token<word>>,
                           must<"expected the value of the option", token<pegtl::sor<number, word>>>> {};
struct profile : pegtl::seq<key<"profile">, must<"expected the name of a profile", token<profile_name>>,
                            pegtl::star<comma, option>> {};
struct role : pegtl::sor<exactly<"inout">, exactly<"in">, exactly<"out">, exactly<"scratch">, exactly<"ring">> {};
struct size
    : pegtl::seq<sign<'['>, number_after<"expected a size after '['">, must<"expected ']' or an operator", sign<']'>>> {
};
struct buffer_item : pegtl::seq<token<name>, pegtl::opt<size>, pegtl::star<token<role>>> {};
struct buffer : pegtl::seq<key<"buffer">, must<"expected the name of a buffer", buffer_item>,
                           pegtl::star<comma, must<"expected the name of another buffer after ','", buffer_item>>> {};
struct life : pegtl::sor<exactly<"global">, exactly<"launch">> {};
struct semaphore : pegtl::seq<token<name>, pegtl::opt<size>, pegtl::opt<token<life>>> {};
struct semaphores
    : pegtl::seq<key<"sem">, must<"expected the name of a semaphore", semaphore>,
                 pegtl::star<comma, must<"expected the name of another semaphore after ','", semaphore>>> {};
struct declaration : pegtl::sor<torus, requires_, contract, ensures, profile, buffer, semaphores> {};
struct agent : pegtl::seq<key<"agent">, must<"expected the name of the agent", token<name>>,
                          must<"expected '{' and the statements of the agent", pegtl::at<pegtl::one<'{'>>>, block> {};

struct agents : pegtl::plus<agent, pegtl::star<sign<';'>>> {};
struct bare_statements : pegtl::star<pegtl::sor<statement, sign<';'>>> {};
struct file
    : pegtl::seq<blank, kernel, pegtl::star<pegtl::sor<declaration, sign<';'>>>, pegtl::sor<agents, bare_statements>,
                 must<"expected a declaration or a statement", pegtl::eof>> {};

}  // namespace ringproof::model::grammar
