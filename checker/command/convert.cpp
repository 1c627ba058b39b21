#include <iostream>
#include <memory>

#include <fmt/format.h>

#include "checker/command/command.h"
#include "model/diagnostic.h"
#include "model/json/json.h"
#include "model/language/language.h"
#include "model/promela/promela.h"
#include "model/source.h"

namespace ringproof::command {
namespace {

struct ConvertArguments {
    std::string in, out;
    OneSchedule one;
};

bool ends_with(const std::string& text, std::string_view ending) {
    return text.size() >= ending.size() && text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

std::string converted(const model::Source& source, const ConvertArguments& arguments) {
    const auto* const kernel = source.kernel();
    if (kernel == nullptr) notice_ignored(arguments.one.for_kernels, {source.file});
    if (ends_with(arguments.out, ".ring")) {
        if (kernel == nullptr)
            throw model::Fault(model::Code::usage,
                               "a schedule has no loops left to write: .ring is written from .ring only");
        return print(*kernel);
    }
    if (ends_with(arguments.out, ".pml")) {
        const model::Schedule schedule = arguments.one.of(source);
        return write_promela(schedule, schedule.launches);
    }
    if (!ends_with(arguments.out, ".json") && arguments.out != "-")
        throw model::Fault(model::Code::usage,
                           fmt::format("'{}': expected an output that ends in .json, .ring or .pml", arguments.out));
    return write_schedule(arguments.one.of(source));
}

}  // namespace

void add_convert(CLI::App& app, Action& action) {
    const auto arguments = std::make_shared<ConvertArguments>();
    auto* const command = app.add_subcommand(
        "convert", "a kernel to schedule JSON, canonical .ring or Promela; a schedule or plan to JSON or Promela");
    command->add_option("IN", arguments->in, "kernel, schedule or plan; - reads standard input")->required();
    command
        ->add_option("OUT", arguments->out,
                     "file that ends in .json, .ring or .pml; - writes schedule JSON to standard output")
        ->required();
    declare_one_schedule(*command, arguments->one);
    command->callback([arguments, command, &action] {
        arguments->one.for_kernels = given_for_kernels(*command);
        action = [arguments] {
            const std::string text = converted(model::read_source(arguments->in), *arguments);
            if (arguments->out == "-") {
                std::cout << text;
                return static_cast<int>(all_proved);
            }
            write_file(arguments->out, text);
            return static_cast<int>(all_proved);
        };
    });
}

}  // namespace ringproof::command
