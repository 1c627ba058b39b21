#include "checker/command/second_opinion.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <unistd.h>

#include "checker/ask.h"
#include "model/diagnostic.h"

namespace ringproof::command {
namespace {

using checker::smt::Confirmation;
using checker::smt::Transcript;

void write(const std::filesystem::path& path, const std::string& text) {
    std::ofstream out(path, std::ios::binary);
    if (!out.write(text.data(), static_cast<std::streamsize>(text.size())).flush())
        throw model::Fault(model::Code::unwritable, fmt::format("'{}'", path.string()));
}

/// A file that is gone when this goes.
class PassingFile {
public:
    explicit PassingFile(const std::string& text) {
        std::string name = (std::filesystem::temp_directory_path() / "ringproof-XXXXXX.smt2").string();
        const int file = mkstemps(name.data(), 5);
        if (file < 0) throw model::Fault(model::Code::unwritable, fmt::format("'{}'", name));
        close(file);
        path_ = name;
        write(path_, text);
    }
    ~PassingFile() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    PassingFile(const PassingFile&) = delete;
    PassingFile& operator=(const PassingFile&) = delete;

    const std::string& path() const { return path_; }

private:
    std::string path_;
};

/// A file name that tells what is asked, the same in every run.
std::string file_name(const SecondOpinion::Subject& subject, const Transcript& transcript) {
    constexpr std::size_t longest = 150;
    std::string name = subject.file;
    for (const std::string_view ending : {".ring", ".json"})
        if (name.ends_with(ending)) name.resize(name.size() - ending.size());
    if (!subject.profile.empty()) name += "-" + subject.profile;
    std::replace_if(
        name.begin(), name.end(),
        [](unsigned char c) { return std::isalnum(c) == 0 && c != '_' && c != '-' && c != '.'; }, '_');
    if (name.size() > longest)
        name = fmt::format("{:016x}{}", std::hash<std::string>{}(name), name.substr(name.size() - longest));
    if (subject.chips == 0) return fmt::format("{}-{}.smt2", name, transcript.part());
    return fmt::format("{}-n{}-launches{}-{}.smt2", name, subject.chips, subject.launches, transcript.part());
}

}  // namespace

SecondOpinion::SecondOpinion(std::string folder, const std::string& solver) : folder_(std::move(folder)) {
    std::error_code error;
    if (!folder_.empty()) std::filesystem::create_directories(folder_, error);
    if (error) throw model::Fault(model::Code::unwritable, fmt::format("'{}': {}", folder_, error.message()));
    if (solver.empty()) return;
    solver_.emplace(solver);
    if (solver_->installed()) return;
    fmt::print(stderr, "ringproof: no solver '{}' is installed: nothing is confirmed by a second one\n", solver);
    solver_.reset();
}

std::optional<Confirmation> SecondOpinion::on(const Subject& subject, const checker::smt::Transcripts& transcripts,
                                              double seconds) const {
    std::optional<Confirmation> confirmation;
    if (solver_) confirmation.emplace().by = solver_->name();
    for (const Transcript& transcript : transcripts.all()) {
        const std::string size =
            subject.chips == 0 ? "every n" : fmt::format("n = {}, launches = {}", subject.chips, subject.launches);
        const std::string about =
            fmt::format("{} of {}, {}: {}", subject.schedule, subject.file, size, transcript.part());
        const std::string name = file_name(subject, transcript);
        if (!folder_.empty()) write(std::filesystem::path(folder_) / name, transcript.text(about, true));
        if (!solver_) continue;
        // It is not told what Z3 said: some solvers refuse to differ.
        const PassingFile file(transcript.text(about, false));
        try {
            *confirmation += solver_->confirm(transcript, file.path(), seconds);
        } catch (const checker::Disagreement& disagreement) {
            throw checker::Disagreement(
                fmt::format("{}: {}{}", about, disagreement.what(),
                            folder_.empty() ? "; --smt2 DIR keeps the question" : fmt::format("; see {}", name)));
        }
    }
    return confirmation;
}

}  // namespace ringproof::command
