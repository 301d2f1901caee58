#include "app/data/own_row_file.hpp"

#include <algorithm>

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include "algorithms/data/letor.hpp"
#include "algorithms/data/lines.hpp"
#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/data/convert/click_log.hpp"
#include "app/data/line_ends.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

Dataset letor_rows(const fs::path& file) {
  if (!fs::exists(file))
    throw DataError(file.string() + ": there is no such file");
  LetorReader reader(ReturningQueries::kMerge);
  reader.begin_file(file.string());
  PackedFile input(file);
  read_lines(input, file.string(),
             [&](std::string_view text) { reader.feed(text); });
  reader.end_file();
  const std::uint32_t first = reader.zero_seen() ? 0 : 1;
  return reader.take(first, Index{reader.largest_id()} + 1 - Index{first});
}

/// Joins rows with the queries and documents of a collection.
class RowJoin {
 public:
  RowJoin(std::string file, const Dataset& data, const Collection& collection)
      : file_(std::move(file)),
        data_(data),
        collection_(collection),
        rows_(data.features()) {}

  ReadRows join() {
    if (data_.document_names().empty())
      throw DataError(file_ +
                      ": names no documents; each row needs a comment "
                      "\"# docid = NAME\" or \"#NAME\"");
    for (Index query = 0; query < data_.queries(); ++query) add(query);
    if (notes_.joined == 0) throw DataError(file_ + ": " + why_nothing());
    for (const Judgement& judged : collection_.judgements())
      notes_.judged_rows += rows_.has(judged.query, judged.document) ? 1 : 0;
    notes_.judged = collection_.judgements().size();
    return {std::make_shared<const OwnRows>(std::move(rows_)), notes_};
  }

 private:
  void add(Index query) {
    const std::string name(data_.query_name(query));
    const auto number = collection_.query_names().find(name);
    if (!number) {
      notes_.of_queries += static_cast<std::size_t>(data_.size(query));
      notes_.rows += static_cast<std::size_t>(data_.size(query));
      return add_example(notes_.lost_queries, name);
    }
    std::vector<std::uint32_t> documents;
    std::vector<Index> places;
    for (Index i = 0; i < data_.size(query); ++i)
      if (const auto document = document_of(query, i)) {
        documents.push_back(*document);
        places.push_back(i);
        compare_grades(*number, *document, data_.labels_of(query)[i]);
      }
    if (documents.empty()) return;
    refuse_twice(name, documents);
    rows_.add(*number, documents,
              Matrix(data_.features_of(query)(places, Eigen::all)));
  }

  std::optional<std::uint32_t> document_of(Index query, Index row) {
    const std::string name(data_.document_names()[data_.begin(query) + row]);
    if (name.empty())
      throw DataError(fmt::format(
          "{}: a row of query {} names no document; expected a comment \"# "
          "docid = NAME\" or \"#NAME\"",
          file_, in_quotes(data_.query_name(query))));
    const auto document = collection_.document_names().find(name);
    ++notes_.rows;
    if (document) {
      ++notes_.joined;
    } else {
      ++notes_.of_documents;
      add_example(notes_.lost_documents, name);
    }
    return document;
  }

  void compare_grades(std::uint32_t query, std::uint32_t document,
                      std::uint8_t label) {
    const auto judged = collection_.judgements_of(query);
    const auto found =
        std::ranges::lower_bound(judged, document, {}, &Judgement::document);
    if (found != judged.end() && found->document == document &&
        found->grade != label)
      ++notes_.other_grades;
  }

  void refuse_twice(const std::string& query,
                    std::vector<std::uint32_t> documents) const {
    std::ranges::sort(documents);
    const auto twice = std::ranges::adjacent_find(documents);
    if (twice != documents.end())
      throw DataError(fmt::format(
          "{}: query {} has document {} twice", file_, in_quotes(query),
          in_quotes(collection_.document_names()[*twice])));
  }

  std::string why_nothing() const {
    const bool knows_query = notes_.of_documents > 0;
    const Dictionary& names =
        knows_query ? collection_.document_names() : collection_.query_names();
    std::vector<std::string> own;
    for (std::uint32_t i = 0; i < std::min<std::size_t>(names.size(), 3); ++i)
      own.push_back(in_quotes(names[i]));
    std::vector<std::string> lost;
    for (const std::string& name :
         knows_query ? notes_.lost_documents : notes_.lost_queries)
      lost.push_back(in_quotes(name));
    return fmt::format(
        "no row is of an own {}: those in the file are {}, own ones {}",
        knows_query ? "document" : "query", fedltr::join(lost, ", "),
        fedltr::join(own, ", "));
  }

  std::string file_;
  const Dataset& data_;
  const Collection& collection_;
  OwnRows rows_;
  OwnRowNotes notes_;
};

std::string such_as(const std::vector<std::string>& names) {
  return names.empty() ? "" : ", such as " + in_quotes(names.front());
}

}  // namespace

ReadRows read_own_rows(const fs::path& file, const Collection& collection) {
  return RowJoin(file.string(), letor_rows(file), collection).join();
}

std::string own_rows_line(const ReadRows& read) {
  const OwnRowNotes& notes = read.notes;
  return fmt::format(
      "{} of {} rows, of {} queries, {} features; {} of {} judged pairs have "
      "one",
      with_commas(notes.joined), with_commas(notes.rows),
      with_commas(read.rows->queries()), read.rows->features(),
      with_commas(notes.judged_rows), with_commas(notes.judged));
}

void log_notes(const std::string& file, const OwnRowNotes& notes) {
  if (notes.of_queries > 0)
    spdlog::warn("{}: {} rows of unknown queries were left out{}", file,
                 with_commas(notes.of_queries), such_as(notes.lost_queries));
  if (notes.of_documents > 0)
    spdlog::warn("{}: {} rows of unknown documents were left out{}", file,
                 with_commas(notes.of_documents),
                 such_as(notes.lost_documents));
  if (notes.other_grades > 0)
    spdlog::warn(
        "{}: {} rows have another label than the judgements, which count", file,
        with_commas(notes.other_grades));
  if (2 * notes.judged_rows < notes.judged)
    spdlog::warn(
        "{}: only {} of {} judged pairs have a row; all others count as the "
        "mean of their query's rows",
        file, with_commas(notes.judged_rows), with_commas(notes.judged));
}

}  // namespace fedltr
