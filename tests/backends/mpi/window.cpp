#include "backends/mpi/window.h"

#include <stdexcept>

// The standard promises atomicity of accumulate calls to one number only as long as they use one operation (or
// MPI_NO_OP). Counters here see MPI_SUM, MPI_REPLACE and compare-and-swap at once. Open MPI carries out all of them
// under one lock of the target (osc/sm, osc/rdma) or one after the other at the target (osc/pt2pt).
namespace ringproof::backends {

Window::Window(std::size_t bytes, MPI_Comm processes) : bytes_(bytes) {
    MPI_Win_allocate(static_cast<MPI_Aint>(bytes), 1, MPI_INFO_NULL, processes, &own_, &window_);
    int* model = nullptr;
    int found = 0;
    MPI_Win_get_attr(window_, MPI_WIN_MODEL, &model, &found);
    if (found == 0 || *model != MPI_WIN_UNIFIED)
        throw std::runtime_error("the backend needs windows of the unified memory model");
    MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
}

Window::~Window() {
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
}

void Window::sync() { MPI_Win_sync(window_); }

void Window::put(int rank, std::size_t at, const std::byte* from, int count, MPI_Datatype type, Grain grain) {
    const auto there = static_cast<MPI_Aint>(at);
    if (grain == Grain::whole)
        MPI_Put(from, count, type, rank, there, count, type, window_);
    else
        MPI_Accumulate(from, count, type, rank, there, count, type, MPI_REPLACE, window_);
}

void Window::get(int rank, std::size_t at, std::byte* to, int count, MPI_Datatype type, Grain grain) {
    const auto there = static_cast<MPI_Aint>(at);
    if (grain == Grain::whole)
        MPI_Get(to, count, type, rank, there, count, type, window_);
    else
        MPI_Get_accumulate(nullptr, 0, type, to, count, type, rank, there, count, type, MPI_NO_OP, window_);
}

void Window::add(int rank, std::size_t at, const std::byte* from, int count, MPI_Datatype type) {
    MPI_Accumulate(from, count, type, rank, static_cast<MPI_Aint>(at), count, type, MPI_SUM, window_);
}

void Window::flush(int rank) { MPI_Win_flush(rank, window_); }

void Window::flush_all() { MPI_Win_flush_all(window_); }

std::int64_t Window::value(int rank, std::size_t at) {
    std::int64_t none = 0, found = 0;
    MPI_Fetch_and_op(&none, &found, MPI_INT64_T, rank, static_cast<MPI_Aint>(at), MPI_NO_OP, window_);
    flush(rank);
    return found;
}

void Window::raise(int rank, std::size_t at, std::int64_t by) {
    std::int64_t before = 0;
    MPI_Fetch_and_op(&by, &before, MPI_INT64_T, rank, static_cast<MPI_Aint>(at), MPI_SUM, window_);
    flush(rank);
}

void Window::set(int rank, std::size_t at, std::int64_t value) {
    MPI_Accumulate(&value, 1, MPI_INT64_T, rank, static_cast<MPI_Aint>(at), 1, MPI_INT64_T, MPI_REPLACE, window_);
    flush(rank);
}

bool Window::change(int rank, std::size_t at, std::int64_t from, std::int64_t to) {
    std::int64_t found = 0;
    MPI_Compare_and_swap(&to, &from, &found, MPI_INT64_T, rank, static_cast<MPI_Aint>(at), window_);
    flush(rank);
    return found == from;
}

}  // namespace ringproof::backends
