#include "scenarios/data/letor_files.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "algorithms/data/normalize.hpp"
#include "scenarios/base/files.hpp"
#include "scenarios/base/notice.hpp"
#include "scenarios/data/fold_files.hpp"
#include "scenarios/data/line_ends.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Reads sets that belong together: they have the same columns.
class LetorLoader {
 public:
  explicit LetorLoader(ReturningQueries returning) : returning_(returning) {}

  /// Reads the files, once however often they are asked for.
  void read(const Files& files) {
    if (readers_.contains(files)) return;
    LetorReader reader(returning_);
    for (const fs::path& file : files) {
      reader.begin_file(file.string());
      PackedFile input(file);
      read_lines(input, file.string(),
                 [&](std::string_view text) { reader.feed(text); });
      reader.end_file();
    }
    zero_based_ |= reader.zero_seen();
    largest_id_ = std::max(largest_id_, reader.largest_id());
    notes_ += reader.notes();
    readers_.emplace(files, std::move(reader));
  }

  /// Once all is read.
  Dataset take(const Files& files) {
    const std::uint32_t first = zero_based_ ? 0 : 1;
    const Index features = Index{largest_id_} + 1 - first;
    if (features < 1)
      throw DataError(files[0].string() + ": no row has a feature");
    return readers_.at(files).take(first, features);
  }

  const LetorNotes& notes() const { return notes_; }
  bool zero_based() const { return zero_based_; }

 private:
  ReturningQueries returning_;
  std::map<Files, LetorReader> readers_;
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
                                    : ReturningQueries::kRefuse),
        by_part_(!scenario.data.folds.empty()),
        minmax_(scenario.data.normalize == Normalize::kQueryMinmax) {}

  LoadedData read(const std::vector<FoldFiles>& folds) {
    for (const FoldFiles& fold : folds)
      for (const Files* list : {&fold.train, &fold.evaluation})
        if (!list->empty()) read_files(*list);
    for (const FoldFiles& fold : folds) add_fold(fold);
    loaded_.notes = loader_.notes();
    loaded_.zero_based = loader_.zero_based();
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
        loaded_.files.push_back({file.string(), sha256_of_file(file)});
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
    auto whole = std::make_shared<Dataset>(set_of(parts[0])->features());
    for (const Files& part : parts) append_queries(*whole, *set_of(part));
    return whole;
  }

  std::shared_ptr<const Dataset> set_of(const Files& unit) {
    auto& set = sets_[unit];
    if (!set) {
      auto data = std::make_shared<Dataset>(loader_.take(unit));
      if (minmax_) normalize_query_minmax(*data);
      loaded_.grades = std::max(loaded_.grades, highest_label(*data) + 1);
      set = std::move(data);
    }
    return set;
  }

  LetorLoader loader_;
  bool by_part_;
  bool minmax_;
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
  return {loader.take(files), loader.notes(), loader.zero_based()};
}

}  // namespace fedltr
