#include "app/data/convert/formats.hpp"

#include <algorithm>

#include "algorithms/core/join.hpp"
#include "app/base/errors.hpp"
#include "app/data/convert/click_csv.hpp"
#include "app/data/convert/click_judgements.hpp"
#include "app/data/convert/csv_input.hpp"
#include "app/data/convert/npy_rows.hpp"
#include "app/data/convert/npy_writer.hpp"
#include "app/data/convert/sparse_rows.hpp"
#include "app/data/convert/tripclick_log.hpp"
#include "app/data/convert/ubi_events.hpp"

namespace fedltr {
namespace {

template <class Format>
const Format& find_format(const std::vector<Format>& formats,
                          const std::string& option, const std::string& name) {
  const auto found = std::ranges::find(formats, name, &Format::name);
  if (found != formats.end()) return *found;
  throw UsageError(option + " '" + name + "': expected one of " +
                   join(formats, ", ", &Format::name));
}

}  // namespace

bool is_table(const InputFormat& format) {
  return std::ranges::count(format.options, "separator") > 0;
}

const std::vector<InputFormat>& input_formats() {
  const std::string sets = "LETOR 4.0 (Qin and Liu, 2013)";
  const std::vector<std::string> judged = {"labels", "unlabelled", "merge",
                                           "quote-names"};
  const auto rows = [&](std::vector<std::string> own) {
    own.insert(own.end(), judged.begin(), judged.end());
    return own;
  };
  const auto lines = rows({"first-index", "duplicates", "of-users",
                           "most-active", "earliest", "latest", "set-minmax"});
  const auto grouped =
      rows({"first-index", "duplicates", "groups", "query-ids"});
  const auto columns =
      rows({"label", "qid", "document", "leave-out", "no-header", "separator",
            "decimal-comma", "write-feature-names", "groups", "query-ids"});
  const std::vector<std::string> logged = {"features", "first-index",
                                           "write-users"};
  const auto placed = [&](std::vector<std::string> own) {
    own.insert(own.end(), logged.begin(), logged.end());
    own.insert(own.end(), {"qid", "first-position"});
    return own;
  };
  static const std::vector<InputFormat> all = {
      {"letor", "label qid:Q index:value ... # docid = D, indices from 1", sets,
       lines, read_letor_rows},
      {"ranklib", "the same; a comment of one word names the document",
       "RankLib's file format", lines, read_letor_rows},
      {"svmlight", "the same; rows without qid are refused", "SVMlight", lines,
       read_letor_rows},
      {"lightgbm",
       "label index:value ..., indices from 0, sizes of queries in FILE.query",
       "LightGBM's documentation", grouped, read_grouped_rows},
      {"xgboost",
       "as lightgbm, with FILE.group, or with qid:Q behind the label",
       "XGBoost's documentation", grouped, read_grouped_rows},
      {"csv",
       "columns label, qid and features, named in the first line; separated by "
       ", ; | or tabs",
       "RFC 4180", columns, read_csv_rows},
      {"tsv", "as csv, with tabs between values", "fedltr; as csv", columns,
       read_tsv_rows, nullptr, false, '\t'},
      {"npy",
       "features, --labels, and --groups or --query-ids: FILE.npy, FILE.npz:X",
       "NumPy's NEP 1", rows({"groups", "query-ids"}), read_npy_rows, nullptr,
       true},
      {"clicks",
       "click log: qid,docno,position,click[,user,timestamp,propensity,"
       "searches], named in the first line",
       "fedltr; CSV",
       placed({"document", "position", "click", "user", "timestamp",
               "propensity", "searches", "no-header", "separator"}),
       nullptr, read_click_csv},
      {"ubi",
       "click log: User Behavior Insights' events and queries, as JSON or CSV",
       "o19s/ubi, schemas 1.0.0 to 1.3.0", placed({"actions"}), nullptr,
       read_ubi_events},
      {"tripclick", "click log: TripClick's YYYY-MM-DD.json, a click a line",
       "Rekabsaz et al. (SIGIR 2021)", logged, nullptr, read_tripclick_log}};
  return all;
}

const std::vector<OutputFormat>& output_formats() {
  static const std::vector<OutputFormat> all = {
      {"letor", "what fedltr and RankLib read; of a click log with --features",
       "LETOR 4.0 (Qin and Liu, 2013)", false, true, make_letor_writer},
      {"lightgbm", "label index:value ..., indices from 0, and FILE.query",
       "LightGBM's documentation", false, false, make_lightgbm_writer, nullptr,
       lightgbm_files_beside},
      {"csv", "columns label, qid, docno where there are names, and features",
       "RFC 4180", true, true, make_csv_writer},
      {"npy", "doubles, and FILE.labels.npy and FILE.groups.npy beside them",
       "NumPy's NEP 1", true, false, make_npy_writer, nullptr,
       npy_files_beside},
      {"clicks", "a click log as a table: --from clicks", "fedltr; CSV", false,
       false, nullptr, write_click_csv},
      {"qrels",
       "query-id corpus-id score, grades 0 to 2 by a click log: for the folder "
       "of texts of a party",
       "Zhang and Jones, Comparing Click Logs and Editorial Labels (WWW 2007 "
       "workshop)",
       false, false, nullptr, write_click_judgements}};
  return all;
}

const InputFormat& find_input_format(const std::string& name) {
  return find_format(input_formats(), "--from", name);
}

const OutputFormat& find_output_format(const std::string& name) {
  return find_format(output_formats(), "--to", name);
}

}  // namespace fedltr
