#include "backends/mpi/mpi.h"

#include <cstdlib>
#include <optional>

#include "tests/bench/all_reduce.h"

namespace ringproof::bench {
namespace {

using backends::Mpi;
using backends::Session;

double seconds_of_backend(Session& session, const AllReduce& what) {
    Mpi backend(what.world());
    std::optional<Player<Mpi>> player;
    if (session.rank() < chips) player.emplace(backend, what, session.rank());
    backend.exchange("");
    double seconds = 0;
    if (player) seconds = median(player->play());
    backend.exchange("");
    return session.most(seconds);
}

double seconds_of_all_reduce(Session& session, const AllReduce& what) {
    const int count = static_cast<int>(what.bytes() / sizeof(float));
    std::vector<float> from(static_cast<std::size_t>(count), 1), to(from);
    std::vector<Clock::time_point> times;
    for (int launch = 0; launch < what.launches(); ++launch) {
        session.barrier();
        times.push_back(Clock::now());
        MPI_Allreduce(from.data(), to.data(), count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    }
    return session.most(median(times));
}

}  // namespace
}  // namespace ringproof::bench

int main(int argc, char** argv) {
    using namespace ringproof::bench;
    // The reference may add as fast as it can: floats have none of what the session avoids.
    setenv("OMPI_MCA_op", "", 0);
    ringproof::backends::Session session(&argc, &argv);
    if (session.size() != chips) {
        fmt::print(stderr, "to be run on {} processes\n", chips);
        return 1;
    }
    if (session.rank() == 0) print_head();
    for (const std::size_t size : slot_sizes) {
        const AllReduce what(size);
        const double seconds = seconds_of_backend(session, what), reference = seconds_of_all_reduce(session, what);
        if (session.rank() == 0) print_row("mpi", what, seconds, "MPI_Allreduce", reference);
    }
}
