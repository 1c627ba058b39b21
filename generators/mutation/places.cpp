#include <algorithm>
#include <array>

#include "generators/mutation/expressions.h"
#include "generators/mutation/parts.h"
#include "generators/mutation/slips.h"

/// An operation names the wrong slot: the one beside, or one of another buffer.
namespace ringproof::generators::mutation {
namespace {

using model::BufferForm;
using Place = model::Symbolic::Place;

constexpr auto places = [](auto& operation, const auto& visit) { each_place(operation, visit); };
constexpr auto all = [](const model::OperationForm&) { return true; };

void beside(Found& found) {
    vary_parts<Place>(found, all, places, [&](const Place& place) -> std::vector<Place> {
        const auto& buffers = found.kernel().buffers;
        const auto declared = std::find_if(buffers.begin(), buffers.end(),
                                           [&](const BufferForm& buffer) { return buffer.name == place.buffer; });
        if (declared == buffers.end() || is_single(*declared)) return {};
        std::vector<Place> others(2, place);
        others[0].index = shifted(place.index, -1);
        others[1].index = shifted(place.index, 1);
        // Those of a ring buffer wrap as they are.
        if (!declared->ring) {
            others.push_back(place);
            others.back().index = next_of(place.index, declared->size);
        }
        return others;
    });
}

void other_buffer(Found& found) {
    vary_parts<Place>(found, all, places, [&](const Place& place) {
        std::vector<Place> others;
        for (const BufferForm& buffer : found.kernel().buffers) {
            if (buffer.name == place.buffer) continue;
            others.push_back(place);
            others.back().buffer = buffer.name;
            if (is_single(buffer)) others.back().index = nullptr;
        }
        return others;
    });
}

constexpr std::array place_slips{
    Slip{"slot beside", "That slot does as well.", beside},
    Slip{"slot of another buffer", "That buffer does as well.", other_buffer},
};

}  // namespace

std::span<const Slip> slips_of_places() { return place_slips; }

}  // namespace ringproof::generators::mutation
