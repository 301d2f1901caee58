# Writes OUT with the version and the commit, only when they changed, so that
# an unchanged tree rebuilds nothing, and a new commit this file alone.
execute_process(COMMAND git describe --always --dirty --abbrev=12
  WORKING_DIRECTORY "${SOURCE}" OUTPUT_VARIABLE commit ERROR_QUIET
  OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT commit)
  # Outside git: a digest of the sources, so that two builds differ if these do.
  file(GLOB_RECURSE sources "${SOURCE}/algorithms/*.?pp" "${SOURCE}/actors/*.?pp"
    "${SOURCE}/app/*.?pp")
  list(SORT sources)
  set(digests "")
  foreach(source IN LISTS sources)
    file(SHA256 "${source}" digest)
    file(RELATIVE_PATH name "${SOURCE}" "${source}")
    string(APPEND digests "${name} ${digest}\n")
  endforeach()
  string(SHA256 digest "${digests}")
  string(SUBSTRING "${digest}" 0 12 digest)
  set(commit "sources-${digest}")
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
