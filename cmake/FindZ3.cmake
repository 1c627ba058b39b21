# Z3 with target z3::libz3, as Z3's own CMake package names it. Debian ships headers and library without that package.

find_package(Z3 CONFIG QUIET)
if(TARGET z3::libz3)
    set(Z3_FOUND TRUE)
    return()
endif()

find_path(Z3_INCLUDE_DIR z3++.h PATH_SUFFIXES z3)
find_library(Z3_LIBRARY z3)
if(Z3_INCLUDE_DIR AND EXISTS "${Z3_INCLUDE_DIR}/z3_version.h")
    file(READ "${Z3_INCLUDE_DIR}/z3_version.h" z3_version_header)
    set(z3_version_parts "")
    foreach(part MAJOR_VERSION MINOR_VERSION BUILD_NUMBER)
        string(REGEX MATCH "Z3_${part} +([0-9]+)" unused "${z3_version_header}")
        list(APPEND z3_version_parts "${CMAKE_MATCH_1}")
    endforeach()
    list(JOIN z3_version_parts "." Z3_VERSION)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
    Z3
    REQUIRED_VARS Z3_LIBRARY Z3_INCLUDE_DIR
    VERSION_VAR Z3_VERSION)
if(Z3_FOUND)
    add_library(z3::libz3 UNKNOWN IMPORTED)
    set_target_properties(z3::libz3 PROPERTIES IMPORTED_LOCATION "${Z3_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES
                                                                                 "${Z3_INCLUDE_DIR}")
endif()
mark_as_advanced(Z3_INCLUDE_DIR Z3_LIBRARY)
