#include "scenarios/data/letor_files.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "scenarios/base/files.hpp"
#include "scenarios/base/notice.hpp"
#include "scenarios/data/data_cache.hpp"
#include "scenarios/data/fold_files.hpp"
#include "scenarios/data/line_ends.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// The same documents with other columns: one more or less before the first,
/// zeros behind the last, or fewer, where those that go are zeros.
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

/// Reads sets that belong together: they have the same columns.
class LetorLoader {
 public:
  explicit LetorLoader(ReturningQueries returning, const Keeping& keeping = {})
      : returning_(returning), keeping_(keeping) {}

  /// Reads the files, once however often they are asked for.
  void read(const Files& files) {
    if (units_.contains(files)) return;
    Unit unit{{}, {}, LetorReader(returning_)};
    if (std::ranges::all_of(files, dates_changes))
      unit.entry = cache_entry(files, returning_);
    unit.cached = read_cached(unit.entry, keeping_);
    if (!unit.cached) {
      if (unit.entry.settled) {
        write_back(files);
        unit.entry = cache_entry(files, returning_);
      }
      parse(files, unit.reader);
      note(unit.reader.zero_seen(), unit.reader.largest_id(),
           unit.reader.notes());
    } else {
      note(unit.cached->zero_seen, unit.cached->largest_id, unit.cached->notes);
      for (std::size_t i = 0; i < files.size(); ++i)
        sha256_[files[i]] = unit.cached->sha256[i];
      caches_.push_back(unit.entry.file);
    }
    units_.emplace(files, std::move(unit));
  }

  /// Once all is read, and once for these files.
  Dataset take(const Files& files) {
    const std::uint32_t first = zero_based_ ? 0 : 1;
    const Index features = Index{largest_id_} + 1 - first;
    if (features < 1)
      throw DataError(files[0].string() + ": no row has a feature");
    Unit& unit = units_.at(files);
    if (unit.cached) {
      const auto cached = std::exchange(unit.cached, std::nullopt);
      return with_columns(*cached, first, features);
    }
    CachedSet set{.data = Dataset(),
                  .first_id = first,
                  .largest_id = unit.reader.largest_id(),
                  .zero_seen = unit.reader.zero_seen(),
                  .notes = unit.reader.notes(),
                  .sha256 = {}};
    set.data = unit.reader.take(first, features);
    if (unit.entry.settled) keep(unit.entry, files, set);
    return kept(std::move(set.data), keeping_);
  }

  const LetorNotes& notes() const { return notes_; }
  bool zero_based() const { return zero_based_; }
  /// Of a file that was read.
  const std::string& sha256(const fs::path& file) {
    std::string& known = sha256_[file];
    if (known.empty()) known = sha256_of_file(file);
    return known;
  }
  /// Files in which sets are kept now.
  const std::vector<fs::path>& caches() const { return caches_; }

 private:
  struct Unit {
    CacheEntry entry;
    std::optional<CachedSet> cached;
    LetorReader reader;  ///< if it is not cached
  };

  static void parse(const Files& files, LetorReader& reader) {
    for (const fs::path& file : files) {
      reader.begin_file(file.string());
      PackedFile input(file);
      read_lines(input, file.string(),
                 [&](std::string_view text) { reader.feed(text); });
      reader.end_file();
    }
  }

  void note(bool zero_seen, std::uint32_t largest_id, const LetorNotes& notes) {
    zero_based_ |= zero_seen;
    largest_id_ = std::max(largest_id_, largest_id);
    notes_ += notes;
  }

  void keep(const CacheEntry& entry, const Files& files, CachedSet& set) {
    for (const fs::path& file : files) set.sha256.push_back(sha256(file));
    if (write_cached(entry, files, returning_, set))
      caches_.push_back(entry.file);
  }

  ReturningQueries returning_;
  Keeping keeping_;
  std::map<Files, Unit> units_;
  std::map<fs::path, std::string> sha256_;
  std::vector<fs::path> caches_;
  std::uint32_t largest_id_ = 0;
  bool zero_based_ = false;
  LetorNotes notes_;
};

