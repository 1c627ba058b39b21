#include "checker/every/values.h"

#include <algorithm>
#include <map>

namespace ringproof::checker::every {

/// How operands were put together; `two` could be either.
enum class Shape { one, two, right, left };

struct KnownChain {
    model::Symbol buffer, rule;
    std::int64_t index = 0, launch = 0;
    std::vector<std::int64_t> chips;  ///< from left to right
    Shape shape = Shape::one;
};
struct KnownValue {
    model::Symbol label;
    std::vector<KnownChain> chains;
};

namespace {

std::optional<KnownChain> joined(const KnownChain& left, const KnownChain& right, model::Symbol rule) {
    if (left.buffer != right.buffer || left.index != right.index || left.launch != right.launch) return std::nullopt;
    const bool other_rule =
        (left.shape != Shape::one && left.rule != rule) || (right.shape != Shape::one && right.rule != rule);
    if (other_rule) return std::nullopt;
    KnownChain all = left;
    all.rule = rule;
    all.chips.insert(all.chips.end(), right.chips.begin(), right.chips.end());
    if (left.shape == Shape::one && right.shape == Shape::one)
        all.shape = Shape::two;
    else if (right.shape == Shape::one && left.shape != Shape::left)
        all.shape = Shape::right;
    else if (left.shape == Shape::one && right.shape != Shape::right)
        all.shape = Shape::left;
    else
        return std::nullopt;
    return all;
}

using Instances = std::vector<std::pair<const Sample*, std::pair<Numbers, const KnownChain*>>>;

/// What all of these chains have in common, in the numbers of the write.
std::optional<Chain> common(const Program& program, const Family& family, const Instances& all) {
    const auto names = features_of(program, family);
    Chain chain;
    chain.buffer = all.front().second.second->buffer;
    bool is_left = false, is_right = false;
    for (const auto& [sample, each] : all) {
        const KnownChain& known_chain = *each.second;
        if (known_chain.buffer != chain.buffer) return std::nullopt;
        is_left |= known_chain.shape == Shape::left;
        is_right |= known_chain.shape == Shape::right;
        if (known_chain.shape == Shape::one) continue;
        if (!chain.rule.empty() && chain.rule != known_chain.rule) return std::nullopt;
        chain.rule = known_chain.rule;
    }
    if (is_left && is_right) return std::nullopt;
    chain.right = !is_left;
    int step = 0;
    std::vector<Point> index, first, count, launch;
    for (const auto& [sample, each] : all) {
        std::vector<std::int64_t> chips = each.second->chips;
        if (!chain.right) std::reverse(chips.begin(), chips.end());
        const std::int64_t n = sample->n();
        for (std::size_t i = 1; i < chips.size(); ++i) {
            const std::int64_t ahead = ((chips[i] - chips[i - 1]) % n + n) % n;
            if (ahead != 1 && ahead != n - 1) return std::nullopt;
            const int found = ahead == 1 && (n > 2 || step >= 0) ? 1 : -1;
            if (step != 0 && found != step) return std::nullopt;
            step = found;
        }
        const std::int64_t size = known(substitute(program.buffer(chain.buffer).size, {{"n", number(n)}})).value_or(0);
        index.push_back({n, &each.first, each.second->index, size});
        first.push_back({n, &each.first, chips.front(), n});
        count.push_back({n, &each.first, static_cast<std::int64_t>(chips.size()), 0});
        launch.push_back({n, &each.first, each.second->launch, 0});
    }
    chain.step = step == 0 ? 1 : step;
    std::vector<Point> plain = index;
    for (Point& point : plain) point.modulus = 0;
    auto at = fit_number(plain, names, program.n);
    if (!at) {
        at = fit_number(index, names, program.n);
        if (at) at = remainder(*at, program.buffer(chain.buffer).size);
    }
    const auto from = fit_number(first, names, program.n), of = fit_number(count, names, program.n),
               in = fit_number(launch, names, program.n);
    if (!at || !from || !of || !in) return std::nullopt;
    chain.index = *at;
    chain.first = on_ring(*from, program.n);
    chain.count = *of;
    chain.launch = *in;
    return chain;
}

}  // namespace

Description Description::at(const Instance& instance, const Expr& n) const {
    const Names names = instance.names(n);
    Description filled{substitute(when, names), label, chains};
    for (Chain& chain : filled.chains)
        for (Expr* const part : {&chain.index, &chain.first, &chain.count, &chain.launch})
            *part = substitute(*part, names);
    return filled;
}

std::vector<const Access*> operands_of(const Operation& operation) {
    std::vector<const Access*> reads;
    for (const Access* const access : operation.accesses)
        if (!access->writes) reads.push_back(access);
    return reads;
}

/// What the writes of samples leave.
struct Values::Guess {
    using Key = std::pair<std::size_t, Numbers>;
    struct Of {
        const Sample* sample;
        std::map<Key, Key> sources;
        std::map<Key, std::optional<KnownValue>> values = {};
    };
    std::vector<Of> samples;

