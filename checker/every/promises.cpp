#include "checker/every/promises.h"

#include <type_traits>

#include <boost/hana/for_each.hpp>
#include <fmt/format.h>

#include "checker/every/filled.h"
#include "model/collectives.h"
#include "model/language/language.h"

namespace ringproof::checker::every {
namespace {

namespace collective = model::collective;

/// The facts of a collective's claims for a chip `me` of `n`.
struct Call {
    using Number = Expr;

    Expr n, c, root, distance;
    bool in_place = false;
    mutable Expr guard = every::number(1);  ///< when what is claimed is meant

    static Expr number(std::int64_t value) { return every::number(value); }
    void each_block(auto&& visit) const {
        const Expr block = variable("block");
        guard = both(guard, inside(block, n));
        visit(block);
    }
    void on_root(auto&& visit) const {
        guard = both(guard, equal(c, root));
        visit();
    }
    Expr behind() const { return remainder(minus(c, distance), n); }
};

class Promising {
public:
    explicit Promising(Proof& proof) : proof_(proof), program_(proof.program()) {}

    std::vector<Promise> all() {
        for (const model::ContractForm& contract : program_.kernel->contracts)
            boost::hana::for_each(collective::list, [&](auto entry) {
                if constexpr (entry.info.has_data)
                    if (entry.info.name == contract.collective.text()) promise(contract, entry);
            });
        for (const model::EnsuresForm& ensures : program_.kernel->ensures) promise(ensures);
        return std::move(promises_);
    }

private:
    static Expr fill(const Expr& expression, const Names& names) { return filled(expression, names); }

    void promise(const model::ContractForm& contract, auto entry) {
        const Place &in = program_.buffer(contract.in), &out = program_.buffer(contract.out);
        const auto constant = [&](const Expr& form) { return form ? fill(form, program_.names) : number(0); };
        Call call{program_.n, variable("me"), constant(contract.root), constant(contract.distance),
                  contract.in == contract.out};
        auto in_blocks = entry.in_blocks, out_blocks = entry.out_blocks;
        if (call.in_place && (in_blocks == collective::Blocks::all || out_blocks == collective::Blocks::all))
            in_blocks = out_blocks = collective::Blocks::all;
        const Expr m = in_blocks == collective::Blocks::one    ? in.size
                       : out_blocks == collective::Blocks::one ? out.size
                                                               : slots_a_block(in.size, contract.where);
        const auto check = [&](const Place& buffer, collective::Blocks blocks) {
            proof_.require(
                "valid",
                fmt::format("buffer {} has as many slots as the contract {} needs", buffer.name.text(),
                            contract.collective.text()),
                number(1),
                equal(buffer.size, blocks == collective::Blocks::all ? product(m, program_.n, contract.where) : m));
        };
        check(in, in_blocks);
        check(out, out_blocks);
        proof_.require("valid", "the distance fits 32 bits", number(1), fits_32_bits(call.distance, program_.n));
        if (entry.info.rooted)
            proof_.require("valid", "the root is one of the chips", number(1), inside(call.root, program_.n));
        entry.claims(call, [&](const Expr& block, const auto& source) {
            const Expr slot = known(m) == 1 ? number(0) : variable("slot");
            Promise promise{contract.where,
                            both(call.guard, inside(slot, m)),
                            contract.out,
                            plus(product(block, m, contract.where), slot),
                            {}};
            const Expr index = plus(product(source.block, m, contract.where), slot);
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(source)>, collective::From<Expr>>)
                promise.value = FromInput{contract.in, source.chip, index};
            else
                promise.value = OverChips{contract.rule, contract.in, index};
            promises_.push_back(std::move(promise));
        });
    }

    /// size / n, where that is a number that does not depend on n.
    Expr slots_a_block(const Expr& size, model::Where where) const {
        for (std::int64_t m = 1; m <= 64; ++m)
            if (holds(substitute(equal(size, times(number(m), program_.n)), {{"n", number(7)}}))) return number(m);
        throw Outside("the size of a buffer is not a fixed multiple of n", where);
    }

    static Expr product(const Expr& left, const Expr& right, model::Where where) {
        if (!known(left) && !known(right))
            throw Outside("a contract whose blocks have a number of slots that depends on n", where);
        return times(left, right);
    }

    void promise(const model::EnsuresForm& ensures) {
        Names names = program_.names_of_chip();
        Expr when = number(1);
        for (const auto& range : ensures.ranges) {
            const Expr value = variable(range.variable + "#");
            when = all_of({when, at_most(fill(range.from, names), value), less(value, fill(range.to, names))});
            names[range.variable] = value;
        }
        if (ensures.condition) when = both(when, fill(ensures.condition, names));
        if (ensures.place.chip && model::print(ensures.place.chip) != "me")
            throw Outside("an 'ensures' about another chip", ensures.where);
        const Place& buffer = program_.buffer(ensures.place.buffer);
        const auto in_range = [&](const Place& of, const Expr& index) {
            proof_.require("valid",
                           fmt::format("line {}: the index of {} is inside", ensures.where.line, of.name.text()),
                           both(inside(names.at("me"), program_.n), when), inside(index, of.size));
            return index;
        };
        const auto slot = [&](const Place& of, const Expr& index) {
            const Expr at = index ? fill(index, names) : number(0);
            return in_range(of, of.ring ? remainder(at, of.size) : at);
        };
        const auto input = [&](const model::TermForm& term) {
            const auto* const form = std::get_if<model::InputForm>(&term.node);
            if (form == nullptr) throw Outside("an 'ensures' with a nested value", ensures.where);
            return FromInput{form->buffer, form->chip ? fill(form->chip, names) : names.at("me"),
                             slot(program_.buffer(form->buffer), form->index)};
        };
        Promise promise{ensures.where, when, ensures.place.buffer, slot(buffer, ensures.place.index), {}};
        if (std::holds_alternative<model::InputForm>(ensures.value.node)) {
            promise.value = input(ensures.value);
        } else if (const auto* const work = std::get_if<model::ApplicationForm>(&ensures.value.node)) {
            OfWork value{work->label, {}};
            for (const model::TermForm& argument : work->arguments) value.inputs.push_back(input(argument));
            promise.value = value;
        } else if (const auto* const over = std::get_if<model::ReductionForm>(&ensures.value.node)) {
            promise.value = over_chips(*over, names, ensures.where, slot);
        } else {
            throw Outside("an 'ensures' with a value that is no input, reduction over all chips or work",
                          ensures.where);
        }
        promises_.push_back(std::move(promise));
    }

    OverChips over_chips(const model::ReductionForm& form, const Names& names, model::Where where,
                         const auto& slot) const {
        const auto* const input = std::get_if<model::InputForm>(&form.body->node);
        std::set<std::string> used;
        if (input != nullptr && input->index) collect_variables(input->index, used);
        const bool over_all = input != nullptr && input->chip && model::print(input->chip) == form.variable &&
                              !used.contains(form.variable) && known(fill(form.from, names)) == 0 &&
                              fill(form.to, names) == program_.n;
        if (!over_all) throw Outside("an 'ensures' with a reduction that is not one input of all chips", where);
        return {form.rule, input->buffer, slot(program_.buffer(input->buffer), input->index)};
    }

    Proof& proof_;
    const Program& program_;
    std::vector<Promise> promises_;
};

}  // namespace

std::vector<Promise> promises_of(Proof& proof) { return Promising(proof).all(); }

}  // namespace ringproof::checker::every
