#include "tests/fuzz/fuzz.h"

/// What libFuzzer and replay.cpp call.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // An empty input has no address, and a view of it may not begin there.
    const auto* const text = size == 0 ? "" : reinterpret_cast<const char*>(data);
    ringproof::fuzz::fuzz({text, size});
    return 0;
}
