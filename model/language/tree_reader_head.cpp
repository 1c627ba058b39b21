#include <charconv>
#include <optional>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "model/contract.h"
#include "model/describe.h"
#include "model/language/grammar.h"
#include "model/language/language.h"
#include "model/language/profile_text.h"
#include "model/language/suggest.h"
#include "model/language/tree_reader.h"

namespace ringproof::model {
namespace {

template <class Integer>
std::optional<Integer> parsed(std::string_view text) {
    Integer value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace

void TreeReader::read(const Node& file) {
    // Names first: declarations may stand in any order.
    for (const auto& child : file.children) declare(*child);
    for (const auto& child : file.children) read_declaration(*child);
    read_bodies(file);
}

void TreeReader::declare(const Node& node) {
    if (node.is_type<grammar::kernel>()) {
        read_kernel(node);
    } else if (node.is_type<grammar::buffer>()) {
        for (const auto& item : node.children) read_buffer(*item);
    } else if (node.is_type<grammar::semaphore>()) {
        const Node& name = *node.children.front();
        names_.declare(Kind::semaphore, name.string_view(), where(name));
    } else if (node.is_type<grammar::torus>()) {
        if (kernel_.torus) refuse(Code::duplicate_name, "a second torus, expected at most one", node);
        kernel_.torus.emplace();
    }
}

void TreeReader::read_kernel(const Node& node) {
    Children children(node);
    kernel_.name = children.take().string();
    while (const Node* parameter = children.take_if<grammar::parameter>()) {
        const Node& name = *parameter->children[0];
        const Node& number = *parameter->children[1];
        const auto value = parsed<std::int64_t>(number.string_view());
        if (!value) refuse(Code::arithmetic, "the number does not fit 64 bits", number);
        names_.declare(Kind::parameter, name.string_view(), where(name));
        kernel_.parameters.push_back({name.string(), *value, where(name)});
    }
}

void TreeReader::read_buffer(const Node& node) {
    Children children(node);
    const Node& name = children.take();
    BufferForm form;
    form.name = Symbol(name.string_view());
    form.where = where(name);
    names_.declare(Kind::buffer, name.string_view(), form.where);
    children.take_if<grammar::size>();  // read when all names are known
    bool has_role = false;
    while (const Node* word = children.take_if<grammar::role>()) {
        const auto role = from_word<Role>(word->string_view());
        if (role ? has_role : form.ring)
            refuse(Code::syntax,
                   fmt::format("'{}' is too much, expected at most one role and one 'ring'", word->string_view()),
                   *word);
        has_role = has_role || role;
        form.role = role.value_or(form.role);
        form.ring = form.ring || !role;
    }
    roles_.emplace(form.name, form.role);
    kernel_.buffers.push_back(std::move(form));
}

void TreeReader::read_declaration(const Node& node) {
    per_chip_ = false;
    if (node.is_type<grammar::buffer>()) {
        for (const auto& item : node.children) {
            const bool sized = item->children.size() > 1 && item->children[1]->is_type<grammar::size>();
            kernel_.buffers[next_buffer_++].size = size(sized ? item->children[1].get() : nullptr);
        }
    } else if (node.is_type<grammar::semaphore>()) {
        Children children(node);
        const Node& name = children.take();
        SemaphoreForm form{Symbol(name.string_view()), size(children.take_if<grammar::size>()), {}, where(name)};
        if (const Node* life = children.take_if<grammar::life>()) form.life = from_word<Life>(life->string_view());
        kernel_.semaphores.push_back(std::move(form));
    } else if (node.is_type<grammar::torus>()) {
        kernel_.torus = Torus{number(*node.children[0]), number(*node.children[1])};
    } else if (node.is_type<grammar::requires_>()) {
        kernel_.conditions.push_back(number(*node.children[0]));
    } else if (node.is_type<grammar::contract>()) {
        read_contract(node);
    } else if (node.is_type<grammar::ensures>()) {
        read_ensures(node);
    } else if (node.is_type<grammar::profile>()) {
        read_profile(node);
    }
}

void TreeReader::read_profile(const Node& node) {
    if (has_profile_) refuse(Code::duplicate_name, "a second profile, expected at most one", node);
    has_profile_ = true;
    Children children(node);
    const Node& name = children.take();
    kernel_.profile_name = name.string();
    try {
        kernel_.profile = named_profile(kernel_.profile_name);
    } catch (const Fault& fault) {
        refuse(fault.code(), fault.message(), name);
    }
    while (const Node* option = children.take_if<grammar::option>()) {
        const Node& key = *option->children[0];
        const Node& value = *option->children[1];
        if (const auto complaint = set_option(kernel_.profile, key.string_view(), value.string_view()))
            refuse(Code::unknown_name, complaint->message, complaint->of_value ? value : key);
    }
}

void TreeReader::read_contract(const Node& node) {
    Children children(node);
    const Node& name = children.take();
    const Collective* const collective = find_collective(name.string_view());
    if (collective == nullptr) {
        std::vector<std::string_view> known;
        for (const Collective& entry : collectives()) known.push_back(entry.name);
        refuse(Code::unknown_name,
               fmt::format("no collective is called '{}', expected one of {}{}", name.string_view(),
                           fmt::join(known, ", "), did_you_mean(name.string_view(), known)),
               name);
    }
    ContractForm form;
    form.collective = Symbol(collective->name);
    form.where = where(node);
    if (collective->has_data) {
        if (children.empty())
            refuse(Code::syntax, fmt::format("'{}' needs its buffers, 'in -> out'", collective->name), name);
        read_contract_buffers(form, children.take());
    }
    while (!children.empty()) {
        const Node& argument = children.take();
        const Node& word = *argument.children[0];
        if (argument.is_type<grammar::given>()) {
            const bool root = collective->rooted && word.string_view() == "root";
            const bool distance = collective->has_distance && word.string_view() == "distance";
            if (!root && !distance)
                refuse(Code::unknown_name, fmt::format("'{}' takes no '{}'", collective->name, word.string_view()),
                       word);
            Expr& target = root ? form.root : form.distance;
            if (target) refuse(Code::duplicate_name, fmt::format("'{}' is given twice", word.string_view()), word);
            target = number(*argument.children[1]);
        } else if (argument.is_type<grammar::plain>() && collective->reduces && form.rule.empty()) {
            form.rule = rule(word);
        } else {
            refuse(Code::syntax, fmt::format("one argument more than '{}' takes", collective->name), word);
        }
    }
    if (collective->reduces && form.rule.empty()) form.rule = Symbol(default_rule);
    if (collective->has_distance && !form.distance && collective->distance != 0)
        form.distance = std::make_shared<const Expression>(Expression{Integer{collective->distance}, form.where});
    kernel_.contracts.push_back(std::move(form));
}

void TreeReader::read_contract_buffers(ContractForm& form, const Node& argument) {
    if (argument.is_type<grammar::given>())
        refuse(Code::syntax, "expected the buffers of the collective first, 'in -> out'", argument);
    for (const auto& word : argument.children) names_.expect(Kind::buffer, word->string_view(), where(*word));
    form.in = Symbol(argument.children.front()->string_view());
    form.out = Symbol(argument.children.back()->string_view());
}

void TreeReader::read_ensures(const Node& node) {
    per_chip_ = true;
    const Names::Scope scope(names_);
    EnsuresForm form;
    form.where = where(node);
    // The variables stand behind the claim that uses them.
    for (const auto& child : node.children) {
        if (!child->is_type<grammar::ensures_range>()) continue;
        const Node& name = *child->children[0];
        const Node& range = *child->children[1];
        if (form.ranges.size() == grammar::deepest)
            refuse(Code::too_large, fmt::format("more than {} ranges in one claim", grammar::deepest), *child);
        form.ranges.push_back({name.string(), number(*range.children[0]), number(*range.children[1])});
        names_.declare(Kind::variable, name.string_view(), where(name));
    }
    form.place = place(*node.children[0]);
    form.value = term(*node.children[1]);
    if (const Node& last = *node.children.back(); last.is_type<grammar::ensures_condition>())
        form.condition = number(*last.children[0]);
    kernel_.ensures.push_back(std::move(form));
}

void TreeReader::read_bodies(const Node& file) {
    per_chip_ = true;
    std::unordered_map<Symbol, Where> agents;
    for (const auto& child : file.children) {
        if (child->is_type<grammar::bare_statements>()) {
            kernel_.agents.push_back({Symbol(only_agent), block(*child), {}});
            return;
        }
        if (!child->is_type<grammar::agent>()) continue;
        const Node& name = *child->children[0];
        const Symbol called(name.string_view());
        if (const auto [other, fresh] = agents.emplace(called, where(*child)); !fresh)
            refuse(Code::duplicate_name,
                   fmt::format("'{}' is already an agent, declared in line {}", called.text(), other->second.line),
                   name);
        kernel_.agents.push_back({called, block(*child->children[1]), where(*child)});
    }
}

}  // namespace ringproof::model
