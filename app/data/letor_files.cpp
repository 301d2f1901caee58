#include "app/data/letor_files.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "algorithms/core/hash.hpp"
#include "algorithms/core/join.hpp"
#include "algorithms/data/lines.hpp"
#include "app/base/files.hpp"
#include "app/data/convert/row_text.hpp"
#include "app/data/data_cache.hpp"
#include "app/data/fold_files.hpp"
#include "app/data/letor_input.hpp"
#include "app/data/letor_notes.hpp"
#include "app/data/query_weights.hpp"
#include "app/data/shared_queries.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Returns the same documents with other columns: one more or less at the
/// start, and zeros added or removed at the end.
Dataset with_columns(const CachedSet& set, std::uint32_t first,
                     Index features) {
  const Dataset& from = set.data;
  if (set.first_id == first && from.features() == features) return from;
  const Index shift = Index{set.first_id} - first;
  const Index kept = std::min(features, Index{set.largest_id} + 1 - first);
  Dataset to(features, from.storage());
  to.reserve(from.documents());
  Matrix values;
  std::vector<double> room;
  Names names;
  for (Index query = 0; query < from.queries(); ++query) {
    values = Matrix::Zero(from.size(query), features);
    const auto old = from.features_of(query, room);
    for (Index column = std::max<Index>(shift, 0); column < kept; ++column)
      values.col(column) = old.col(column - shift);
    names = {};
    if (!from.document_names().empty())
      for (Index i = from.begin(query); i < from.end(query); ++i)
        names.push_back(from.document_names()[i]);
    to.add_query(from.query_name(query),
                 {values.data(), static_cast<std::size_t>(values.size())},
                 from.labels_of(query), names);
  }
  return to;
}

CachedSet parse(const Files& files, const LetorOptions& options) {
  LetorReader reader(options);
  LetorNotes notes;
  for (const fs::path& file : files) {
    reader.begin_file(shown_path(file.string()));
    each_row_text(file.string(), Pipes{file == kStandardInput}, options.missing,
                  options.labels, notes,
                  [&](std::string_view text) { reader.feed(text); });
    reader.end_file();
  }
  notes += reader.notes();
  CachedSet set{.data = Dataset(),
                .first_id = reader.zero_seen() ? 0U : 1U,
                .largest_id = reader.largest_id(),
                .zero_seen = reader.zero_seen(),
                .notes = std::move(notes),
                .sha256 = {}};
  set.data = reader.take(set.first_id,
                         Index{set.largest_id} + 1 - Index{set.first_id});
  return set;
}

CacheEntry entry_of(const Files& files, const LetorOptions& options) {
  const bool dated = std::ranges::all_of(files, [](const fs::path& file) {
    return file != kStandardInput && dates_changes(file);
  });
  return dated ? cache_entry(files, options) : CacheEntry();
}

/// Options of making a set from files.
struct Reading {
  LetorOptions options;
  Keeping keeping;
};

/// Columns shared by sets.
struct Columns {
  std::uint32_t first = 1;  ///< index
  Index count = 0;
};

/// A set that was read before and stored in a cache.
struct ReadBefore {
  Files files;
  CacheEntry entry;
  std::vector<std::string> sha256;
  Index documents = 0;
};

/// Reads a set again, from its cache or, without one, from the text.
/// @throws DataError  if the files' contents have changed
std::shared_ptr<const FeatureTable> read_again(const ReadBefore& before,
                                               const Reading& how,
                                               const Columns& columns) {
  std::optional<CachedSet> set;
  if (entry_of(before.files, how.options).key == before.entry.key)
    set = read_cached(before.entry, how.keeping);
  if (!set) {
    set = parse(before.files, how.options);
    set->data = kept(std::move(set->data), how.keeping);
    for (const fs::path& file : before.files)
      set->sha256.push_back(sha256_of_file(file));
  }
  if (set->sha256 != before.sha256 || set->data.documents() != before.documents)
    throw DataError(before.files[0].string() +
                    ": has changed since the study began");
  return with_columns(*set, columns.first, columns.count).shared_features();
}

/// Reads sets that belong together, with the same columns.
class LetorLoader {
 public:
  /// @param late  load features of cached sets later
  explicit LetorLoader(const Reading& how, bool late = false)
      : how_(how), late_(late) {}

