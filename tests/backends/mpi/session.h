#pragma once

#include <cstddef>
#include <optional>
#include <random>
#include <string>

#include "backends/mpi/window.h"

namespace ringproof::backends {

/// The processes of one mpirun, from MPI_Init to MPI_Finalize: made first in main, once. Calls of MPI come from the
/// thread that made it. What is marked (all) is to be called by all processes together, and ends when all have.
class Session {
public:
    Session(int* argc, char*** argv);  ///< (all)
    ~Session();                        ///< (all)
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    /// The one that there is.
    static Session& current();

    int rank() const { return rank_; }
    int size() const { return size_; }
    /// A window of at least so many bytes on each process, of which nobody uses anything any more (all). There is one:
    /// to make a window takes as long as hundreds of short schedules.
    Window& window(std::size_t bytes);
    /// What all processes have given, in the order of their ranks (all).
    std::string exchange(const std::string& own);
    void barrier();           ///< (all)
    bool any(bool own);       ///< whether it is true anywhere (all)
    double most(double own);  ///< of all (all)
    /// Draws of this process, others than those of the other processes.
    std::minstd_rand& draws() { return draws_; }

private:
    int rank_ = 0, size_ = 0;
    std::minstd_rand draws_;
    std::optional<Window> window_;
};

}  // namespace ringproof::backends
