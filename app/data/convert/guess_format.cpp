#include <algorithm>
#include <array>
#include <filesystem>

#include "algorithms/core/join.hpp"
#include "algorithms/data/letor_hints.hpp"
#include "algorithms/data/lines.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/data/convert/csv_columns.hpp"
#include "app/data/convert/formats.hpp"
#include "app/data/convert/group_sizes.hpp"
#include "app/data/convert/npz_array.hpp"
#include "app/data/convert/sparse_rows.hpp"
#include "app/data/convert/ubi_record.hpp"
#include "app/data/foreign_format.hpp"
#include "app/data/letor_input.hpp"
#include "app/data/trec_files.hpp"

namespace fedltr {
namespace {

/// Returns the file's first piece.
std::string first_piece_of(const std::string& file) {
  PackedFile input(file);
  const auto piece = input.next();
  refuse_foreign_format({piece.data(), piece.size()}, file);
  return {piece.begin(), piece.end()};
}

/// Returns a text's first line that is neither blank nor a comment.
std::string first_line_of(std::string_view text) {
  std::string first;
  for_each_line(text, [&](std::string_view line, std::size_t) {
    skip_blanks(line);
    if (first.empty() && !line.starts_with('#')) first = line;
  });
  return first;
}

[[noreturn]] void fail_to_guess(const std::string& file,
                                const std::string& reason) {
  throw UsageError(file + ": " + reason + "; name its format by --from: " +
                   join(input_formats(), ", ", &InputFormat::name));
}

/// Returns the ending of a table's name, csv or tsv; empty for other files.
std::string table_ending(const std::string& file) {
  const std::string name =
      file.ends_with(".gz") ? file.substr(0, file.size() - 3) : file;
  for (const std::string table : {"csv", "tsv"})
    if (name.ends_with("." + table)) return table;
  return "";
}

/// True for a file that begins with a row of label, indices and values.
bool holds_sparse_rows(const std::string& file) {
  return sparse_kind(first_line_of(first_piece_of(file))) != SparseKind::kNone;
}

/// Returns the values of a table's first line.
std::vector<std::string> header_in(const std::string& file) {
  const std::string text = first_piece_of(file);
  refuse_json_for_rows(text, shown_path(file));
  return header_of_table(text, shown_path(file));
}

/// Guesses the format of a table. @param otherwise  that of one with labels
std::string guess_by_header(const std::string& file,
                            const std::string& otherwise) {
  const auto names = header_in(file);
  if (std::ranges::all_of(std::array{"qid", "docno", "position", "click"},
                          [&](const char* name) {
                            return std::ranges::count(names, name) > 0;
                          }))
    return "clicks";
  const bool is_judged = std::ranges::count(names, "label") > 0;
  return !is_judged && are_ubi_columns(names) ? "ubi" : otherwise;
}

/// Returns the format of a log in JSON; empty for any other text.
std::string log_in_json(const std::string& text) {
  const std::string line = first_line_of(text);
  if (!line.starts_with('{') && !line.starts_with('[')) return "";
  if (looks_like_ubi(text)) return "ubi";
  return text.find("\"Keywords\"") == std::string::npos ? "" : "tripclick";
}

/// True for the beginning of {"query": {"document": number ...
bool begins_run(std::string_view text) {
  text = without_mark(text);
  const auto skip_space = [&] {
    text.remove_prefix(
        std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  };
  const auto take = [&](char wanted) {
    skip_space();
    if (!text.starts_with(wanted)) return false;
    text.remove_prefix(1);
    return true;
  };
  const auto take_name = [&] {
    if (!take('"')) return false;
    text.remove_prefix(std::min(text.find('"'), text.size()));
    return take('"') && take(':');
  };
  if (!take('{') || !take_name() || !take('{') || !take_name()) return false;
  skip_space();
  return !text.empty() &&
         (text[0] == '-' || (text[0] >= '0' && text[0] <= '9'));
}

std::string guess_by_text(const std::string& file) {
  const std::string text = first_piece_of(file);
  const std::string line = first_line_of(text);
  if (const std::string log = log_in_json(text); !log.empty()) return log;
  switch (sparse_kind(line)) {
    case SparseKind::kWithQuery:
      return "letor";
    case SparseKind::kWithoutQuery:
      if (find_group_sizes(file)) return "lightgbm";
      fail_to_guess(
          file, "its rows have no qid, and no " + file +
                    ".query or .group is beside it, so the candidates of each "
                    "query are unknown");
    case SparseKind::kNone:
      break;
  }
  if (const std::string json = json_for_rows(text); !json.empty())
    throw UsageError(file + ": " + json +
                     (json.starts_with("is a model")
                          ? ""
                          : "; of a log: --from ubi or --from tripclick"));
  const TextKind kind = kind_of(text);
  if (const std::string what =
          kind == TextKind::kRun          ? "a TREC run"
          : kind == TextKind::kJudgements ? "TREC's judgements"
          : begins_run(text)              ? "a run or judgements in JSON"
                                          : "";
      !what.empty())
    throw UsageError(file + ": looks like " + what +
                     ", which need no conversion: fedltr eval RUN QRELS");
  if (const std::string trec = trec_hint(
          line.substr(std::min(line.find_first_of(" \t"), line.size())));
      !trec.empty())
    throw UsageError(file + ": " + trec.substr(2));
  if (line.starts_with('{') || line.starts_with('['))
    throw UsageError(file +
                     ": is JSON in which no member is known: neither "
                     "action_name or query_response_hit_ids of UBI (--from "
                     "ubi) nor Keywords of TripClick (--from tripclick); "
                     "write rows as a table with columns label, qid, docno "
                     "and features");
  fail_to_guess(file, "neither its name nor its first line shows its format");
}

}  // namespace

const InputFormat& guess_input_format(const std::string& file,
                                      GivenOptions options) {
  if (file == kStandardInput)
    throw UsageError("standard input: name its format by --from");
  const std::string name =
      file.ends_with(".gz") ? file.substr(0, file.size() - 3) : file;
  if (name.ends_with(".npy") || npz_name(file)) return find_input_format("npy");
  const std::string table = table_ending(file);
  const bool is_text = table.empty() || (options == GivenOptions::kAny &&
                                         holds_sparse_rows(file));
  return find_input_format(is_text ? guess_by_text(file)
                                   : guess_by_header(file, table));
}

const InputFormat& guess_log_format(const std::string& file,
                                    GivenOptions options) {
  const InputFormat& guessed = guess_input_format(file, options);
  return guessed.clicks == nullptr && is_table(guessed)
             ? find_input_format("clicks")
             : guessed;
}

const InputFormat* log_format(const std::string& file) {
  if (!std::filesystem::is_regular_file(file)) return nullptr;
  const std::string table = table_ending(file);
  const std::string name = table.empty() ? log_in_json(first_piece_of(file))
                                         : guess_by_header(file, table);
  if (name.empty()) return nullptr;
  const InputFormat& format = find_input_format(name);
  return format.clicks != nullptr ? &format : nullptr;
}

const InputFormat* table_format(const std::string& file) {
  const std::string table = table_ending(file);
  if (table.empty() || !std::filesystem::is_regular_file(file) ||
      holds_sparse_rows(file))
    return nullptr;
  const auto names = header_in(file);
  const bool has_labels = std::ranges::count(names, "label") > 0;
  return has_labels || guess_by_header(file, table) == table
             ? &find_input_format(table)
             : nullptr;
}

}  // namespace fedltr
