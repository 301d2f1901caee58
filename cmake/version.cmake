# Writes OUT with the version and the commit, only when they changed, so that
# an unchanged tree rebuilds nothing, and a new commit this file alone.
execute_process(COMMAND git describe --always --dirty --abbrev=12
  WORKING_DIRECTORY "${SOURCE}" OUTPUT_VARIABLE commit ERROR_QUIET
  OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT commit)
  set(commit unknown)
endif()
set(text "#include \"app/base/version.hpp\"\n
const char* const fedltr::kVersion = \"${VERSION}\";
const char* const fedltr::kCommit = \"${commit}\";\n")
set(old "")
if(EXISTS "${OUT}")
  file(READ "${OUT}" old)
endif()
if(NOT old STREQUAL text)
  file(WRITE "${OUT}" "${text}")
endif()