  /// Reads the files; repeated calls for the same files have no effect.
  void read(const Files& files, MissingLabels labels) {
    if (units_.contains(files)) return;
    for (const fs::path& file : files) columns_.add(file.string(), labels);
    Unit unit{how_, {}, CachedSet(), false};
    unit.how.options.labels = labels;
    unit.entry = entry_of(files, unit.how.options);
    if (auto cached = read_cached(unit.entry, how_.keeping)) {
      unit.set = std::move(*cached);
      unit.is_cached = true;
      for (std::size_t i = 0; i < files.size(); ++i)
        sha256_[files[i]] = unit.set.sha256[i];
    } else {
      parse_and_keep(files, unit);
    }
    zero_based_ |= unit.set.zero_seen;
    largest_id_ = std::max(largest_id_, unit.set.largest_id);
    notes_ += unit.set.notes;
    loss_ += unit.set.data.loss();
    if (unit.is_cached) caches_.push_back(unit.entry.file);
    if (unit.is_cached && late_)
      unit.set.data = unit.set.data.without_features();
    units_.emplace(files, std::move(unit));
  }

  /// Returns the set of these files. Call it after all reads, once for each.
  Dataset take(const Files& files) {
    const Columns columns = common_columns(files);
    Unit& unit = units_.at(files);
    CachedSet set = std::exchange(unit.set, CachedSet());
    if (!unit.is_cached || !late_)
      return with_columns(set, columns.first, columns.count);
    auto source = std::make_shared<FeatureSource>(
        [before =
             ReadBefore{files, unit.entry, set.sha256, set.data.documents()},
         how = unit.how, columns] { return read_again(before, how, columns); });
    return set.data.with_late_features(columns.count, std::move(source));
  }

  const LetorNotes& notes() const { return notes_; }
  const TableColumns& columns() const { return columns_; }
  const RoundingLoss& loss() const { return loss_; }
  bool zero_based() const { return zero_based_; }
  /// Returns the digest of a file that was read.
  const std::string& sha256(const fs::path& file) {
    std::string& known = sha256_[file];
    if (known.empty()) known = sha256_of_file(file);
    return known;
  }
  /// Returns the files of the caches in use.
  const std::vector<fs::path>& caches() const { return caches_; }

 private:
  struct Unit {
    Reading how;
    CacheEntry entry;
    CachedSet set;
    bool is_cached = false;
  };

  void parse_and_keep(const Files& files, Unit& unit) {
    if (unit.entry.settled) {
      write_back(files);
      unit.entry = cache_entry(files, unit.how.options);
    }
    unit.set = parse(files, unit.how.options);
    if (unit.entry.settled && unit.set.data.features() > 0) {
      for (const fs::path& file : files)
        unit.set.sha256.push_back(sha256(file));
      unit.is_cached =
          write_cached(unit.entry, files, unit.how.options, unit.set);
    }
    unit.set.data = kept(std::move(unit.set.data), how_.keeping);
  }

  Columns common_columns(const Files& files) const {
    if (zero_based_ && !columns_.names().empty())
      throw DataError(file_where(&CachedSet::zero_seen, true) +
                      ": has an index 0, but features count from 1 in tables, "
                      "as in " +
                      columns_.owner());
    const std::uint32_t first = zero_based_ ? 0 : 1;
    const Columns columns{first, Index{largest_id_} + 1 - Index{first}};
    if (const auto named = std::ssize(columns_.names());
        named > 0 && named != columns.count)
      throw DataError(file_where(&CachedSet::largest_id, largest_id_) +
                      ": has a feature " + std::to_string(largest_id_) +
                      ", and " + columns_.owner() + " has " +
                      std::to_string(named) + " features");
    if (columns.count < 1)
      throw DataError(files[0].string() + ": no row has a feature");
    return columns;
  }

  /// Returns the name of the first file of which this is true. Of several files
  /// of a set, only reading each of them again shows which.
  template <class Value>
  std::string file_where(Value CachedSet::*found, Value value) const {
    for (const auto& [files, unit] : units_) {
      if (unit.set.*found != value) continue;
      for (const fs::path& file : files)
        if (files.size() == 1 ||
            (file != kStandardInput &&
             parse({file}, unit.how.options).*found == value))
          return shown_path(file.string());
    }
    return "the data";
  }

  Reading how_;
  bool late_;
  std::map<Files, Unit> units_;
  std::map<fs::path, std::string> sha256_;
  std::vector<fs::path> caches_;
  std::uint32_t largest_id_ = 0;
  bool zero_based_ = false;
  TableColumns columns_;
  LetorNotes notes_;
  RoundingLoss loss_;
};

/// Joins sets; the result is late if any of them is.
Dataset join_sets(const std::vector<std::shared_ptr<const Dataset>>& parts) {
  Index documents = 0;
  bool late = false;
  for (const auto& part : parts) {
    documents += part->documents();
    late |= part->is_late();
  }
  const Index features = parts[0]->features();
  const auto together = [parts, documents, features] {
    std::optional<Dataset> whole;
    for (const auto& part : parts) {
      const Dataset set = part->load();
      if (!whole) whole.emplace(features, set.storage()).reserve(documents);
      append_queries(*whole, set);
    }
    return std::move(*whole);
  };
  if (!late) return together();
  Dataset whole(0);
  for (const auto& part : parts)
    append_queries(whole, part->without_features());
  return whole.with_late_features(
      features, std::make_shared<FeatureSource>(
                    [together] { return together().shared_features(); }));
}

