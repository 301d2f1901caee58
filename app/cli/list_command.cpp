#include "app/cli/list_command.hpp"

#include <algorithm>
#include <iostream>

#include <unistd.h>

#include "app/base/errors.hpp"
#include "app/base/terminal.hpp"
#include "app/cli/list.hpp"

namespace fedltr {

int list_command(const Arguments& arguments, std::ostream& out) {
  Command command(
      "fedltr list [KIND] [--format text]\n"
      "       fedltr list keys [SECTION|KEY]");
  command.option<std::string>("format", "text, markdown or json");
  command.files(2);
  if (!command.parse(arguments, out)) {
    out << "\n"
        << wrapped("KIND: " + list_kinds(), 79, 2)
        << "\n\nSECTION is a section of a scenario, e.g. federation; KEY is a "
           "key, with or without it:\nfedltr list keys federation.clients, "
           "fedltr list keys clients. Lines are wrapped only\non a terminal.\n";
    return kDone;
  }
  const Arguments words = command.list("file");
  ListRequest request;
  if (!words.empty()) request.kind = words[0];
  if (words.size() > 1) request.only = words[1];
  const Arguments formats = {"text", "markdown", "json"};
  request.format = static_cast<ListFormat>(
      std::ranges::find(formats, command.one_of("format", formats)) -
      formats.begin());
  if (&out == &std::cout) request.columns = terminal_columns(STDOUT_FILENO);
  print_list(out, request);
  return kDone;
}

}  // namespace fedltr
