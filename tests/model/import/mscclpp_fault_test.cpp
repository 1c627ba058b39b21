#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/diagnostic.h"
#include "model/import/mscclpp/mscclpp.h"

/// Each way in which a plan can be wrong, with the place that the fault names.
namespace ringproof::model {
namespace {

/// A plan that is right, apart from what the caller puts in.
struct Text {
    std::string head = R"("name": "p", "collective": "allgather", "inplace": true, "reuse_resources": true)";
    std::string sizes = R"("input_chunks": 1, "output_chunks": 2, "scratch_chunks": 2)";
    std::string id = R"("id": 0)";
    std::string channels =
        R"([{"channel_type": "memory", "connected_to": [1]}, {"channel_type": "port", "connected_to": [1, 1]},
            {"channel_type": "switch", "buffer_type": "o", "rank_groups": [{"size": 2, "ranks": [0, 1]}]}])";
    std::string remotes = R"([{"rank": 1, "type": "o", "access_channel_types": ["memory", "port"]},
                              {"rank": 1, "type": "s", "access_channel_types": ["memory"]}])";
    std::string semaphores = R"([{"init_value": 0}])";
    std::string block = R"("id": 0)";
    std::string block_channels = R"([{"channel_type": "memory", "channel_ids": [0]},
                                     {"channel_type": "port", "channel_ids": [1]},
                                     {"channel_type": "switch", "channel_ids": [0]}])";
    std::string refs = R"([{"access_channel_type": "memory", "remote_buffer_ids": [0, 1]},
                           {"access_channel_type": "port", "remote_buffer_ids": [0]}])";
    std::string op = R"({"name": "nop"})";
    std::string more_gpus = R"(, {"id": 1, "input_chunks": 1, "output_chunks": 2, "scratch_chunks": 2, "channels": [],
                                  "threadblocks": []})";

    std::string all() const {
        return "{" + head + R"(, "gpus": [{)" + id + ", " + sizes + R"(, "channels": )" + channels +
               R"(, "remote_buffers": )" + remotes + R"(, "semaphores": )" + semaphores + R"(, "threadblocks": [{)" +
               block + R"(, "channels": )" + block_channels + R"(, "remote_buffer_refs": )" + refs +
               R"(, "ops": [{"name": "nop"}, )" + op + "]}]}" + more_gpus + "]}";
    }
};

/// The same in the old format.
struct OldText {
    std::string op = R"({"name": "nop"})";

    std::string all() const {
        return R"({"name": "p", "collective": "allreduce", "inplace": true, "gpus": [
            {"id": 0, "inputChunks": 2, "outputChunks": 0, "scratchChunks": 2, "channels":
             [{"srcbuff": "i", "dstbuff": "i", "type": "sm", "connectedTo": [1]},
              {"srcbuff": "i", "dstbuff": "s", "type": "proxy", "connectedTo": [1]},
              {"buff": "i", "type": "nvls", "rankGroups": [{"size": 2, "ranks": [0, 1]}]}],
             "threadblocks": [{"id": 0, "channels": [{"src": "i", "dst": "i", "ctype": "sm", "cids": [0]},
                                                     {"src": "i", "dst": "s", "ctype": "proxy", "cids": [0]},
                                                     {"src": "i", "dst": "i", "ctype": "nvls", "cids": [0]}],
                               "ops": [)" +
               op + R"(]}]},
            {"id": 1, "inputChunks": 2, "outputChunks": 0, "scratchChunks": 2, "channels": [], "threadblocks": []}]})";
    }
};

constexpr const char* ops_1 = "$.gpus[0].threadblocks[0].ops[1]";

/// Reads, lowers each way, and gives the first fault.
void expect_fault(const std::string& text, Code code, const std::string& path, const std::string& part,
                  const Limits& limits = {}) {
    SCOPED_TRACE(text.substr(0, 2000));
    try {
        const auto plan = mscclpp::read_plan(text, "plan.json", limits);
        for (std::size_t way = 0; way < plan->ways({}).size(); ++way) plan->schedule(way, {}, limits);
        ADD_FAILURE() << "no fault";
    } catch (const Fault& fault) {
        EXPECT_EQ(number(fault.code()), number(code)) << fault.message();
        EXPECT_EQ(fault.location().path, path) << fault.message();
        EXPECT_EQ(fault.location().file, "plan.json");
        EXPECT_NE(fault.message().find(part), std::string::npos) << fault.message();
    }
}

