# Installs, by component: the program with its scenarios, manual and completions
# (program), and the algorithms for other programs (development), which find them by
# find_package(fedltr) or pkg-config; docs/cpp.md.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS fedltr COMPONENT program)
file(GLOB_RECURSE shipped CONFIGURE_DEPENDS
  RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" scenarios/*.ini)
foreach(file ${shipped})
  get_filename_component(folder "${file}" DIRECTORY)
  install(FILES "${file}" COMPONENT program
    DESTINATION "${CMAKE_INSTALL_DATADIR}/fedltr/${folder}")
endforeach()

install(DIRECTORY deploy DESTINATION "${CMAKE_INSTALL_DATADIR}/fedltr"
  COMPONENT program USE_SOURCE_PERMISSIONS)

# Manual pages are made from the program's own help, at installation.
install(CODE "execute_process(COMMAND
  \"${CMAKE_CURRENT_SOURCE_DIR}/scripts/man-pages.sh\" \"$<TARGET_FILE:fedltr>\"
  \"${CMAKE_BINARY_DIR}/man\" COMMAND_ERROR_IS_FATAL ANY)" COMPONENT program)
foreach(section 1 5)
  install(DIRECTORY "${CMAKE_BINARY_DIR}/man/"
    DESTINATION "${CMAKE_INSTALL_MANDIR}/man${section}" COMPONENT program
    FILES_MATCHING PATTERN "*.${section}")
endforeach()
set(_completion "${CMAKE_CURRENT_SOURCE_DIR}/scripts/completion")
install(FILES "${_completion}/fedltr.bash" RENAME fedltr COMPONENT program
  DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
install(FILES "${_completion}/_fedltr" COMPONENT program
  DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions")
install(FILES "${_completion}/fedltr.fish" COMPONENT program
  DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")

set(_package "${CMAKE_INSTALL_LIBDIR}/cmake/fedltr")
install(TARGETS algorithms fedltr_flags EXPORT fedltr COMPONENT development)
install(DIRECTORY algorithms DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/fedltr"
  COMPONENT development FILES_MATCHING PATTERN "*.hpp")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  install(DIRECTORY cmake/arm64 DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/fedltr"
    COMPONENT development)
endif()
install(EXPORT fedltr NAMESPACE fedltr:: FILE fedltrTargets.cmake
  DESTINATION "${_package}" COMPONENT development)
# Below 1.0 a minor version may change the declarations.
write_basic_package_version_file("${CMAKE_BINARY_DIR}/fedltrConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
configure_file(cmake/fedltrConfig.cmake.in fedltrConfig.cmake @ONLY)
# The way up from fedltr.pc, so that the installed files can be moved.
file(RELATIVE_PATH _up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file(cmake/fedltr.pc.in fedltr.pc @ONLY)
install(FILES "${CMAKE_BINARY_DIR}/fedltrConfig.cmake"
  "${CMAKE_BINARY_DIR}/fedltrConfigVersion.cmake"
  DESTINATION "${_package}" COMPONENT development)
install(FILES "${CMAKE_BINARY_DIR}/fedltr.pc"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT development)

# `cpack` in the build folder makes an archive of everything that can be unpacked
# anywhere.
set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_CHECKSUM SHA256)
include(CPack)
