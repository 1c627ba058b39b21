#include "conformance/serve.h"

#include <iostream>

#include "backends/threads/threads.h"

int main() {
    using namespace ringproof;
    return conformance::serve(conformance::kind<backends::Threads>("threads"), std::cin, std::cout);
}
