#include "backends/mpi/mpi.h"

#include <array>
#include <cstring>
#include <stdexcept>

namespace ringproof::backends {
namespace {

MPI_Datatype type_of(const generators::Element& element) {
    const std::array<std::pair<std::string_view, MPI_Datatype>, 5> known{{{"int32", MPI_INT32_T},
                                                                          {"int64", MPI_INT64_T},
                                                                          {"uint8", MPI_UINT8_T},
                                                                          {"float32", MPI_FLOAT},
                                                                          {"float64", MPI_DOUBLE}}};
    for (const auto& [name, type] : known)
        if (name == element.name) return type;
    throw std::invalid_argument("MPI knows no element " + std::string(element.name));
}

}  // namespace

Mpi::Mpi(const conformance::World& world)
    : world_(world),
      session_(Session::current()),
      layout_(world),
      window_(session_.window(layout_.bytes())),
      type_(type_of(world.element)),
      grain_(world.slot_size == world.element.size ? Window::Grain::numbers : Window::Grain::whole) {
    // Nobody else touches it before the first `exchange`.
    std::memset(window_.own(), 0, layout_.bytes_of_counters());
    window_.sync();
}

Mpi::~Mpi() {
    // Of a run that was given up, what has begun ends here; the next backend waits for this, in Session::window.
    window_.flush_all();
}

void Mpi::store(model::Place place, const std::byte* from) {
    move_sometimes();
    write_own(place, 1, from);
}

void Mpi::load(model::Place place, std::byte* to) {
    move_sometimes();
    read_own(place, 1, to);
}

void Mpi::load_remote(model::Place place, std::byte* to) {
    move_sometimes();
    const std::int32_t chip = world_.schedule.chip_of(place);
    window_.get(chip, layout_.at(place), to, count(1), type_, grain_);
    window_.flush(chip);
}

void Mpi::start(Request request) {
    move_sometimes();
    transfers_.start(std::move(request), session_.draws());
}

bool Mpi::try_wait(model::Counter counter, std::int64_t at_least, std::int64_t take) {
    const std::int64_t now = value(counter);
    // A signal may have set it meanwhile; then it is asked again.
    return now >= at_least && (take == 0 || window_.change(session_.rank(), layout_.at(counter), now, now - take));
}

std::int64_t Mpi::value(model::Counter counter) {
    const std::int64_t now = window_.value(session_.rank(), layout_.at(counter));
    window_.sync();
    return now;
}

void Mpi::set(model::Counter counter, std::int64_t value) {
    move_sometimes();
    window_.set(session_.rank(), layout_.at(counter), value);
}

void Mpi::arrive(std::int32_t agent, model::Symbol barrier) {
    window_.sync();
    window_.raise(0, layout_.barrier(barrier).at, 1);
    ++arrivals_[{agent, barrier}];
}

bool Mpi::may_leave(std::int32_t agent, model::Symbol barrier) {
    // Nobody arrives a (k+1)-th time before all have arrived k times: so many arrivals are k of each.
    const auto& [at, members] = layout_.barrier(barrier);
    const bool all = window_.value(0, at) >= members * arrivals_.at({agent, barrier});
    window_.sync();
    return all;
}

bool Mpi::enter(std::int32_t, std::int32_t launch) {
    // Counted and not a barrier of MPI: a run that is given up leaves nothing behind that waits for others.
    window_.sync();
    if (entered_ == launch) {
        window_.raise(0, layout_.door(), 1);
        ++entered_;
    }
    const bool all = window_.value(0, layout_.door()) >= std::int64_t{world_.schedule.chips} * entered_;
    window_.sync();
    return all;
}

std::string Mpi::exchange(const std::string& own) {
    window_.flush_all();
    window_.sync();
    const std::string all = session_.exchange(own);
    window_.sync();
    return all;
}

void Mpi::move() {
    transfers_.move(session_.draws(), [this](Transfer& transfer) { step(transfer); });
}

void Mpi::move_sometimes() {
    while (!transfers_.empty() && session_.draws()() % 3 != 0) {
        move();
        // What moved may be seen before this chip goes on.
        world_.delays.pause(2000 + static_cast<std::uint64_t>(session_.rank()), moved_++);
    }
}

void Mpi::step(Transfer& transfer) {
    const Transfer::Step next = transfer.next();
    world_.delays.pause(1000 + static_cast<std::uint64_t>(transfer.agent),
                        4 * static_cast<std::uint64_t>(transfer.number) + static_cast<std::uint64_t>(next));
    if (next == Transfer::Step::read) read(transfer);
    if (next == Transfer::Step::begin) begin(transfer);
    if (next == Transfer::Step::land) land(transfer);
}

void Mpi::read(Transfer& transfer) {
    if (transfer.kind == Transfer::Kind::get) {
        window_.flush(transfer.chip);
    } else {
        transfer.data.resize(static_cast<std::size_t>(transfer.len) * world_.slot_size);
        read_own(transfer.src, transfer.len, transfer.data.data());
    }
    transfer.read = true;
    if (transfer.read_raises) raise(*transfer.read_raises);
}

void Mpi::begin(Transfer& transfer) {
    transfer.begun = true;
    // From here on what is put may be seen, and its counter rises later: who sees it early could do so in the model as
    // well, where it would not have looked at the counter yet. What has to land after others does not begin before
    // them.
    if (transfer.kind == Transfer::Kind::get) {
        transfer.data.resize(static_cast<std::size_t>(transfer.len) * world_.slot_size);
        window_.get(transfer.chip, layout_.at(transfer.src), transfer.data.data(), count(transfer.len), type_, grain_);
    } else if (transfer.accumulate) {
        window_.add(transfer.chip, layout_.at(transfer.dst), transfer.data.data(), count(transfer.len), type_);
    } else {
        window_.put(transfer.chip, layout_.at(transfer.dst), transfer.data.data(), count(transfer.len), type_, grain_);
    }
}

void Mpi::land(Transfer& transfer) {
    if (transfer.kind == Transfer::Kind::get) write_own(transfer.dst, transfer.len, transfer.data.data());
    window_.flush(transfer.chip);
    window_.sync();
    if (transfer.land_raises) raise(*transfer.land_raises);
    if (transfer.sets) window_.set(transfer.chip, layout_.at(transfer.sets->first), transfer.sets->second);
}

void Mpi::raise(const Raise& raise) {
    window_.raise(world_.schedule.chip_of(raise.counter), layout_.at(raise.counter), raise.add);
}

int Mpi::count(std::int32_t slots) const { return slots * static_cast<int>(world_.slot_size / world_.element.size); }

void Mpi::write_own(model::Place first, std::int32_t len, const std::byte* from) {
    if (grain_ == Window::Grain::numbers) {
        window_.put(session_.rank(), layout_.at(first), from, count(len), type_, grain_);
        window_.flush(session_.rank());
        return;
    }
    std::memcpy(window_.own() + layout_.at(first), from, static_cast<std::size_t>(len) * world_.slot_size);
    window_.sync();
}

void Mpi::read_own(model::Place first, std::int32_t len, std::byte* to) {
    if (grain_ == Window::Grain::numbers) {
        window_.get(session_.rank(), layout_.at(first), to, count(len), type_, grain_);
        window_.flush(session_.rank());
        return;
    }
    window_.sync();
    std::memcpy(to, window_.own() + layout_.at(first), static_cast<std::size_t>(len) * world_.slot_size);
}

}  // namespace ringproof::backends
