#include "app/data/convert/json_record.hpp"

#include "app/data/convert/each_line.hpp"
#include "app/data/convert/json_cutter.hpp"
#include "app/data/letor_input.hpp"

namespace fedltr {

void each_record(const std::string& file, const std::string& expected,
                 const TakeRecord& take) {
  Place place{shown_path(file), 0};
  JsonCutter records(place.file, expected,
                     [&](std::string_view text, std::size_t line) {
                       place.line = line;
                       take(parse_record(text, expected, place), place);
                     });
  each_piece(file, [&](std::string_view piece) { records.feed(piece); });
  records.end();
}

Record parse_record(std::string_view text, const std::string& expected,
                    const Place& place) {
  Record record = Record::parse(text, nullptr, false);
  if (!record.is_object())
    place.fail("expected " + expected + ", a JSON object");
  return record;
}

std::string text_member(const Record& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) return "";
  if (found->is_string()) return found->get<std::string>();
  return found->is_number_integer() ? found->dump() : "";
}

}  // namespace fedltr