void expect_op(const std::string& op, Code code, const std::string& member, const std::string& part) {
    Text text;
    text.op = op;
    expect_fault(text.all(), code, ops_1 + member, part);
}

void expect_old(const std::string& op, Code code, const std::string& member, const std::string& part) {
    expect_fault(OldText{op}.all(), code, "$.gpus[0].threadblocks[0].ops[0]" + member, part);
}

TEST(MscclppFault, OfTheText) {
    const std::string right = Text{}.all();
    EXPECT_NO_THROW(mscclpp::read_plan(right, "plan.json"));
    EXPECT_NO_THROW(mscclpp::read_plan(OldText{}.all(), "plan.json"));
    for (std::size_t cut = 0; cut < right.size(); cut += 7)
        EXPECT_THROW(mscclpp::read_plan(right.substr(0, cut), "plan.json"), Fault) << cut;
    EXPECT_THROW(mscclpp::read_plan(std::string(100'000, '['), "plan.json"), Fault);
    expect_fault("[]", Code::json_type, "$", "expected an object");
    expect_fault("{}", Code::json_missing_key, "$", "'name'");
    expect_fault(R"({"name": "p", "name": "q"})", Code::duplicate_name, "$.name", "twice");
}

TEST(MscclppFault, OfGpusAndBlocks) {
    Text text;
    text.id = R"("id": 1)";
    expect_fault(text.all(), Code::index_range, "$.gpus[0].id", "expected gpu 0");
    text = {};
    text.more_gpus = R"(, {"id": 0})";
    expect_fault(text.all(), Code::duplicate_name, "$.gpus[1].id", "twice");
    text = {};
    text.more_gpus = "";
    expect_fault(text.all(), Code::index_range, "$.gpus[0].channels[0].connected_to[0]", "found 1");
    text = {};
    text.sizes = R"("input_chunks": -1, "output_chunks": 2, "scratch_chunks": 2)";
    expect_fault(text.all(), Code::size_range, "$.gpus[0].input_chunks", "found -1");
    text.sizes = R"("input_chunks": 1000000000, "output_chunks": 2, "scratch_chunks": 2)";
    expect_fault(text.all(), Code::size_range, "$.gpus[0].input_chunks", "1000000000");
    text.sizes = R"("input_chunks": 0, "output_chunks": 0, "scratch_chunks": 2)";
    expect_fault(text.all(), Code::size_range, "$.gpus", "neither");
    text.sizes = R"("input_chunks": 1.5, "output_chunks": 2, "scratch_chunks": 2)";
    expect_fault(text.all(), Code::json_type, "$.gpus[0].input_chunks", "expected an integer");
    text = {};
    text.semaphores = R"([{"init_value": -1}])";
    expect_fault(text.all(), Code::amount_range, "$.gpus[0].semaphores[0].init_value", "found -1");
    text.semaphores = R"([{"init_value": 10000000000}])";
    expect_fault(text.all(), Code::amount_range, "$.gpus[0].semaphores[0].init_value", "10000000000");
    text = {};
    text.block = R"("id": 3)";
    expect_fault(text.all(), Code::index_range, "$.gpus[0].threadblocks[0].id", "expected thread block 0");
    text = {};
    text.block_channels = R"([{"channel_type": "port", "channel_ids": [2]}])";
    expect_fault(text.all(), Code::index_range, "$.gpus[0].threadblocks[0].channels[0].channel_ids[0]", "one of 2");
    text = {};
    text.refs = R"([{"access_channel_type": "memory", "remote_buffer_ids": [-1]}])";
    expect_fault(text.all(), Code::index_range, "$.gpus[0].threadblocks[0].remote_buffer_refs[0].remote_buffer_ids[0]",
                 "one of 2");
    text = {};
    text.channels =
        R"([{"channel_type": "switch", "buffer_type": "o", "rank_groups": [{"size": 2, "ranks": [1, 1]}]}])";
    expect_fault(text.all(), Code::duplicate_name, "$.gpus[0].channels[0].rank_groups[0].ranks[1]", "twice");
    text.channels = R"([{"channel_type": "telepathy", "connected_to": [1]}])";
    expect_fault(text.all(), Code::json_type, "$.gpus[0].channels[0].channel_type", "telepathy");
}

TEST(MscclppFault, OfOperations) {
    expect_op(R"({"name": "cpy"})", Code::unknown_name, ".name", "did you mean 'copy'");
    expect_op(R"({"name": "zzz"})", Code::unknown_name, ".name", "known are barrier, copy");
    expect_op(R"({})", Code::json_missing_key, "", "'name'");
    expect_op(R"({"name": "signal", "channel_ids": [1], "channel_type": "memory"})", Code::index_range,
              ".channel_ids[0]", "one of 1");
    expect_op(R"({"name": "signal", "channel_ids": [0], "channel_type": "switch"})", Code::wrong_kind, ".channel_type",
              "switch");
    expect_op(R"({"name": "flush", "channel_ids": [0], "channel_type": "memory"})", Code::wrong_kind, ".channel_type",
              "port channels only");
    expect_op(R"({"name": "copy", "src_buff": [], "dst_buff": []})", Code::amount_range, ".src_buff", "1 buffers");
    expect_op(R"({"name": "copy", "src_buff": [{"type": "q", "index": 0, "size": 1}], "dst_buff": []})",
              Code::json_type, ".src_buff[0].type", "'q'");
    expect_op(R"({"name": "copy", "src_buff": [{"type": "o", "index": -1, "size": 1}], "dst_buff": []})",
              Code::index_range, ".src_buff[0].index", "found -1");
    expect_op(R"({"name": "copy", "src_buff": [{"type": "o", "index": 0, "size": -2}], "dst_buff": []})",
              Code::amount_range, ".src_buff[0].size", "found -2");
    expect_op(R"({"name": "copy", "src_buff": [{"type": "o", "index": 1, "size": 2}], "dst_buff": []})",
              Code::index_range, ".src_buff[0]", "which has 2");
    expect_op(R"({"name": "copy", "src_buff": [{"type": "o", "index": 0, "size": 2}],
                  "dst_buff": [{"type": "s", "index": 0, "size": 1}]})",
              Code::amount_range, "", "2 chunks everywhere");
    expect_op(R"({"name": "cpkt", "src_buff": [{"type": "o", "index": 0, "size": 1}],
                  "dst_buff": [{"type": "o", "index": 0, "size": 1}]})",
              Code::wrong_kind, ".dst_buff[0].type", "scratch");
    expect_op(R"({"name": "put", "channel_type": "memory", "src_buff": [{"type": "o", "index": 0, "size": 1}],
                  "dst_buff": [{"buffer_id": 2, "index": 0, "size": 1}]})",
              Code::index_range, ".dst_buff[0].buffer_id", "one of 2");
    expect_op(R"({"name": "pws", "channel_type": "memory", "src_buff": [{"type": "o", "index": 0, "size": 1}],
                  "dst_buff": [{"buffer_id": 0, "index": 0, "size": 1}]})",
              Code::wrong_kind, ".channel_type", "port channels only");
    expect_op(R"({"name": "put", "channel_type": "port", "channel_ids": [],
                  "src_buff": [{"type": "o", "index": 0, "size": 1}],
                  "dst_buff": [{"buffer_id": 0, "index": 0, "size": 1}]})",
              Code::amount_range, ".channel_ids", "a channel for each");
    expect_op(R"({"name": "re", "reduce_op": "xor", "src_buff": [{"type": "o", "index": 0, "size": 1}],
                  "dst_buff": [{"type": "o", "index": 0, "size": 1}]})",
              Code::unknown_name, ".reduce_op", "xor");
    expect_op(R"({"name": "gstore", "channel_type": "switch", "src_buff": [{"type": "o", "index": 0, "size": 1}],
                  "dst_buff": [{"switch_channel_id": 7, "index": 0, "size": 1}]})",
              Code::index_range, ".dst_buff[0].switch_channel_id", "one of 1");
    expect_op(R"({"name": "sem_acquire", "semaphore_ids": [1]})", Code::index_range, ".semaphore_ids[0]", "one of 1");
    expect_op(R"({"name": "barrier", "barrier_id": 0, "num_threadblocks": 2})", Code::amount_range, "",
              "found it for 2");
    expect_op(R"({"name": "copy", "tbg_info": {"tb_id": 2, "tbg_size": 2},
                  "src_buff": [{"type": "o", "index": 0, "size": 1}],
                  "dst_buff": [{"type": "s", "index": 0, "size": 1}]})",
              Code::index_range, ".tbg_info.tb_id", "one of 2");
    expect_op(R"({"name": "upkt", "src_buff": [{"type": "s", "index": 0, "size": 1}],
                  "dst_buff": [{"type": "s", "index": 1, "size": 1}]})",
              Code::wrong_kind, "", "packets and for plain data");
}

