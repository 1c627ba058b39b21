#include "generators/vectors/vectors.h"

#include <algorithm>
#include <iterator>

#include <boost/hana/for_each.hpp>
#include <fmt/format.h>

#include "model/collectives.h"
#include "model/diagnostic.h"
#include "model/rules.h"

namespace ringproof::generators {
namespace {

using model::Kernel;

constexpr std::int32_t sizes_of_data[] = {2, 3, 4, 8};
/// Of these the quick list has all collectives and rules.
constexpr std::int32_t size_of_quick = 3;
constexpr std::string_view element_of_quick = "int32";
constexpr std::int32_t launches_in_a_row = 3;
/// Not a power of two, so that what is copied in larger units shows.
constexpr std::size_t lanes_of_data = 5;
/// What is looked at while it changes must be one number: parts of a slot are not modelled.
constexpr std::size_t lanes_of_litmus = 1;
constexpr std::int32_t largest_of_class = 4, largest_of_checker = 8;

/// Whether the kernel takes that many chips.
bool takes(const Kernel& kernel, std::int32_t chips) {
    try {
        model::instantiate(kernel, chips);
        return true;
    } catch (const model::Fault& fault) {
        if (fault.code() != model::Code::requires_not_met && fault.code() != model::Code::size_range) throw;
        return false;
    }
}

/// The sizes from 1 to `largest` that it takes.
std::vector<std::int32_t> sizes_of(const Kernel& kernel, std::int32_t largest) {
    std::vector<std::int32_t> sizes;
    for (std::int32_t chips = 1; chips <= largest; ++chips)
        if (takes(kernel, chips)) sizes.push_back(chips);
    return sizes;
}

class Set {
public:
    Set() {
        data();
        launches();
        of_folder("conformance/launches", VectorClass::launches, lanes_of_data, 2);
        of_folder("conformance/counters", VectorClass::counters, lanes_of_data);
        of_folder("conformance/litmus", VectorClass::litmus, lanes_of_litmus);
        of_folder("conformance/faults", VectorClass::fault, lanes_of_data);
        checkers();
    }
    std::vector<Vector> take() { return std::move(all_); }

private:
    void each_kernel(std::string_view folder, const std::function<void(const LibraryKernel&)>& visit) const {
        for (const LibraryKernel& one : library())
            if (one.folder == folder) visit(one);
    }

    void add(std::string id, VectorClass of, const LibraryKernel& from, std::int32_t chips, std::int32_t launches,
             std::string_view rule, const Element& element, std::size_t lanes, bool quick) {
        all_.push_back({std::move(id), of, &from, chips, launches, rule, &element, lanes, quick});
    }

    /// The matrix of one kernel: rules and elements and sizes.
    void data_of(const LibraryKernel& from, bool reduces) {
        std::vector<std::int32_t> sizes;
        std::ranges::copy_if(sizes_of_data, std::back_inserter(sizes),
                             [&](std::int32_t chips) { return takes(from.kernel, chips); });
        std::size_t index = 0;
        boost::hana::for_each(model::rule::list, [&](auto rule) {
            const auto id = static_cast<model::RuleId>(index++);
            if (rule.info.reduces != reduces) return;
            for (const Element& element : elements())
                for (const std::int32_t chips : sizes)
                    if (element.has_rule(id))
                        add(fmt::format("data-{}-{}-{}-n{}", from.kernel.name, rule.info.name, element.name, chips),
                            VectorClass::data, from, chips, 1, reduces ? rule.info.name : "", element, lanes_of_data,
                            chips == size_of_quick && element.name == element_of_quick);
        });
    }

    void data() {
        boost::hana::for_each(model::collective::list, [&](auto collective) {
            each_kernel("kernels", [&](const LibraryKernel& from) {
                if (!from.kernel.contracts.empty() &&
                    from.kernel.contracts.front().collective.text() == collective.info.name)
                    data_of(from, collective.info.reduces);
            });
        });
        each_kernel("kernels", [&](const LibraryKernel& from) {
            if (from.kernel.contracts.empty()) data_of(from, false);
        });
    }

