# Writes OUT with the texts of files as constants: cmake -DOUT=... -DHEADER=...
# "-DFILES=NAME=FILE;..." -P embed.cmake
set(text "#include \"${HEADER}\"\n\nnamespace fedltr {\n")
foreach(each IN LISTS FILES)
  string(REGEX REPLACE "^([^=]*)=(.*)$" "\\1;\\2" each "${each}")
  list(GET each 0 name)
  list(GET each 1 file)
  file(READ "${file}" content)
  # A report must not ask for the source map of a minified file.
  string(REGEX REPLACE "\n(//|/\\*)# sourceMappingURL=[^\n]*" "" content "${content}")
  string(APPEND text "const std::string_view ${name} = R\"embed(${content})embed\";\n")
endforeach()
string(APPEND text "}  // namespace fedltr\n")
file(WRITE "${OUT}" "${text}")
