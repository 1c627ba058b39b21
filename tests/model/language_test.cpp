#include "model/language/language.h"

#include <chrono>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace ringproof::model {
namespace {

// A kernel with every construct of the language.
constexpr std::string_view rich = R"(# Everything at once.
#
# Second paragraph.
# expect: proved
# expect: race at n >= 3 with profile pallas-tpu-fifo with launches 2
kernel rich(n, slots = 2, shift = -3)
torus(2, n / 2)
requires n % 2 == 0 and slots >= 1
profile pallas-tpu, entry none, counter_values 256
contract all_reduce(x -> y, sum)
contract permute(x -> y)
contract broadcast(x, root = n - 1)
ensures y[i + j] == sum(c in 0 .. n: max(d in 0 .. 1: x[i]@(c + d))) for i in 0 .. 2 for j in 0 .. 1 if me > 0
ensures y == matmul(x, x@left, "a \"b\"")
buffer x[2 * slots] in, y[2 * slots] out ring, in, out inout
buffer h[slots] scratch
sem send, recv[n] global, done launch

agent sender {
  let c = not (me == 0) ? -shift : (1 + 2) * 3 - (4 - 5)
  for s in 0 .. 2 {
    put x[s] -> right.y[c] len 2 send send add 2 recv recv[me] add s + 1 channel ch accumulate; put x -> chip(row, col + 1).y
    get chip(me + 1).x -> h[s % slots] len 2 done done channel ch
  }
  signal left.recv[1] add 3 channel ch covers link
  signal me.recv set 4
  signal right.recv
  set send 1
  set done (-shift)
}
agent waiter {
  wait send wait recv[1] 3 wait recv at_least 2 wait recv at_least 2 take 1 wait recv at_least 1 take all
  wait done equals 1 snapshot recv wait recv above_snapshot 2
  copy right.x[1] -> h
  reduce h into y[1] len 2 by min
  reduce h, x[1] -> y
  compute matmul reads h, x[1] writes y, h[1] cost 10
  compute nap reads h
  write h "a" "b" write h nothing write h x[1]@right read h expect sum(j in 0 .. n: x@j)
  poll h fence quiet quiet until read barrier all_here
  if n > 1 and me != 0 { fence } else if me == 1 or me & 1 == 1 { quiet } else { fence if me { poll h } }
  if log2(n) <= pow2(2) { } else { fence }
  let k = min(1, max(2, 3)) % 4
}
)";

Kernel parsed(std::string_view text) { return parse_kernel(text, "dir/k.ring"); }

// The fault of a text, as `CODE line:column message`.
std::string fault_of(std::string_view text) {
    try {
        parsed(text);
    } catch (const Fault& fault) {
        EXPECT_EQ(fault.location().file, "dir/k.ring");
        return number(fault.code()) + " " + std::to_string(fault.location().line) + ":" +
               std::to_string(fault.location().column) + " " + fault.message();
    }
    return "no fault";
}
// The same with a usual head of four lines, so that `text` is line 5.
std::string fault_in(const std::string& text) {
    return fault_of("kernel k(n, slots = 2)\nbuffer x[n] in\nbuffer y[n] out\nsem s, t[2]\n" + text);
}

Expr expression_of(const std::string& text) {
    const Kernel kernel = parsed("kernel k(n)\nlet v = " + text);
    return std::get<Let>(kernel.agents.front().body.front().node).value;
}
std::string printed(const std::string& text) { return print(expression_of(text)); }

