#include <gtest/gtest.h>

#include "backends/mpi/mpi.h"
#include "backends/mpi/together.h"

int main(int argc, char** argv) {
    ringproof::backends::Session session(&argc, &argv);
    testing::InitGoogleTest(&argc, argv);
    return run_together(session, ringproof::conformance::kind<ringproof::backends::Mpi>("mpi"));
}
