#include <gtest/gtest.h>

#include "backends/mpi/mpi.h"
#include "backends/mpi/together.h"

namespace {

using namespace ringproof::backends;

/// A mistake, which the suite has to find: the counter of a put rises before the data sets out.
class SignalFirst : public Mpi {
public:
    using Mpi::Mpi;

protected:
    void read(Transfer& transfer) override {
        Mpi::read(transfer);
        if (transfer.kind != Transfer::Kind::put || !transfer.land_raises) return;
        raise(*transfer.land_raises);
        transfer.land_raises.reset();
    }
};

}  // namespace

int main(int argc, char** argv) {
    Session session(&argc, &argv);
    testing::InitGoogleTest(&argc, argv);
    return run_together(session, ringproof::conformance::kind<SignalFirst>("mpi_signal_first"));
}
