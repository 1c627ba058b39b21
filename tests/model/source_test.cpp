#include "model/source.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "model/diagnostic.h"
#include "model/json/json.h"
#include "tests/support/play.h"
#include "tests/support/program.h"

namespace ringproof::model {
namespace {

namespace fs = std::filesystem;

const std::string kernel = "kernel k(n)\nsem s\nsignal me.s wait s\n";

struct SourceIn : testing::Test {
    std::string write(const std::string& name, const std::string& text) {
        fs::create_directories((folder / name).parent_path());
        std::ofstream(folder / name, std::ios::binary) << text;
        return (folder / name).string();
    }
    /// `RP001 file`: the fault and the file that it names.
    template <class Work>
    static std::string fault_of(Work&& work) {
        try {
            work();
        } catch (const Fault& fault) {
            return number(fault.code()) + " " + fault.location().file;
        }
        return "no fault";
    }
    static std::string fault_of_reading(const std::string& path) {
        return fault_of([&] { read_source(path); });
    }

    tests::Scratch scratch;
    const fs::path folder = scratch.path();
};

TEST_F(SourceIn, FormatIsFoundFromTheContent) {
    const std::string json = write_schedule(tests::schedule_of(kernel, 2));
    const Source ring = read_source(write("a.json", kernel));
    ASSERT_TRUE(std::holds_alternative<Kernel>(ring.content));
    EXPECT_EQ(std::get<Kernel>(ring.content).name, "k");
    EXPECT_EQ(ring.file, (folder / "a.json").string());
    const Source schedule = read_source(write("b.ring", "\n  " + json));
    ASSERT_TRUE(std::holds_alternative<Schedule>(schedule.content));
    EXPECT_EQ(std::get<Schedule>(schedule.content).chips, 2);
    EXPECT_TRUE(std::holds_alternative<Kernel>(read_source(write("c", "# {\n" + kernel)).content));
}

TEST_F(SourceIn, LimitsReachTheReader) {
    Limits limits;
    limits.chips = 1;
    const std::string path = write("a", write_schedule(tests::schedule_of(kernel, 2)));
    EXPECT_EQ(fault_of([&] { read_source(path, limits); }), "RP018 " + path);
}

TEST_F(SourceIn, WhatCannotBeRead) {
    const std::string missing = (folder / "missing.ring").string();
    EXPECT_EQ(fault_of_reading(missing), "RP001 " + missing);
    EXPECT_EQ(fault_of_reading(folder.string()), "RP001 " + folder.string());
    EXPECT_EQ(fault_of_reading("/dev/zero"), "RP001 /dev/zero");
    EXPECT_EQ(fault_of_reading(""), "RP001 ");
    const std::string below = write("a.ring", kernel) + "/b.ring";
    EXPECT_EQ(fault_of_reading(below), "RP001 " + below);
}

TEST_F(SourceIn, ContentOfNoFormat) {
    const std::string binary = write("a.ring", std::string("\x7f"
                                                           "ELF\0\0\xff\xfe",
                                                           8));
    EXPECT_EQ(fault_of_reading(binary), "RP010 " + binary);
    const std::string empty = write("b.ring", "");
    EXPECT_EQ(fault_of_reading(empty), "RP010 " + empty);
    const std::string broken = write("c.json", "{\"format\": ");
    EXPECT_EQ(fault_of_reading(broken), "RP030 " + broken);
}

TEST_F(SourceIn, AFolderStandsForItsKernelsAndSchedules) {
    const std::string schedule = write("sub/deep/c.json", write_schedule(tests::schedule_of(kernel, 2)));
    const std::string ring = write("b.ring", kernel), other = write("a.ring", "not even a kernel");
    write("readme.md", "");
    write("package.json", "{\"name\": \"ringproof\"}");
    write("schema.json", R"({"$schema": "x", "const": "ringproof.schedule"})");
    write("kernel.txt", kernel);
    EXPECT_EQ(find_sources(folder.string()), (std::vector<std::string>{other, ring, schedule}));
}

TEST_F(SourceIn, AFileStandsForItself) {
    EXPECT_EQ(find_sources("-"), std::vector<std::string>{"-"});
    const std::string text = write("kernel.txt", kernel);
    EXPECT_EQ(find_sources(text), std::vector<std::string>{text});
    EXPECT_EQ(find_sources("missing"), std::vector<std::string>{"missing"}) << "reading it tells";
}

TEST_F(SourceIn, AnEmptyFolderIsAFault) {
    EXPECT_EQ(fault_of([&] { find_sources(folder.string()); }), "RP003 " + folder.string());
    write("sub/readme.md", "");
    EXPECT_EQ(fault_of([&] { find_sources(folder.string()); }), "RP003 " + folder.string());
}

}  // namespace
}  // namespace ringproof::model
