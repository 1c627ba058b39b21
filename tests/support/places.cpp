#include "tests/support/places.h"

namespace ringproof::tests {
namespace {

std::string below(const char* folder, const std::string& path) {
    return path.empty() ? folder : std::string(folder) + "/" + path;
}

}  // namespace

std::string data(const std::string& path) { return below(RINGPROOF_TEST_DATA, path); }
std::string specs(const std::string& path) { return below(RINGPROOF_SPECS, path); }
std::string backends() { return RINGPROOF_BACKENDS; }
std::string program() { return RINGPROOF_PROGRAM; }

}  // namespace ringproof::tests
