# Provides CAF::core, CAF::io and CAF_VERSION_STRING.
#
# CAF >= 0.18 ships CAFConfig.cmake with these very targets; Debian's 0.17.6 ships only
# headers and libraries, so its targets are made here. Only this file and actors/caf.hpp
# depend on the version of CAF.
find_package(CAF QUIET CONFIG)
if(TARGET CAF::core)
  set(CAF_VERSION_STRING "${CAF_VERSION}")
  return()
endif()

find_package(Threads REQUIRED)
find_path(CAF_INCLUDE_DIR caf/config.hpp)
if(NOT CAF_INCLUDE_DIR)
  message(FATAL_ERROR "CAF not found (Debian: apt install libcaf-dev)")
endif()
file(STRINGS "${CAF_INCLUDE_DIR}/caf/config.hpp" _line REGEX "#define CAF_VERSION [0-9]+")
string(REGEX REPLACE ".*CAF_VERSION ([0-9]+).*" "\\1" _number "${_line}") # 1706
math(EXPR _major "${_number} / 10000")
math(EXPR _minor "(${_number} / 100) % 100")
math(EXPR _patch "${_number} % 100")
set(CAF_VERSION_STRING "${_major}.${_minor}.${_patch}")

foreach(_component core io)
  find_library(CAF_LIBRARY_${_component} caf_${_component})
  if(CAF_LIBRARY_${_component})
    add_library(CAF::${_component} UNKNOWN IMPORTED)
    set_target_properties(CAF::${_component} PROPERTIES
      IMPORTED_LOCATION "${CAF_LIBRARY_${_component}}"
      INTERFACE_INCLUDE_DIRECTORIES "${CAF_INCLUDE_DIR}")
  endif()
endforeach()
target_link_libraries(CAF::core INTERFACE Threads::Threads)
if(TARGET CAF::io)
  target_link_libraries(CAF::io INTERFACE CAF::core)
endif()
