#include "app/data/convert/row_sources.hpp"

#include <spdlog/fmt/fmt.h>

#include "algorithms/core/hash.hpp"

namespace fedltr {
namespace {

bool is_quoted(unsigned char c) {
  return c <= ' ' || c == 127 || c == '#' || c == '%';
}

}  // namespace

RowSource merged_rows(RowSource source) {
  return
      [source = std::move(source)](const VisitRow& visit, InputNotes& notes) {
        std::vector<std::vector<LetorRow>> queries;
        TextMap<std::size_t> places;
        source(
            [&](const LetorRow& row) {
              const auto [found, is_new] =
                  places.try_emplace(row.query, queries.size());
              if (is_new) queries.emplace_back();
              queries[found->second].push_back(row);
            },
            notes);
        for (std::vector<LetorRow>& rows : queries) {
          for (const LetorRow& row : rows) visit(row);
          rows = {};
        }
      };
}

RowSource quoted_rows(RowSource source) {
  return
      [source = std::move(source)](const VisitRow& visit, InputNotes& notes) {
        LetorRow copy;
        source(
            [&](const LetorRow& row) {
              copy = row;
              copy.query = quoted_name(row.query);
              copy.document = quoted_name(row.document);
              if (copy.query != row.query || copy.document != row.document)
                ++notes.quoted;
              visit(copy);
            },
            notes);
      };
}

std::string quoted_name(std::string_view name) {
  std::string text;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_quoted(byte))
      text += fmt::format("%{:02X}", byte);
    else
      text += c;
  }
  return text;
}

}  // namespace fedltr
