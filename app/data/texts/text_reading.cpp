#include "app/data/texts/text_reading.hpp"

#include "app/base/files.hpp"
#include "app/data/foreign_format.hpp"
#include "app/data/texts/unpacked_stream.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Refuses a file in UTF-16, and others that are no text.
void refuse_other_formats(const fs::path& file) {
  PackedFile input(file);
  const auto piece = input.next();
  refuse_foreign_format({piece.data(), piece.size()}, file.string());
}

template <class Read>
void with_stream(const fs::path& file, const Read& read) {
  require_text_file(file);
  refuse_other_formats(file);
  UnpackedStream stream(file);
  try {
    read(stream, file.string());
  } catch (const std::invalid_argument& error) {
    throw DataError(file.string() + ": " + error.what());
  }
}

}  // namespace

void require_text_file(const fs::path& file) {
  if (!fs::is_regular_file(file))
    throw DataError(file.string() + ": can't be read");
}

void read_documents(const fs::path& file, TextLayout layout,
                    const VisitDocument& visit) {
  with_stream(file, [&](std::istream& in, const std::string& name) {
    switch (layout) {
      case TextLayout::kBeir:
        return read_beir_documents(in, name, visit);
      case TextLayout::kDocuments:
        return read_msmarco_documents(in, name, visit);
      case TextLayout::kPassages:
        return read_msmarco_passages(in, name, visit);
    }
  });
}

void read_queries(const fs::path& file, TextLayout layout,
                  const VisitQuery& visit) {
  with_stream(file, [&](std::istream& in, const std::string& name) {
    layout == TextLayout::kBeir ? read_beir_queries(in, name, visit)
                                : read_msmarco_queries(in, name, visit);
  });
}

void read_judgements(const fs::path& file, const VisitJudgement& visit) {
  with_stream(file, [&](std::istream& in, const std::string& name) {
    read_judgements(in, name, visit);
  });
}

void read_ranks(const fs::path& file, const VisitJudgement& visit) {
  with_stream(file, [&](std::istream& in, const std::string& name) {
    read_run(in, name, [&](const TextRank& r) {
      visit({r.query, r.document, double(grade_of_rank(r.rank))});
    });
  });
}

void read_grades(const TextFiles& files, const VisitJudgement& visit) {
  if (files.ranks.empty())
    read_judgements(files.judgements, visit);
  else
    read_ranks(files.ranks, visit);
}

}  // namespace fedltr
