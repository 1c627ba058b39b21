#pragma once

#include <cstddef>
#include <cstdint>

#include <mpi.h>

namespace ringproof::backends {

/// A piece of memory on each process of a communicator that all of them reach: an MPI window, open to all for as long
/// as it lives (passive target). Made and destroyed by all together. `at` counts bytes.
class Window {
public:
    Window(std::size_t bytes, MPI_Comm processes);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    std::size_t bytes() const { return bytes_; }
    /// The piece of this process.
    std::byte* own() { return own_; }
    /// What this process has stored in its own piece is there for others, and what has arrived is there for it.
    void sync();

    /// How the numbers of an access are moved.
    enum class Grain {
        whole,   ///< any which way: nobody else may look at them or write them meanwhile
        numbers  ///< each at once: who looks meanwhile finds the old number or the new one
    };
    // Started here, done after `flush`. Until then `from` must stay as it is, and `to` must not be looked at.
    void put(int rank, std::size_t at, const std::byte* from, int count, MPI_Datatype type, Grain grain);
    void get(int rank, std::size_t at, std::byte* to, int count, MPI_Datatype type, Grain grain);
    /// Adds number by number, atomically.
    void add(int rank, std::size_t at, const std::byte* from, int count, MPI_Datatype type);
    /// All that was started towards that process is done.
    void flush(int rank);
    void flush_all();

    // Counters: 64 bits, at a multiple of 8. Atomic, and done when they return.
    std::int64_t value(int rank, std::size_t at);
    void raise(int rank, std::size_t at, std::int64_t by);
    void set(int rank, std::size_t at, std::int64_t value);
    /// value := to, if it is `from`.
    bool change(int rank, std::size_t at, std::int64_t from, std::int64_t to);

private:
    std::size_t bytes_;
    std::byte* own_ = nullptr;
    MPI_Win window_ = MPI_WIN_NULL;
};

}  // namespace ringproof::backends
