#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <system_error>

#include "checker/ask.h"
#include "checker/command/command.h"
#include "model/diagnostic.h"

namespace {

using namespace ringproof;

int report(const model::Fault& fault) {
    std::cerr << fault.report() << '\n';
    return command::bad_input;
}

}  // namespace

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    CLI::App app{
        "ringproof proves hand-written ring collectives right under every interleaving,\n"
        "or shows an execution in which they go wrong."};
    app.set_version_flag("--version", "ringproof " RINGPROOF_VERSION);
    app.require_subcommand(1);
    command::Action action;
    command::add_verify(app, action);
    command::add_mutate(app, action);
    command::add_run(app, action);
    command::add_replay(app, action);
    command::add_draw(app, action);
    command::add_convert(app, action);
    command::add_list(app, action);
    command::add_fuzz(app, action);
    command::add_vectors(app, action);
    command::add_conform(app, action);
    try {
        app.parse(argc, argv);
        const int status = action();
        // What could not be written must not look like an answer.
        if (!std::cout.flush() || std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
            throw model::Fault(model::Code::unwritable, "standard output");
        return status;
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);
        return report(model::Fault(model::Code::usage, error.what()));
    } catch (const model::Fault& fault) {
        return report(fault);
    } catch (const checker::Disagreement& disagreement) {
        std::cerr << "ringproof: DISAGREEMENT, which is a fault of ringproof: " << disagreement.what()
                  << "\nPlease report it with the input file. No verdict is given.\n";
    } catch (const std::system_error& error) {
        // Of the system, not of this program: a full disk, a closed pipe.
        return report(model::Fault(model::Code::unwritable, error.what()));
    } catch (const std::bad_alloc&) {
        return report(model::Fault(model::Code::too_large, "out of memory"));
    } catch (const std::exception& error) {
        std::cerr << "ringproof: internal error: " << error.what() << "\nPlease report it with the input file.\n";
    }
    return command::internal_error;
}