TEST(Language, HeadIsRead) {
    const Kernel kernel = parsed(rich);
    EXPECT_EQ(kernel.name, "rich");
    EXPECT_EQ(kernel.about, "Everything at once.\n\nSecond paragraph.");
    ASSERT_EQ(kernel.parameters.size(), 2u);
    EXPECT_EQ(kernel.parameters[1].value, -3);
    EXPECT_EQ(kernel.profile.entry, Entry::none);
    EXPECT_EQ(kernel.profile.credit, Credit::gradual);
    EXPECT_EQ(kernel.profile.counter_values, 256);
    ASSERT_EQ(kernel.contracts.size(), 3u);
    EXPECT_EQ(kernel.contracts[0].rule.text(), "add");
    EXPECT_EQ(print(kernel.contracts[1].distance), "1");
    EXPECT_EQ(kernel.contracts[2].in, kernel.contracts[2].out);
    ASSERT_EQ(kernel.buffers.size(), 5u);
    EXPECT_TRUE(kernel.buffers[1].ring);
    EXPECT_EQ(kernel.buffers[2].name.text(), "in");
    EXPECT_EQ(kernel.buffers[2].role, Role::scratch);
    EXPECT_EQ(kernel.buffers[3].role, Role::inout);
    EXPECT_EQ(kernel.semaphores[1].life, Life::global);
    EXPECT_EQ(kernel.semaphores[0].life, std::nullopt);
    ASSERT_EQ(kernel.expectations.size(), 2u);
    EXPECT_EQ(kernel.expectations[1].verdict, "race");
    EXPECT_EQ(kernel.expectations[1].relation, ">=");
    EXPECT_EQ(kernel.expectations[1].chips, 3);
    EXPECT_EQ(kernel.expectations[1].launches, 2);
    EXPECT_EQ(kernel.expectations[1].profile, "pallas-tpu-fifo");
}

TEST(Language, PrintIsCanonical) {
    const std::string once = print(parsed(rich));
    EXPECT_EQ(print(parsed(once)), once);
    // Nothing of the original is lost on the way.
    for (const char* part :
         {"# Everything at once.\n#\n# Second paragraph.\n# expect: proved\n",
          "kernel rich(n, slots = 2, shift = -3)\n",
          "torus(2, n / 2)\n",
          "requires n % 2 == 0 and slots >= 1\n",
          "profile pallas-tpu, entry none, counter_values 256\n",
          "contract all_reduce(x -> y, add)\n",
          "contract permute(x -> y, distance = 1)\n",
          "contract broadcast(x, root = n - 1)\n",
          "ensures y[i + j] == add(c in 0 .. n: max(d in 0 .. 1: x[i]@(c + d))) for i in 0 .. 2 for j in 0 .. 1 if me "
          "> 0\n",
          "ensures y == matmul(x[0]@me, x[0]@left, \"a \\\"b\\\"\")\n",
          "buffer y[2 * slots] out ring\n",
          "buffer out[1] inout\n",
          "sem recv[n] global\n",
          "sem done[1] launch\n",
          "  let c = not me == 0 ? -shift : (1 + 2) * 3 - (4 - 5)\n",
          "    put x[s] -> right.y[c] len 2 send send add 2 recv recv[me] add s + 1 channel ch accumulate\n",
          "    put x -> chip(row, col + 1).y\n",
          "    get chip(me + 1).x -> h[s % slots] len 2 done done channel ch\n",
          "  signal left.recv[1] add 3 channel ch covers link\n",
          "  signal me.recv set 4\n",
          "  signal right.recv\n",
          "  set send 1\n",
          "  set done (-shift)\n",
          "  wait send\n  wait recv[1] 3\n  wait recv at_least 2\n",
          "  wait recv at_least 2 take 1\n  wait recv at_least 1 take all\n  wait done equals 1\n  snapshot recv\n",
          "  wait recv above_snapshot 2\n  copy right.x[1] -> h\n",
          "  reduce h into y[1] len 2 by min\n",
          "  reduce h, x[1] -> y\n",
          "  compute matmul reads h, x[1] writes y, h[1] cost 10\n  compute nap reads h\n",
          "  write h \"a\" \"b\"\n  write h nothing\n  write h x[1]@right\n  read h expect add(j in 0 .. n: x[0]@j)\n",
          "  poll h\n  fence\n  quiet\n  quiet until read\n  barrier all_here\n",
          "  } else if me == 1 or me & 1 == 1 {\n",
          "  if log2(n) <= pow2(2) {\n  } else {\n",
          "  let k = min(1, max(2, 3)) % 4\n"})
        EXPECT_TRUE(once.find(part) != std::string::npos) << part;
}

TEST(Language, OneAgentNeedsNoBlock) {
    const Kernel kernel = parsed("kernel k(n) fence # the end");
    ASSERT_EQ(kernel.agents.size(), 1u);
    EXPECT_EQ(kernel.agents.front().name.text(), "main");
    EXPECT_EQ(print(kernel), "kernel k(n)\n\nfence\n");
    EXPECT_EQ(print(parsed("kernel k(n) agent main { fence }")), print(kernel));
    EXPECT_EQ(print(parsed("kernel k(n)")), "kernel k(n)\n\n");
}

