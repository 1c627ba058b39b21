#include "generators/vectors/waivers.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "generators/vectors/vectors.h"
#include "model/diagnostic.h"

namespace ringproof::generators {

Waivers read_waivers(std::string_view text, const std::string& file_name) {
    Waivers waivers;
    std::istringstream lines{std::string(text)};
    model::Location here;
    here.file = file_name;
    for (std::string line; std::getline(lines, line);) {
        ++here.line;
        here.excerpt = line;
        std::istringstream words(line);
        std::string id, reason;
        if (!(words >> id) || id.starts_with('#')) continue;
        std::getline(words >> std::ws, reason);
        if (reason.empty()) throw model::Fault(model::Code::usage, "expected the id of a vector and a reason", here);
        if (std::ranges::find(vectors(), id, &Vector::id) == vectors().end())
            throw model::Fault(model::Code::usage, fmt::format("there is no vector '{}'", id), here);
        if (!waivers.emplace(id, reason).second)
            throw model::Fault(model::Code::usage, fmt::format("'{}' is waived twice", id), here);
    }
    return waivers;
}

}  // namespace ringproof::generators
