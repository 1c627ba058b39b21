#include <array>

#include "generators/check.h"

namespace ringproof::generators {

std::span<const Check> checks() {
    static constexpr std::array list{
        Check{"executions", "the machine shows nothing that the verdict rules out", executions_fit},
        Check{"idle waits", "a wait that nothing can hold back changes no verdict", idle_waits_change_nothing, 4},
        Check{"names", "other numbers for chips and agents change no verdict", names_change_nothing, 4},
        Check{"promises", "what is proved with fewer promises is proved with more", promises_only_help, 4},
        Check{"text", "schedule JSON gives the schedule back", text_gives_it_back},
    };
    return list;
}

}  // namespace ringproof::generators