TEST(Language, LineEndsAndByteOrderMarkDoNotMatter) {
    EXPECT_EQ(print(parsed("\xef\xbb\xbfkernel k(n)\r\nfence\r\n")), "kernel k(n)\n\nfence\n");
    EXPECT_EQ(fault_of("kernel k(n)\r\nfenc\r\n"),
              "RP010 2:1 expected a declaration or a statement, found 'fenc'; did you mean 'fence'?");
}

TEST(Language, ReceiveCounterIsOnTheTarget) {
    const Kernel kernel = parsed("kernel k(n) buffer x sem r put x -> chip(me + 2).x recv r");
    const auto& put = std::get<Put<Symbolic>>(std::get<OperationForm>(kernel.agents[0].body[0].node));
    EXPECT_EQ(put.recv->counter.chip, put.dst.chip);
}

TEST(Language, WordsOfDeclarationsMayBeNames) {
    EXPECT_EQ(
        fault_of("kernel in(n) buffer in in, out out ring, inout, scratch sem send, recv, done, ring"
                 " put in -> right.out send send recv recv get left.in -> out done done for k in 0 .. 2 { wait ring }"),
        "no fault");
}

TEST(Language, SignalSetIsToldFromSet) {
    const auto statements = [](const std::string& text) {
        return parsed("kernel k(n) sem a, b[2] let v = 1 " + text).agents[0].body.size() - 1;
    };
    EXPECT_EQ(statements("signal right.a set 1"), 1u);
    EXPECT_EQ(statements("signal right.a set v - 1"), 1u);
    EXPECT_EQ(statements("signal right.a set me"), 1u);
    EXPECT_EQ(statements("signal right.a set a 1"), 2u);
    EXPECT_EQ(statements("signal right.a set b[v] v"), 2u);
    EXPECT_EQ(statements("signal right.a set me.b not v"), 2u);
    EXPECT_EQ(statements("signal right.a ; set a -1"), 2u);
}

// Precedence: where the parentheses are redundant, they go; where not, they stay.
TEST(Expression, Precedence) {
    EXPECT_EQ(printed("((1 + 2)) * (3 * 4) - (5 % 6)"), "(1 + 2) * (3 * 4) - 5 % 6");
    EXPECT_EQ(printed("(1 - 2) - 3"), "1 - 2 - 3");
    EXPECT_EQ(printed("1 - (2 - 3)"), "1 - (2 - 3)");
    EXPECT_EQ(printed("(n == 1 and me == 2) or (not (n < 2))"), "n == 1 and me == 2 or not n < 2");
    EXPECT_EQ(printed("n == 1 and (me == 2 or n == 3)"), "n == 1 and (me == 2 or n == 3)");
    EXPECT_EQ(printed("(not n) == 1"), "(not n) == 1");
    EXPECT_EQ(printed("- (n + 1) * 2"), "-(n + 1) * 2");
    EXPECT_EQ(printed("-(n * 2)"), "-(n * 2)");
    EXPECT_EQ(printed("1 ? (2 ? 3 : 4) : (5 ? 6 : 7)"), "1 ? 2 ? 3 : 4 : 5 ? 6 : 7");
    EXPECT_EQ(printed("(1 ? 2 : 3) ? 4 : 5"), "(1 ? 2 : 3) ? 4 : 5");
    EXPECT_EQ(printed("(1 == 2) == 3"), "(1 == 2) == 3");
    EXPECT_EQ(printed("chip( - 1 )"), "chip(-1)");
}

TEST(Expression, TheLeastNumberCanBePrinted) {
    const Expr least = std::make_shared<const Expression>(Expression{Integer{INT64_MIN}, {}});
    EXPECT_EQ(print(least), "(-9223372036854775807 - 1)");
}

Expr make(auto node) { return std::make_shared<const Expression>(Expression{std::move(node), {}}); }

rc::Gen<Expr> any_expression(int depth) {
    using rc::gen::inRange;
    return rc::gen::exec([depth] {
        const auto inner = [depth] { return *any_expression(depth - 1); };
        switch (depth == 0 ? *inRange(0, 2) : *inRange(0, 8)) {
            case 0:
                return make(Integer{*inRange<std::int64_t>(0, 100)});
            case 1:
                return make(Variable{*rc::gen::element<std::string>("n", "me", "left", "right")});
            case 2:
                return make(UnaryExpression{Unary::negate, inner()});
            case 3:
                return make(UnaryExpression{Unary::not_, inner()});
            case 4:
                return make(ChoiceExpression{inner(), inner(), inner()});
            case 5:
                return make(CallExpression{*inRange(0, 2) == 0 ? Function::min : Function::max, {inner(), inner()}});
            default:
                return make(BinaryExpression{static_cast<Binary>(*inRange(0, 14)), inner(), inner()});
        }
    });
}

