#include "backends/mpi/session.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace ringproof::backends {
namespace {

Session* the_one = nullptr;

constexpr std::size_t bytes_at_first = 1 << 20;
/// A text that is no longer goes with its length, in one collective call.
constexpr std::size_t short_text = 1000;

/// What Open MPI is to do where nobody has said otherwise; others do not read it.
void prefer_for_open_mpi() {
    const auto prefer = [](const char* name, const char* value) { setenv(name, value, 0); };
    // Windows of processes of one machine in shared memory (osc/sm): osc/rdma takes a thousand times as long there.
    prefer("OMPI_MCA_osc_rdma_priority", "50");
    // Sums of small integers wrap round: those with AVX stop at the greatest (open-mpi/ompi#8045, which stays so).
    prefer("OMPI_MCA_op", "^avx");
    prefer("OMPI_MCA_mpi_yield_when_idle", "1");
}

}  // namespace

Session::Session(int* argc, char*** argv) {
    prefer_for_open_mpi();
    int provided = 0;
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED) throw std::runtime_error("this MPI cannot be used with threads");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    draws_.seed(static_cast<unsigned>(rank_ + 1));
    the_one = this;
}

Session::~Session() {
    the_one = nullptr;
    window_.reset();
    MPI_Finalize();
}

Session& Session::current() {
    if (the_one == nullptr) throw std::runtime_error("there is no session of MPI");
    return *the_one;
}

Window& Session::window(std::size_t bytes) {
    barrier();
    if (!window_ || window_->bytes() < bytes) {
        window_.reset();
        window_.emplace(std::max(2 * bytes, bytes_at_first), MPI_COMM_WORLD);
    }
    return *window_;
}

std::string Session::exchange(const std::string& own) {
    struct Letter {
        std::uint64_t length;
        std::array<char, short_text> text;
    };
    Letter letter{own.size(), {}};
    const auto fits = [](const Letter& one) { return one.length <= short_text; };
    if (fits(letter)) std::memcpy(letter.text.data(), own.data(), own.size());
    std::vector<Letter> letters(static_cast<std::size_t>(size_));
    MPI_Allgather(&letter, sizeof letter, MPI_BYTE, letters.data(), sizeof letter, MPI_BYTE, MPI_COMM_WORLD);
    std::string all;
    if (std::ranges::all_of(letters, fits)) {
        for (const Letter& one : letters) all.append(one.text.data(), one.length);
        return all;
    }
    std::vector<int> lengths, starts;
    int total = 0;
    for (const Letter& one : letters) {
        starts.push_back(total);
        lengths.push_back(static_cast<int>(one.length));
        total += lengths.back();
    }
    all.resize(static_cast<std::size_t>(total));
    MPI_Allgatherv(own.data(), static_cast<int>(own.size()), MPI_CHAR, all.data(), lengths.data(), starts.data(),
                   MPI_CHAR, MPI_COMM_WORLD);
    return all;
}

void Session::barrier() { MPI_Barrier(MPI_COMM_WORLD); }

bool Session::any(bool own) {
    int found = own ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &found, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return found != 0;
}

double Session::most(double own) {
    MPI_Allreduce(MPI_IN_PLACE, &own, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return own;
}

}  // namespace ringproof::backends