/// A query in two parts of a fold would be trained and tested on.
void refuse_shared_queries(const FoldFiles& files, const Fold& fold) {
  std::set<std::string_view> names;
  for (const Dataset* data : {fold.train.get(), fold.evaluation.get()})
    for (Index query = 0; query < data->queries(); ++query)
      if (!names.insert(data->query_name(query)).second)
        throw DataError(files.evaluation[0].string() + ": query '" +
                        std::string(data->query_name(query)) +
                        "' stands in two parts of fold " +
                        std::to_string(fold.number));
}

/// Makes the folds' sets. Parts of folds are read one by one and shared; lists
/// of the scenario are one set, in which a query may not come back.
class FoldReader {
 public:
  explicit FoldReader(const Scenario& scenario)
      : loader_(scenario.data.merge ? ReturningQueries::kMerge
                                    : ReturningQueries::kRefuse,
                keeping_of(scenario)),
        by_part_(!scenario.data.folds.empty()) {}

  LoadedData read(const std::vector<FoldFiles>& folds) {
    for (const FoldFiles& fold : folds)
      for (const Files* list : {&fold.train, &fold.evaluation})
        if (!list->empty()) read_files(*list);
    for (const FoldFiles& fold : folds) add_fold(fold);
    loaded_.notes = loader_.notes();
    loaded_.zero_based = loader_.zero_based();
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

  void read_files(const Files& files) {
    for (const Files& unit : units(files)) loader_.read(unit);
    for (const fs::path& file : files)
      if (seen_.insert(file).second)
        loaded_.files.push_back({file.string(), loader_.sha256(file)});
  }

  void add_fold(const FoldFiles& files) {
    Fold fold{files.number, joined(files.train), nullptr, nullptr, nullptr};
    fold.evaluation =
        files.evaluation.empty() ? fold.train : joined(files.evaluation);
    if (by_part_ && !files.evaluation.empty())
      refuse_shared_queries(files, fold);
    loaded_.folds.push_back(std::move(fold));
  }

  std::shared_ptr<const Dataset> joined(const Files& files) {
    const auto parts = units(files);
    if (parts.size() == 1) return set_of(parts[0]);
    const auto first = set_of(parts[0]);
    auto whole = std::make_shared<Dataset>(first->features(), first->storage());
    Index documents = 0;
    for (const Files& part : parts) documents += set_of(part)->documents();
    whole->reserve(documents);
    for (const Files& part : parts) append_queries(*whole, *set_of(part));
    return whole;
  }

  std::shared_ptr<const Dataset> set_of(const Files& unit) {
    auto& set = sets_[unit];
    if (!set) {
      auto data = std::make_shared<Dataset>(loader_.take(unit));
      loaded_.loss += data->loss();
      loaded_.grades = std::max(loaded_.grades, highest_label(*data) + 1);
      set = std::move(data);
    }
    return set;
  }

  LetorLoader loader_;
  bool by_part_;
  LoadedData loaded_;
  std::set<fs::path> seen_;
  std::map<Files, std::shared_ptr<const Dataset>> sets_;
};

}  // namespace

LoadedData load_letor(const Scenario& scenario) {
  return FoldReader(scenario).read(find_files(scenario));
}

void tell_notes(const LetorNotes& notes) {
  if (notes.missing > 0)
    notice(std::to_string(notes.missing) +
           " NULL or nan values were read as 0");
  if (notes.clamped > 0)
    notice(std::to_string(notes.clamped) +
           " values beyond +-1e6, infinite ones among them, were cut to it");
}

LetorFiles read_letor_files(const std::vector<std::filesystem::path>& files,
                            ReturningQueries returning) {
  LetorLoader loader(returning);
  loader.read(files);
  Dataset data = loader.take(files);
  return {std::move(data), loader.notes(), loader.zero_based(),
          loader.caches()};
}

}  // namespace fedltr