bool same(const Expr& a, const Expr& b) {
    if (a->node.index() != b->node.index()) return false;
    const Overloaded cases{
        [&](const Integer& x) { return x.value == std::get<Integer>(b->node).value; },
        [&](const Variable& x) { return x.name == std::get<Variable>(b->node).name; },
        [&](const UnaryExpression& x) {
            const auto& y = std::get<UnaryExpression>(b->node);
            return x.op == y.op && same(x.operand, y.operand);
        },
        [&](const BinaryExpression& x) {
            const auto& y = std::get<BinaryExpression>(b->node);
            return x.op == y.op && same(x.left, y.left) && same(x.right, y.right);
        },
        [&](const ChoiceExpression& x) {
            const auto& y = std::get<ChoiceExpression>(b->node);
            return same(x.condition, y.condition) && same(x.then, y.then) && same(x.otherwise, y.otherwise);
        },
        [&](const CallExpression& x) {
            const auto& y = std::get<CallExpression>(b->node);
            return x.function == y.function && x.arguments.size() == y.arguments.size() &&
                   std::equal(x.arguments.begin(), x.arguments.end(), y.arguments.begin(), same);
        },
    };
    return std::visit(cases, a->node);
}

RC_GTEST_PROP(Expression, PrintedAndReadIsTheSame, ()) {
    // Choices are spread over their whole range at the nominal size only.
    const Expr expression = *rc::gen::resize(rc::kNominalSize, any_expression(5));
    const std::string text = print(expression);
    RC_LOG() << text;
    RC_ASSERT(same(expression_of(text), expression));
}

// Whatever bytes come, the answer is a kernel or a fault.
RC_GTEST_PROP(Language, AnyMixOfWordsIsReadOrRefused, ()) {
    const auto words = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "kernel k(n)", "kernel", "buffer", "x", "sem", "s", "put", "->", "right", ".", "[", "]", "(", ")", "{", "}",
        "wait", "1", "n", "-", "not", "for", "in", "..", "if", "else", "let", "=", "==", "\"a\"", "#", "\n", ";", ",",
        "@", "set", "signal", "ensures", "contract", "all_reduce", "agent", "?", ":", "\xff", "# expect:", "chip",
        "min"));
    std::string text = *rc::gen::arbitrary<bool>() ? "kernel k(n) buffer x in sem s " : "";
    for (const std::string& word : words) text += word + " ";
    try {
        const std::string once = print(parsed(text));
        RC_ASSERT(print(parsed(once)) == once);
    } catch (const Fault& fault) {
        RC_ASSERT(!fault.report().empty());
    }
}