TEST(MscclppFault, OfPipelines) {
    const auto pipeline = [](const std::string& context, const std::string& op) {
        return R"({"name": "pipeline", "iter_context": )" + context + R"(, "ops": [)" + op + "]}";
    };
    const std::string copy = R"({"name": "copy", "src_buff": [{"type": "o", "index": 1, "size": 1}],
                                 "dst_buff": [{"type": "s", "index": 0, "size": 1}]})";
    expect_op(pipeline(R"({"unit_size": 0, "num_chunks": 1})", copy), Code::size_range, ".iter_context.unit_size",
              "found 0");
    expect_op(pipeline(R"({"unit_size": 4, "num_chunks": -1})", copy), Code::size_range, ".iter_context.num_chunks",
              "found -1");
    expect_op(pipeline(R"({"unit_size": 4, "num_chunks": 1})", pipeline(R"({})", copy)), Code::wrong_kind,
              ".ops[0].name", "in a pipeline");
    expect_op(pipeline(R"({"unit_size": 4194304, "num_chunks": 2})", copy), Code::index_range, ".ops[0]",
              "beyond the end");
    // A billion times nothing, and a billion times something.
    expect_fault(
        [&] {
            Text text;
            text.op = pipeline(R"({"unit_size": 4194304, "num_chunks": 1000000000})", R"({"name": "nop"})");
            return text.all();
        }(),
        Code::too_large, "", "repeats its operations", Limits{.operations = 10'000});
    expect_fault(
        [&] {
            Text text;
            text.op = pipeline(R"({"unit_size": 1048576, "num_chunks": 1000000000})",
                               R"({"name": "sem_release", "semaphore_ids": [0]})");
            return text.all();
        }(),
        Code::too_large, "", "", Limits{.operations = 10'000});
}

TEST(MscclppFault, OfTheOldFormat) {
    expect_old(R"({"name": "rrx"})", Code::unknown_name, ".name", "known are");
    expect_old(R"({"name": "signal", "ctype": "sm", "o_buff": {"src": "i", "dst": "i"}, "o_cids": [{"id": 1}]})",
               Code::index_range, ".o_cids[0].id", "one of 1");
    expect_old(R"({"name": "signal", "ctype": "sm", "o_buff": {"src": "i", "dst": "o"}, "o_cids": [{"id": 0}]})",
               Code::index_range, ".o_cids[0].id", "one of 0");
    expect_old(R"({"name": "flush", "ctype": "sm", "o_buff": {"src": "i", "dst": "i"}, "o_cids": [{"id": 0}]})",
               Code::wrong_kind, ".ctype", "proxy channels only");
    expect_old(R"({"name": "copy", "srcbuff": "i", "srcoff": 2, "dstbuff": "s", "dstoff": 0, "cnt": 1})",
               Code::index_range, ".srcoff", "which has 2");
    expect_old(R"({"name": "copy", "srcbuff": "i", "srcoff": 0, "dstbuff": "s", "dstoff": 0, "cnt": 1000000000})",
               Code::index_range, ".srcoff", "which has 2");
    expect_old(R"({"name": "put", "ctype": "sm", "cnt": 1, "o_buff": {"src": "i", "dst": "i"},
                   "o_cids": [{"id": 0, "off": 0}], "srcs": []})",
               Code::amount_range, "", "0 and 1");
    expect_old(R"({"name": "get", "ctype": "proxy", "cnt": 1})", Code::wrong_kind, ".ctype", "sm channels only");
    expect_old(R"({"name": "glres", "ctype": "nvls", "cnt": 1, "srcbuff": "i", "srcoff": 0, "i_cids": [{"id": 1}]})",
               Code::index_range, ".i_cids[0].id", "one of 1");
}

TEST(MscclppFault, OfLimits) {
    const std::string text = Text{}.all();
    expect_fault(text, Code::too_large, "$.gpus", "more than 1 gpus", Limits{.chips = 1});
    expect_fault(text, Code::too_large, ops_1, "more than 1 operations", Limits{.operations = 1});
    expect_fault(text, Code::too_large, "", "slots", Limits{.slots = 5});
}

}  // namespace
}  // namespace ringproof::model
