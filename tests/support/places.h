#pragma once

#include <string>

/// Where tests find what they read and run. Only places.cpp knows the paths of this checkout, so that a compiler cache
/// serves all other tests in every checkout.
namespace ringproof::tests {

/// A path below tests/data; the folder itself for "".
std::string data(const std::string& path = "");
/// A path below specs/; the folder itself for "".
std::string specs(const std::string& path = "");
/// tests/backends.
std::string backends();
/// The program `ringproof`.
std::string program();

}  // namespace ringproof::tests
