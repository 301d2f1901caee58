#include "app/data/convert/json_record.hpp"

#include "app/data/convert/each_line.hpp"
#include "app/data/letor_input.hpp"

namespace fedltr {

void each_record(const std::string& file, const std::string& expected,
                 const std::function<void(const Json&, const Place&)>& take) {
  each_line(file, [&](std::string_view line, std::size_t number) {
    const Place place{shown_path(file), number};
    if (line.find_first_not_of(" \t") == std::string_view::npos) return;
    if (line.size() > kMaxRecordBytes)
      place.fail("a record of more than the " +
                 std::to_string(kMaxRecordBytes) + " bytes that are allowed");
    const Json record = json_if_valid(std::string(line));
    if (!record.is_object())
      place.fail("expected " + expected + ", a JSON object a line");
    take(record, place);
  });
}

std::string text_member(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) return "";
  if (found->is_string()) return found->get<std::string>();
  return found->is_number_integer() ? found->dump() : "";
}

}  // namespace fedltr
