#include "app/data/texts/collection_reader.hpp"

#include "algorithms/data/letor.hpp"
#include "algorithms/data/lines.hpp"
#include "algorithms/text/readers.hpp"
#include "app/base/files.hpp"
#include "app/data/texts/unpacked_stream.hpp"

namespace fedltr {
namespace fs = std::filesystem;

void require_text_file(const fs::path& file) {
  if (!fs::is_regular_file(file))
    throw DataError(file.string() + ": is no file that can be read");
}

void CollectionReader::with(
    const fs::path& file,
    const std::function<void(std::istream&, const std::string&)>& read) {
  require_text_file(file);
  UnpackedStream stream(file);
  try {
    read(stream, file.string());
  } catch (const std::invalid_argument& error) {
    throw DataError(file.string() + ": " + error.what());
  }
  files_.push_back(file);
}

void CollectionReader::read_documents(const fs::path& file, TextLayout layout) {
  const auto add = [&](const TextDocument& d) {
    builder_.add_document(d.name, d.title, d.body);
  };
  with(file, [&](std::istream& in, const std::string& name) {
    switch (layout) {
      case TextLayout::kBeir:
        return read_beir_documents(in, name, add);
      case TextLayout::kDocuments:
        return read_msmarco_documents(in, name, add);
      case TextLayout::kPassages:
        return read_msmarco_passages(in, name, add);
    }
  });
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
  const auto add = [&](const TextQuery& q) {
    builder_.add_query(q.name, q.text);
  };
  with(file, [&](std::istream& in, const std::string& name) {
    layout == TextLayout::kBeir ? read_beir_queries(in, name, add)
                                : read_msmarco_queries(in, name, add);
  });
}

void CollectionReader::read_judgements(const fs::path& file,
                                       TextLayout layout) {
  const auto add = [&](const TextJudgement& j) {
    builder_.add_judgement(j.query, j.document, j.grade);
  };
  with(file, [&](std::istream& in, const std::string& name) {
    layout == TextLayout::kBeir ? read_beir_judgements(in, name, add)
                                : read_trec_judgements(in, name, add);
  });
}

void CollectionReader::read_ranks(const fs::path& file) {
  with(file, [&](std::istream& in, const std::string& name) {
    read_run(in, name, [&](const TextRank& r) {
      builder_.add_judgement(r.query, r.document, grade_of_rank(r.rank));
    });
  });
}

}  // namespace fedltr
