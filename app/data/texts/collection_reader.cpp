#include "app/data/texts/collection_reader.hpp"

#include "algorithms/data/lines.hpp"
#include "app/base/files.hpp"
#include "app/data/texts/text_reading.hpp"

namespace fedltr {
namespace fs = std::filesystem;

void CollectionReader::read_documents(const fs::path& file, TextLayout layout) {
  std::size_t number = 0;
  fedltr::read_documents(file, layout, [&](const TextDocument& d) {
    if (!sample_ || sample_->keeps_document(number))
      builder_.add_document(d.name, d.title, d.body);
    ++number;
  });
  files_.push_back(file);
}

TextLayout layout_of_queries(const fs::path& file) {
  require_text_file(file);
  PackedFile input(file);
  const auto piece = input.next();
  std::string_view text(piece.data(), piece.size());
  text = without_mark(text);
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != text.npos && text[first] == '{' ? TextLayout::kBeir
                                                  : TextLayout::kPassages;
}

void CollectionReader::read_queries(const fs::path& file, TextLayout layout) {
  fedltr::read_queries(file, layout, [&](const TextQuery& q) {
    if (keeps_query(q.name)) builder_.add_query(q.name, q.text);
  });
  files_.push_back(file);
}

void CollectionReader::add_judgement(const TextJudgement& judgement) {
  if (keeps_query(judgement.query))
    builder_.add_judgement(judgement.query, judgement.document,
                           judgement.grade);
}

void CollectionReader::read_judgements(const fs::path& file) {
  fedltr::read_judgements(
      file, [&](const TextJudgement& judgement) { add_judgement(judgement); });
  files_.push_back(file);
}

void CollectionReader::read_ranks(const fs::path& file) {
  fedltr::read_ranks(
      file, [&](const TextJudgement& judgement) { add_judgement(judgement); });
  files_.push_back(file);
}

}  // namespace fedltr
