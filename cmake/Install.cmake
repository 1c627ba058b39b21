# Install rules: libraries, headers under include/ringproof, the program, and a package for find_package(ringproof).

include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/ringproof")

# Headers that only the readers' own sources include. They show PEGTL, pugixml or fmt, which users then need not have.
set(private_headers grammar.h syntax.h tree_reader.h json_decode.h bounded_json.h xml.h)
list(TRANSFORM private_headers REPLACE "(.+)" "PATTERN;\\1;EXCLUDE")

set(ringproof_installed ringproof_model ringproof_checker ringproof_generators)
install(TARGETS ${ringproof_installed} EXPORT ringproof ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
foreach(target IN LISTS ringproof_installed)
    string(REPLACE ringproof_ "" folder ${target})
    install(
        DIRECTORY "${PROJECT_SOURCE_DIR}/${folder}"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/ringproof"
        FILES_MATCHING PATTERN "*.h"
        PATTERN "command" EXCLUDE ${private_headers})
endforeach()
install(EXPORT ringproof NAMESPACE ringproof:: DESTINATION "${package_dir}" FILE ringproof-targets.cmake)
install(TARGETS ringproof)

if(TARGET ringproof_conformance)
    install(TARGETS ringproof_conformance EXPORT ringproof-conformance ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
    install(
        DIRECTORY "${PROJECT_SOURCE_DIR}/tests/conformance"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/ringproof"
        FILES_MATCHING
        PATTERN "*.h")
    install(EXPORT ringproof-conformance NAMESPACE ringproof:: DESTINATION "${package_dir}"
            FILE ringproof-conformance-targets.cmake)
endif()

configure_package_config_file(cmake/ringproof-config.cmake.in "${PROJECT_BINARY_DIR}/ringproof-config.cmake"
                              INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/ringproof-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(
    FILES "${PROJECT_BINARY_DIR}/ringproof-config.cmake" "${PROJECT_BINARY_DIR}/ringproof-config-version.cmake"
          cmake/FindZ3.cmake
    DESTINATION "${package_dir}")