/// Makes the folds' sets. Parts of folds are read one by one and shared; lists
/// of the scenario are one set, in which a query may not be repeated. With
/// several folds, cached features are late, since a run uses one fold.
class FoldReader {
 public:
  FoldReader(const Scenario& scenario, bool several)
      : scenario_(scenario),
        loader_({{scenario.data.merge ? ReturningQueries::kMerge
                                      : ReturningQueries::kRefuse,
                  scenario.data.missing},
                 keeping_of(scenario)},
                several),
        by_part_(!scenario.data.folds.empty()) {}

  LoadedData read(const std::vector<FoldFiles>& folds) {
    for (const FoldFiles& fold : folds) {
      read_files(fold.train, labels_of_training());
      for (const Files* list : {&fold.evaluation, &fold.validation})
        if (!list->empty()) read_files(*list, MissingLabels::kRefuse);
    }
    loaded_.notes = loader_.notes();
    refuse_beyond_float(loaded_.notes, scenario_);
    loaded_.loss = loader_.loss();
    for (const FoldFiles& fold : folds) add_fold(fold);
    if (std::isinf(loaded_.loss.worst))
      throw DataError(
          "data.storage: 32 bits hold numbers to 3.4e38, and features have "
          "larger ones after data.normalize and data.missing-as; use float64 "
          "or sparse64");
    loaded_.zero_based = loader_.zero_based();
    loaded_.columns = loader_.columns();
    loaded_.caches = loader_.caches();
    return std::move(loaded_);
  }

 private:
  std::vector<Files> units(const Files& files) const {
    if (!by_part_) return {files};
    std::vector<Files> units;
    for (const fs::path& file : files) units.push_back({file});
    return units;
  }

  /// Clicks of data.log stand for the labels of training rows, unless these
  /// are also those of evaluations, as the parts of folds.
  MissingLabels labels_of_training() const {
    return scenario_.data.log.empty() || by_part_ ||
                   scenario_.evaluation.on == EvaluateOn::kTrain
               ? MissingLabels::kRefuse
               : MissingLabels::kAllow;
  }

  void read_files(const Files& files, MissingLabels labels) {
    for (const Files& unit : units(files)) loader_.read(unit, labels);
    for (const fs::path& file : files)
      if (seen_.insert(file).second)
        loaded_.files.push_back({file.string(), loader_.sha256(file)});
  }

  void add_fold(const FoldFiles& files) {
    Fold fold{files.number, joined(files.train), nullptr, nullptr, nullptr};
    fold.evaluation =
        files.evaluation.empty() ? fold.train : joined(files.evaluation);
    if (!files.evaluation.empty())
      refuse_shared_queries(files, fold, files.evaluation, *fold.evaluation,
                            by_part_);
    if (!files.validation.empty()) {
      fold.validation = joined(files.validation);
      refuse_shared_queries(files, fold, files.validation, *fold.validation,
                            by_part_);
    }
    fit_fold(scenario_, fold, loaded_.loss);
    std::vector<Index> sizes;
    for (const Files& unit : units(files.train))
      sizes.push_back(set_of(unit)->queries());
    weigh_queries(files, sizes, scenario_.data.merge, fold);
    loaded_.folds.push_back(std::move(fold));
  }

  std::shared_ptr<const Dataset> joined(const Files& files) {
    std::vector<std::shared_ptr<const Dataset>> parts;
    for (const Files& unit : units(files)) parts.push_back(set_of(unit));
    return parts.size() == 1
               ? parts[0]
               : std::make_shared<const Dataset>(join_sets(parts));
  }

  std::shared_ptr<const Dataset> set_of(const Files& unit) {
    auto& set = sets_[unit];
    if (!set) {
      set = std::make_shared<const Dataset>(loader_.take(unit));
      loaded_.grades = std::max(loaded_.grades, highest_label(*set) + 1);
    }
    return set;
  }

  const Scenario& scenario_;
  LetorLoader loader_;
  bool by_part_;
  LoadedData loaded_;
  std::set<fs::path> seen_;
  std::map<Files, std::shared_ptr<const Dataset>> sets_;
};

}  // namespace

LoadedData load_letor(const Scenario& scenario) {
  const auto folds = find_files(scenario);
  return FoldReader(scenario, folds.size() > 1).read(folds);
}

LetorFiles read_letor_files(const std::vector<std::filesystem::path>& files,
                            const LetorOptions& options) {
  LetorLoader loader({options, {}});
  loader.read(files, options.labels);
  Dataset data = loader.take(files);
  return {std::move(data), loader.notes(), loader.zero_based(),
          loader.columns(), loader.caches()};
}

}  // namespace fedltr