TEST(LanguageFaults, SyntaxSaysWhatWasExpected) {
    EXPECT_EQ(fault_of("buffer x"),
              "RP010 1:1 expected 'kernel NAME(n)', found 'buffer', which is a word of the language");
    EXPECT_EQ(fault_of("kernel k(m)"), "RP010 1:10 expected 'n', the number of chips, as first parameter, found 'm'");
    EXPECT_EQ(fault_of("kernel k(n, a)"), "RP010 1:14 expected '=' and the default of the parameter, found ')'");
    EXPECT_EQ(
        fault_in("put x[0] right.y"),
        "RP010 5:10 expected '->' and the destination of the put, found 'right', which is a word of the language");
    EXPECT_EQ(fault_in("put ; x"), "RP010 5:5 expected a place: the source of the put, found ';'");
    EXPECT_EQ(fault_in("put x -> y"),
              "RP010 5:10 expected the destination of the put, 'CHIP.BUFFER[INDEX]' with a chip left, right, me or "
              "chip(E), found 'y'");
    EXPECT_EQ(fault_in("put x -> right.y recv"),
              "RP010 5:22 'recv' needs a counter of the target chip, found the end of the file");
    EXPECT_EQ(fault_in("put x -> right.y recv right.s"),
              "RP010 5:23 'recv' is a counter of the target chip, expected it without a chip");
    EXPECT_EQ(fault_in("put x -> right.y len 1 len 2"), "RP010 5:24 this stands twice, expected it at most once");
    EXPECT_EQ(fault_in("copy x[1 -> y"), "RP010 5:10 expected ']' or an operator, found '->'");
    EXPECT_EQ(fault_in("wait s at_least"), "RP010 5:16 expected an amount after 'at_least', found the end of the file");
    EXPECT_EQ(fault_in("let buffer = 1"),
              "RP010 5:5 expected the name of the variable, found 'buffer', which is a word of the language");
    EXPECT_EQ(fault_in("let v == 1"), "RP010 5:7 expected '=' and a value, found '=='");
    EXPECT_EQ(fault_in("let v = 1 +"),
              "RP010 5:12 expected an expression after the operator, found the end of the file");
    EXPECT_EQ(fault_in("let v = 2n"), "RP010 5:9 expected an expression after '=', found '2n'");
    EXPECT_EQ(fault_in("let v = 1 < 2 < 3"),
              "RP010 5:15 comparisons do not chain; expected 'and' between two comparisons");
    EXPECT_EQ(fault_in("let v = 1 + not 2"), "RP010 5:13 expected parentheses round 'not ...' here");
    EXPECT_EQ(fault_in("let v = min(1)"), "RP010 5:9 'min' has 1 arguments, expected 2");
    EXPECT_EQ(fault_in("for i in 0 { }"), "RP010 5:12 expected '..' and the end of the range, found '{'");
    EXPECT_EQ(fault_in("for i in 0 .. 2 fence"),
              "RP010 5:17 expected '{' and the body of the loop, found 'fence', which is a word of the language");
    EXPECT_EQ(fault_in("if 1 { fence"), "RP010 5:13 expected a statement or '}', found the end of the file");
    EXPECT_EQ(fault_in("fence }"), "RP010 5:7 expected a declaration or a statement, found '}'");
    EXPECT_EQ(fault_in("fence fence\nwiat s"),
              "RP010 6:1 expected a declaration or a statement, found 'wiat'; did you mean 'wait'?");
    EXPECT_EQ(fault_in("fence\nbuffer z"),
              "RP010 6:1 expected a declaration or a statement, found 'buffer'; declarations stand before all "
              "statements and agents");
    EXPECT_EQ(fault_in("agent a { }\nfence"),
              "RP010 6:1 expected a declaration or a statement, found 'fence'; in a kernel with agents all statements "
              "stand in one");
    EXPECT_EQ(fault_in("fence\nagent a { }"),
              "RP010 6:1 expected a declaration or a statement, found 'agent'; statements outside of agents and agents "
              "do not mix");
    EXPECT_EQ(fault_in("kernel b(n)"),
              "RP010 5:1 expected a declaration or a statement, found 'kernel'; a file holds one kernel");
    EXPECT_EQ(fault_in("write y \"a"),
              "RP010 5:11 expected '\"' at the end of the symbol (only \\\" and \\\\ are escapes), found the end of "
              "the file");
    EXPECT_EQ(fault_in("write y \"\""), "RP010 5:9 a symbol is empty, expected at least one character");
    EXPECT_EQ(fault_in("signal right.s covers all"),
              "RP010 5:23 expected 'own', 'channel', 'link' or 'none' after 'covers'");
    EXPECT_EQ(fault_in("let é = 1"), "RP010 5:5 expected the name of the variable, found 'é'");
}

TEST(LanguageFaults, WhatIsNotText) {
    EXPECT_EQ(fault_of(""), "RP010 0:0 the file is empty, expected 'kernel NAME(n)'");
    EXPECT_EQ(fault_of(" \n\t "), "RP010 0:0 the file is empty, expected 'kernel NAME(n)'");
    EXPECT_EQ(fault_of("# only a comment\n"), "RP010 2:1 expected 'kernel NAME(n)', found the end of the file");
    EXPECT_EQ(fault_of(std::string_view("kernel k(n)\nab\0", 15)),
              "RP010 2:3 not text: byte 0x00 is no UTF-8 character, expected a .ring file");
    EXPECT_EQ(fault_of("kernel k(n) # \xe4"),
              "RP010 1:15 not text: byte 0xe4 is no UTF-8 character, expected a .ring file");
    EXPECT_EQ(fault_of("kernel k(n) # ä"), "no fault");
}

