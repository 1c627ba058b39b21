#include "checker/every/chain.h"

namespace ringproof::checker::every {
namespace {

Expr next_chip(const Chain& chain, const Expr& n) {
    return remainder(chain.step > 0 ? plus(chain.first, chain.count) : minus(chain.first, chain.count), n);
}

}  // namespace

bool alike(const Chain& left, const Chain& right) {
    return left.rule == right.rule && left.step == right.step && left.right == right.right;
}

Expr equals(const Chain& left, const Chain& right) {
    if (left.buffer != right.buffer) return number(0);
    return all_of({equal(left.index, right.index), equal(left.first, right.first), equal(left.count, right.count),
                   equal(left.launch, right.launch), alike(left, right) ? number(1) : equal(left.count, number(1))});
}

Expr joins(const Chain& whole, const Chain& left, const Chain& right, model::Symbol rule, const Expr& n) {
    const Chain &longer = whole.right ? left : right, &single = whole.right ? right : left;
    if (whole.buffer != longer.buffer || whole.buffer != single.buffer || whole.rule != rule) return number(0);
    Chain so_far = longer;
    so_far.step = whole.step;
    return all_of({at_most(number(1), longer.count), equal(single.count, number(1)),
                   equal(whole.count, plus(longer.count, number(1))), equal(whole.first, longer.first),
                   equal(single.first, next_chip(so_far, n)), equal(whole.index, longer.index),
                   equal(whole.index, single.index), equal(whole.launch, longer.launch),
                   equal(whole.launch, single.launch),
                   alike(whole, longer) ? number(1) : equal(longer.count, number(1))});
}

}  // namespace ringproof::checker::every