    static const std::optional<KnownValue>& value(Of& of, const Key& write, int depth = 0) {
        constexpr int deepest = 5000;
        const auto [found, is_new] = of.values.try_emplace(write);
        if (is_new && depth < deepest) {
            // The map may grow meanwhile, but its elements stay where they are.
            auto made = make(of, write, depth);
            found->second = std::move(made);
        }
        return found->second;
    }

    static std::optional<KnownValue> make(Of& of, const Key& write, int depth) {
        const Access& access = of.sample->program().accesses[write.first];
        if (access.operation == nullptr) {
            KnownChain input{access.buffer, {}, write.second.back(), write.second[1], {write.second[0]}, Shape::one};
            return KnownValue{{}, {input}};
        }
        std::vector<KnownValue> operands;
        for (const Access* const read : operands_of(*access.operation)) {
            const auto source = of.sources.find({read->number, write.second});
            if (source == of.sources.end()) return std::nullopt;
            const auto& operand = value(of, source->second, depth + 1);
            if (!operand) return std::nullopt;
            operands.push_back(*operand);
        }
        if (is_work(*access.operation)) {
            KnownValue work{access.operation->label, {}};
            for (const KnownValue& operand : operands) {
                if (!operand.label.empty()) return std::nullopt;
                work.chains.push_back(operand.chains.front());
            }
            return work;
        }
        if (!is_reduction(*access.operation)) return operands.front();
        if (!operands[0].label.empty() || !operands[1].label.empty()) return std::nullopt;
        auto both_joined = joined(operands[0].chains.front(), operands[1].chains.front(), access.operation->label);
        if (!both_joined) return std::nullopt;
        return KnownValue{{}, {*both_joined}};
    }
};

Values::Values(const Program& program, const Samples& samples)
    : program_(program), samples_(samples), known_(program.accesses.size()), guess_(std::make_unique<Guess>()) {
    for (const auto& sample : samples_) {
        Guess::Of of{sample.get(), {}};
        for (const Pair& pair : sample->sources)
            of.sources[{pair.from, pair.from_numbers}] = {pair.to, pair.to_numbers};
        guess_->samples.push_back(std::move(of));
    }
}

Values::~Values() = default;

const std::vector<Description>& Values::of(const Access& write) {
    auto& known_before = known_[write.number];
    if (known_before) return *known_before;
    known_before.emplace();
    if (write.operation == nullptr) {
        Chain input;
        input.buffer = write.buffer;
        input.index = known(write.length) == 1 ? number(0) : variable("part");
        input.first = variable("me");
        input.count = number(1);
        input.launch = variable("launch");
        known_before->push_back({number(1), {}, {input}});
        return *known_before;
    }
    struct Point {
        const Sample* sample;
        Numbers numbers;
        const KnownValue* value;
    };
    std::vector<Point> points;
    for (Guess::Of& of : guess_->samples)
        for (const Numbers& numbers : of.sample->instances(of.sample->program().accesses[write.number])) {
            const auto& value = Guess::value(of, {write.number, numbers});
            if (!value) return *known_before;
            points.push_back({of.sample, numbers, &*value});
        }
    const auto fitted = [&](const std::vector<Point>& some, const Expr& when) -> std::optional<Description> {
        Description held{when, some.front().value->label, {}};
        const std::size_t chains = some.front().value->chains.size();
        for (std::size_t i = 0; i < chains; ++i) {
            Instances all;
            for (const Point& point : some) {
                if (point.value->label != held.label || point.value->chains.size() != chains) return std::nullopt;
                all.push_back({point.sample, {point.numbers, &point.value->chains[i]}});
            }
            auto chain = common(program_, write, all);
            if (!chain) return std::nullopt;
            held.chains.push_back(std::move(*chain));
        }
        return held;
    };
    if (!points.empty())
        *known_before = fit_in_parts(program_, write, points, number(1), fitted, [&](const Point& point) {
            return Family(write).with(as_expressions(point.numbers)).names(number(point.sample->n()));
        });
    return *known_before;
}

}  // namespace ringproof::checker::every