TEST(LanguageFaults, UnknownNames) {
    EXPECT_EQ(fault_of("kernel k(n) buffer comm copy cmom -> comm"),
              "RP011 1:30 'cmom' is not declared, expected a buffer; did you mean 'comm'?");
    EXPECT_EQ(fault_in("copy zebra -> y"), "RP011 5:6 'zebra' is not declared, expected a buffer");
    EXPECT_EQ(fault_in("wait q"), "RP011 5:6 'q' is not declared, expected a semaphore");
    EXPECT_EQ(fault_in("wait s slot"),
              "RP011 5:8 'slot' is not declared, expected a parameter or a variable; did you mean 'slots'?");
    EXPECT_EQ(fault_in("wait s rihgt"),
              "RP011 5:8 'rihgt' is not declared, expected a parameter or a variable; did you mean 'right'?");
    EXPECT_EQ(fault_in("put x -> rihgt.y"),
              "RP011 5:10 'rihgt' is no chip, expected left, right, me or chip(E); did you mean 'right'?");
    EXPECT_EQ(fault_in("wait s row"), "RP011 5:8 'row' needs a declaration 'torus(ROWS, COLUMNS)'");
    EXPECT_EQ(fault_in("put x -> chip(0, 1).y"),
              "RP011 5:10 'chip(ROW, COLUMN)' needs a declaration 'torus(ROWS, COLUMNS)'");
    EXPECT_EQ(fault_in("profile palas-tpu"),
              "RP011 5:9 no profile is called 'palas-tpu', expected one of default, pallas-tpu, pallas-tpu-fifo, "
              "openshmem, mscclpp, nccl, equality; did you mean 'pallas-tpu'?");
    EXPECT_EQ(fault_in("profile default, entri none"),
              "RP011 5:18 no option is called 'entri', expected one of signal_covers, credit, entry, exit, "
              "counter_values, counter_life; did you mean 'entry'?");
    EXPECT_EQ(fault_in("profile default, entry zero"),
              "RP011 5:24 'zero' is no value of entry, expected barrier, none, together");
    EXPECT_EQ(fault_in("profile default, counter_values 1"),
              "RP011 5:33 '1' is no value of counter_values, expected unbounded, or a number from 2 to 2147483647");
    EXPECT_EQ(fault_in("contract all_reduc(x -> y)").substr(0, 52),
              "RP011 5:10 no collective is called 'all_reduc', expe");
    EXPECT_EQ(fault_in("contract all_reduce(x -> y, plus)"),
              "RP011 5:29 no rule is called 'plus', expected one of add, sum, max, min, compose");
    EXPECT_EQ(fault_in("contract all_reduce(x -> z)"), "RP011 5:26 'z' is not declared, expected a buffer");
    EXPECT_EQ(fault_in("contract all_gather(x -> y, root = 1)"), "RP011 5:29 'all_gather' takes no 'root'");
    EXPECT_EQ(fault_in("{ }").substr(0, 5), "RP010");
    // A variable ends with its block.
    EXPECT_EQ(fault_in("for i in 0 .. 2 { let v = i }\nwait s v"),
              "RP011 6:8 'v' is not declared, expected a parameter or a variable");
    EXPECT_EQ(fault_in("for i in 0 .. i { }"), "RP011 5:15 'i' is not declared, expected a parameter or a variable");
}

TEST(LanguageFaults, DuplicateNames) {
    EXPECT_EQ(fault_in("buffer s"), "RP012 5:8 's' is already a semaphore, declared in line 4");
    EXPECT_EQ(fault_in("sem slots"), "RP012 5:5 'slots' is already a parameter, declared in line 1");
    EXPECT_EQ(fault_in("for x in 0 .. 2 { }"), "RP012 5:5 'x' is already a buffer, declared in line 2");
    EXPECT_EQ(fault_in("for i in 0 .. 2 { for i in 0 .. 2 { } }"),
              "RP012 5:23 'i' is already a variable, declared in line 5");
    EXPECT_EQ(fault_in("for i in 0 .. 2 { }\nfor i in 0 .. 2 { }"), "no fault");
    EXPECT_EQ(fault_in("agent a { }\nagent a { }"), "RP012 6:7 'a' is already an agent, declared in line 5");
    EXPECT_EQ(fault_in("torus(1, n) torus(1, n)"), "RP012 5:13 a second torus, expected at most one");
    EXPECT_EQ(fault_in("profile nccl\nprofile nccl"), "RP012 6:1 a second profile, expected at most one");
}

