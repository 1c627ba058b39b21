# Compiler settings of this project's own targets. They do not reach those who link them.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build" FORCE)
endif()

# Asserts stay on in every kind of build: a prover that goes on after a broken invariant proves nothing.
foreach(kind RELEASE RELWITHDEBINFO MINSIZEREL)
    string(REGEX REPLACE "[-/]DNDEBUG" "" CMAKE_CXX_FLAGS_${kind} "${CMAKE_CXX_FLAGS_${kind}}")
endforeach()

# -O3 costs a third more build time and gains nothing that was measurable.
string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")

set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(ringproof_settings INTERFACE)
target_compile_options(ringproof_settings INTERFACE -Wall -Wextra)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # False alarms of g++ 12 about std::string and fmt, which it inlines and then misjudges.
    target_compile_options(ringproof_settings INTERFACE -Wno-restrict -Wno-stringop-overflow)
endif()
if(RINGPROOF_WARNINGS_AS_ERRORS)
    target_compile_options(ringproof_settings INTERFACE -Werror)
endif()
if(RINGPROOF_SANITIZE)
    set(sanitize -fsanitize=${RINGPROOF_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    if(RINGPROOF_SANITIZE MATCHES "undefined")
        # Checks before each access through a pointer double the build time. A null pointer ends the program under the
        # address sanitizer as well, and nothing here is cast to another type.
        list(APPEND sanitize -fno-sanitize=null,alignment,vptr,object-size)
    endif()
    target_compile_options(ringproof_settings INTERFACE ${sanitize})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
        # g++ 12 misjudges moved variants, and templates of libraries, when it instruments them.
        target_compile_options(ringproof_settings INTERFACE -Wno-maybe-uninitialized)
    endif()
    target_link_options(ringproof_settings INTERFACE ${sanitize})
endif()

if(RINGPROOF_FUZZERS)
    if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
        message(FATAL_ERROR "RINGPROOF_FUZZERS needs clang++, which brings libFuzzer")
    endif()
    # So that the fuzzer sees which code an input reaches; its main comes with the targets.
    target_compile_options(ringproof_settings INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Taken where found, not needed: a compiler cache and a faster linker.
if(PROJECT_IS_TOP_LEVEL)
    find_program(CCACHE_PROGRAM ccache)
    if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
        set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
    endif()
    find_program(MOLD_PROGRAM mold)
    find_program(GOLD_PROGRAM ld.gold)
    if(MOLD_PROGRAM)
        add_link_options(-fuse-ld=mold)
    elseif(GOLD_PROGRAM AND NOT RINGPROOF_FUZZERS)  # it warns of symbols in the run-time library of clang
        add_link_options(-fuse-ld=gold)
    endif()
endif()
