# Writes OUT with the version and the commit, only when they changed, so that
# an unchanged tree rebuilds nothing.
execute_process(COMMAND git describe --always --dirty --abbrev=12
  WORKING_DIRECTORY "${SOURCE}" OUTPUT_VARIABLE commit ERROR_QUIET
  OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT commit)
  set(commit unknown)
endif()
set(text "#pragma once\n#define FEDLTR_VERSION \"${VERSION}\"\n#define FEDLTR_COMMIT \"${commit}\"\n")
set(old "")
if(EXISTS "${OUT}")
  file(READ "${OUT}" old)
endif()
if(NOT old STREQUAL text)
  file(WRITE "${OUT}" "${text}")
endif()