TEST(LanguageFaults, WrongKinds) {
    EXPECT_EQ(fault_in("copy s -> y"), "RP013 5:6 's' is a semaphore, expected a buffer");
    EXPECT_EQ(fault_in("wait x"), "RP013 5:6 'x' is a buffer, expected a semaphore");
    EXPECT_EQ(fault_in("wait s x"), "RP013 5:8 'x' is a buffer, expected a parameter or a variable");
    EXPECT_EQ(fault_in("buffer z[me]"),
              "RP013 5:10 'me' differs from chip to chip, expected a number that is the same on all");
    EXPECT_EQ(fault_in("requires left > 1"),
              "RP013 5:10 'left' differs from chip to chip, expected a number that is the same on all");
    EXPECT_EQ(fault_in("ensures y == y[0]@1"), "RP013 5:14 buffer 'y' is out, expected one that is 'in' or 'inout'");
    EXPECT_EQ(fault_in("reduce x into y by copy"),
              "RP013 5:20 the rule 'copy' does not combine two values, expected one that does");
    EXPECT_EQ(fault_in("let v = 99999999999999999999"), "RP014 5:9 the number does not fit 64 bits");
}

TEST(LanguageFaults, Expectations) {
    EXPECT_EQ(fault_in("# expect: rcae"),
              "RP010 5:11 in an expectation: expected one of proved, deadlock, race, uninitialised, not-entered, "
              "dirty-exit, counter-range, wrong-result, found 'rcae'; did you mean 'race'?");
    EXPECT_EQ(fault_in("# expect: race at n => 3"),
              "RP010 5:21 in an expectation: expected one of == != < <= > >=, found '=>'");
    EXPECT_EQ(fault_in("# expect: race at n >= x"),
              "RP010 5:24 in an expectation: expected a number from 1 on, found 'x'");
    EXPECT_EQ(fault_in("# expect: race for n"),
              "RP010 5:16 in an expectation: expected 'at n RELATION NUMBER', 'with profile NAME', 'with launches "
              "NUMBER' or the end of the line, found 'for'");
    EXPECT_EQ(fault_in("# expect: race with profile nope"),
              "RP010 5:29 in an expectation: expected the name of a profile, found 'nope'");
    EXPECT_EQ(fault_in("# expect:"),
              "RP010 5:10 in an expectation: expected one of proved, deadlock, race, uninitialised, not-entered, "
              "dirty-exit, counter-range, wrong-result, found the end of the line");
    // In a symbol it is no comment.
    EXPECT_EQ(parsed("kernel k(n) buffer x write x \"# expect: nonsense\"").expectations.size(), 0u);
}

TEST(Expectations, CoverSizesLaunchesAndProfiles) {
    const auto covers = [](const std::string& text, std::int64_t n, std::int32_t launches, std::string_view profile) {
        return parsed("kernel k(n)\n# expect: race" + text).expectations.front().covers(n, launches, profile);
    };
    EXPECT_TRUE(covers("", 5, 2, ""));
    EXPECT_FALSE(covers("", 5, 2, "nccl"));
    EXPECT_TRUE(covers(" at n >= 3", 3, 1, ""));
    EXPECT_FALSE(covers(" at n >= 3", 2, 1, ""));
    EXPECT_FALSE(covers(" at n > 3", 3, 1, ""));
    EXPECT_TRUE(covers(" at n == 3", 3, 1, ""));
    EXPECT_FALSE(covers(" at n != 3", 3, 1, ""));
    EXPECT_TRUE(covers(" at n < 3", 2, 1, ""));
    EXPECT_FALSE(covers(" at n <= 3", 4, 1, ""));
    EXPECT_FALSE(covers(" with launches 2", 4, 1, ""));
    EXPECT_TRUE(covers(" with launches 2", 4, 2, ""));
    EXPECT_TRUE(covers(" with profile nccl", 4, 2, "nccl"));
    EXPECT_FALSE(covers(" with profile nccl", 4, 2, ""));
    // The file's own profile by name.
    EXPECT_TRUE(covers(" with profile default", 4, 2, ""));
}

std::string repeated(std::string_view text, int times) {
    std::string result;
    for (int i = 0; i < times; ++i) result += text;
    return result;
}