    void launches() {
        const Element& element = *find_element(element_of_quick);
        each_kernel("kernels", [&](const LibraryKernel& from) {
            const std::vector<std::int32_t> sizes = sizes_of(from.kernel, largest_of_class);
            for (const std::int32_t chips : sizes)
                if (chips > 1)
                    add(fmt::format("launches-{}-n{}", from.kernel.name, chips), VectorClass::launches, from, chips,
                        launches_in_a_row, "", element, lanes_of_data, chips == sizes.back());
        });
    }

    /// Each kernel of the folder at the smallest size and, for what is not one execution in numbers, the largest.
    void of_folder(std::string_view folder, VectorClass of, std::size_t lanes, std::int32_t launches_at_least = 1) {
        const Element& element = *find_element(element_of_quick);
        each_kernel(folder, [&](const LibraryKernel& from) {
            const std::vector<std::int32_t> sizes = sizes_of(from.kernel, largest_of_class);
            for (const std::int32_t chips : sizes) {
                if (chips != sizes.front() && chips != sizes.back()) continue;
                // A value that outlives a launch is seen in the next.
                const bool again = std::ranges::any_of(from.kernel.semaphores, [](const auto& semaphore) {
                    return semaphore.life == model::Life::global;
                });
                const std::int32_t launches = of != VectorClass::litmus && again ? 2 : launches_at_least;
                add(fmt::format("{}-{}-n{}", model::word(of), from.kernel.name, chips), of, from, chips, launches, "",
                    element, lanes, chips == sizes.front());
            }
        });
    }

    /// Each wrong kernel at the smallest size at which its file says it fails, and at the largest of these here.
    void checkers() {
        const Element& element = *find_element(element_of_quick);
        each_kernel("gallery", [&](const LibraryKernel& from) {
            std::vector<std::pair<std::int32_t, std::int32_t>> wrong;  // launches, chips
            for (const std::int32_t launches : {1, 2}) {
                for (const std::int32_t chips : sizes_of(from.kernel, largest_of_checker))
                    if (expected(from.kernel, chips, launches) != "proved") wrong.emplace_back(launches, chips);
                if (!wrong.empty()) break;
            }
            for (const auto& [launches, chips] : wrong)
                if (chips == wrong.front().second || chips == wrong.back().second)
                    add(fmt::format("checker-{}-n{}", from.kernel.name, chips), VectorClass::checker, from, chips,
                        launches, "", element, lanes_of_litmus, chips == wrong.front().second);
        });
    }

    /// What a file says of itself; a file that says nothing is right.
    static std::string expected(const Kernel& kernel, std::int32_t chips, std::int32_t launches) {
        std::string verdict = "proved";
        for (const model::Expectation& line : kernel.expectations)
            if (line.covers(chips, launches, "")) verdict = line.verdict;
        return verdict;
    }

    std::vector<Vector> all_;
};

}  // namespace

std::string Vector::fault() const {
    // The opening comment of a wrong kernel begins `WRONG: ...` or `FAULT ...: `.
    const std::string& text = about();
    for (const std::string_view mark : {"WRONG: ", "FAULT "})
        if (text.starts_with(mark)) {
            const std::string rest = text.substr(mark.size());
            return rest.substr(0, rest.find(mark == "FAULT " ? ':' : '.'));
        }
    return "";
}

model::Schedule Vector::schedule() const {
    Kernel kernel = from->kernel;
    if (!rule.empty())
        for (model::ContractForm& contract : kernel.contracts)
            if (model::find_collective(contract.collective.text())->reduces) contract.rule = model::Symbol(rule);
    model::Schedule schedule = model::instantiate(kernel, chips);
    schedule.launches = launches;
    return schedule;
}

Task Vector::task() const {
    return {schedule(), *element, lanes, of == VectorClass::litmus ? Ends::many : Ends::alike};
}

std::span<const Vector> vectors() {
    static const std::vector<Vector> all = Set().take();
    return all;
}

}  // namespace ringproof::generators
