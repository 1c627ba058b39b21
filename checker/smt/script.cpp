#include "checker/smt/script.h"

#include <algorithm>

#include <z3++.h>

#include "checker/smt/memory.h"

namespace ringproof::checker::smt {

Reply ask_script(const std::string& script, const std::vector<std::string>& wanted, const Deadline& deadline) {
    Reply reply;
    RawContext raw;
    z3::scoped_context scope{static_cast<Z3_context>(raw.get())};
    z3::context& context = scope();
    try {
        z3::solver solver(context, "QF_LIA");
        z3::params params(context);
        params.set("ctrl_c", false);
        if (deadline.effort() > 0) params.set("rlimit", deadline.effort());
        if (deadline.left() > 0) params.set("timeout", static_cast<unsigned>(std::max(1.0, deadline.left() * 1000)));
        solver.set(params);
        solver.from_string(script.c_str());
        switch (solver.check()) {
            case z3::unsat:
                reply.answer = Answer::proved;
                return reply;
            case z3::sat: {
                reply.answer = Answer::model;
                const z3::model model = solver.get_model();
                for (const std::string& name : wanted) {
                    std::int64_t value = 0;
                    if (model.eval(context.int_const(name.c_str()), true).is_numeral_i64(value))
                        reply.values[name] = value;
                }
                return reply;
            }
            default:
                raw.spoil();
                reply.answer = Answer::timeout;
                reply.complaint = solver.reason_unknown();
                return reply;
        }
    } catch (const z3::exception& exception) {
        raw.spoil();
        reply.answer = Answer::error;
        reply.complaint = exception.msg();
        return reply;
    }
}

}  // namespace ringproof::checker::smt