// A blank line at either end of the opening comment would not survive being printed.
TEST(Language, AboutEndsWithText) {
    const Kernel kernel = parsed("#\n# Of a ring.\n#\n# Two.\n#\n#\n\nkernel k(n)\n");
    EXPECT_EQ(kernel.about, "Of a ring.\n\nTwo.");
    EXPECT_EQ(print(parsed(print(kernel))), print(kernel));
    EXPECT_EQ(parsed("#\n#\nkernel k(n)\n").about, "");
}

// Deep or long input is refused with a number, not with a stack overflow.
TEST(HostileText, IsRefused) {
    const std::string head = "kernel k(n)\nbuffer x\nlet a = ";
    const auto code = [](const std::string& text) { return fault_of(text).substr(0, 5); };
    EXPECT_EQ(code(head + repeated("(", 1'000'000)), "RP018");
    EXPECT_EQ(code(head + "1" + repeated("+1", 500'000)), "RP018");
    EXPECT_EQ(code(head + repeated("- ", 500'000) + "1"), "RP018");
    EXPECT_EQ(code(head + repeated("not ", 250'000) + "1"), "RP018");
    EXPECT_EQ(code(head + repeated("1?1:", 250'000) + "1"), "RP018");
    EXPECT_EQ(code(head + repeated("min(", 250'000)), "RP018");
    EXPECT_EQ(code(head + "1 " + repeated("if 1 {", 150'000)), "RP018");
    EXPECT_EQ(code(head + "1 if 1 {}" + repeated("else if 1 {}", 50'000)), "RP018");
    EXPECT_EQ(code(head + "1 write x " + repeated("f(", 400'000)), "RP018");
    EXPECT_EQ(code(head + repeated("1", 1'100'000)), "RP018");
    EXPECT_EQ(code("kernel k(n) buffer x in ensures x == \"a\"" + repeated("for i in 0 .. 1 ", 50'000)).substr(0, 4),
              "RP01");
}

TEST(HostileText, TheLimitsAreReached) {
    const std::string head = "kernel k(n)\nlet a = ";
    EXPECT_EQ(fault_of(head + repeated("(", 198) + "1" + repeated(")", 198)), "no fault");
    EXPECT_EQ(fault_of(head + "1" + repeated("+1", deepest_expression - 1)), "no fault");
    EXPECT_EQ(fault_of(head + "1" + repeated("+1", deepest_expression)).substr(0, 5), "RP018");
}

// Each operation that a loop makes repeats them.
TEST(HostileText, NamesAndSymbolsAreNotLong) {
    const auto with_name = [](int length) { return "kernel k(n)\nbuffer " + repeated("x", length); };
    EXPECT_EQ(fault_of(with_name(255)), "no fault");
    EXPECT_EQ(fault_of(with_name(256)), "RP018 2:8 the name has more than 255 characters");
    EXPECT_EQ(fault_of("kernel k(n)\nsem s\nfor " + repeated("i", 256) + " in 0 .. 9 { signal s }").substr(0, 9),
              "RP018 3:5");
    const auto with_symbol = [](int length) {
        return "kernel k(n)\nbuffer x\nwrite x \"" + repeated("a", length) + "\"";
    };
    EXPECT_EQ(fault_of(with_symbol(255)), "no fault");
    EXPECT_EQ(fault_of(with_symbol(256)), "RP018 3:9 the symbol has more than 255 bytes");
    EXPECT_EQ(fault_of("# " + repeated("x", 1000) + "\nkernel k(n)"), "no fault");
}

// A look at every other one for each took minutes where a file has many.
TEST(HostileText, ManyDeclarationsAreReadSoon) {
    const auto start = std::chrono::steady_clock::now();
    std::string agents = "kernel k(n)\n", inputs = "kernel k(n)\n", writes;
    for (int i = 0; i < 50'000; ++i) agents += "agent a" + std::to_string(i) + " {}\n";
    for (int i = 0; i < 25'000; ++i) inputs += "buffer b" + std::to_string(i) + " in\n", writes += "write b0 b24999\n";
    EXPECT_EQ(fault_of(agents), "no fault");
    EXPECT_EQ(fault_of(inputs + writes), "no fault");
    EXPECT_EQ(fault_of("kernel k(n)\nagent a {}\nagent b {}\nagent a {}"),
              "RP012 4:7 'a' is already an agent, declared in line 2");
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

}  // namespace
}  // namespace ringproof::model
