#include "scenarios/data/data_cache.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <set>

#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include "algorithms/core/archive.hpp"
#include "algorithms/privacy/openssl.hpp"
#include "scenarios/base/files.hpp"
#include "scenarios/base/notice.hpp"
#include "scenarios/base/text.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Of the layout; another one is another key.
constexpr std::string_view kMagic = "fedltr set 1\n";
constexpr std::size_t kTag = 16;
/// Bytes of all but the values: of 30 million documents, or of a forged size.
constexpr std::uint64_t kMaxContents = std::uint64_t{1} << 30;
/// Coarsest times of a file system, and a second.
constexpr std::int64_t kSettledSeconds = 3;

/// Tells damage from what was written: Poly1305 under a key that all know, at
/// the speed of memory. It says nothing about who wrote.
class Checksum {
 public:
  Checksum() {
    static const openssl::Mac poly(EVP_MAC_fetch(nullptr, "POLY1305", nullptr));
    context_.reset(EVP_MAC_CTX_new(poly.get()));
    constexpr std::string_view kKey = "fedltr: a checksum, not a secret";
    static_assert(kKey.size() == 32);
    openssl::succeeded(
        EVP_MAC_init(context_.get(),
                     reinterpret_cast<const unsigned char*>(kKey.data()),
                     kKey.size(), nullptr),
        "no Poly1305");
  }

  void add(const void* bytes, std::size_t size) {
    openssl::succeeded(
        EVP_MAC_update(context_.get(), static_cast<const unsigned char*>(bytes),
                       size),
        "Poly1305 failed");
  }

  std::string tag() {
    std::string tag(kTag, '\0');
    std::size_t size = 0;
    openssl::succeeded(
        EVP_MAC_final(context_.get(),
                      reinterpret_cast<unsigned char*>(tag.data()), &size,
                      tag.size()),
        "Poly1305 failed");
    return tag;
  }

 private:
  openssl::MacContext context_;
};

/// All of a cache but the values of the features.
struct Contents {
  std::string key;
  std::uint32_t first_id = 1;
  std::uint32_t largest_id = 0;
  bool zero_seen = false;
  std::int64_t features = 0;
  std::int64_t missing = 0;
  std::int64_t clamped = 0;
  std::vector<std::string> sha256;
  std::vector<std::int64_t> ends;  ///< of queries, in documents
  std::vector<std::uint8_t> labels;
  std::vector<std::string> queries;
  std::vector<std::string> documents;  ///< names; none at all if empty

  void exchange(Archive& archive) {
    archive(key, first_id, largest_id, zero_seen, features, missing, clamped,
            sha256, ends, labels, queries, documents);
    if (archive.reading()) check(archive);
  }

  /// What a reader of the text would have kept.
  void check(Archive& archive) const {
    const auto ascend =
        std::ranges::adjacent_find(ends, std::greater_equal<>()) == ends.end();
    archive.expect(!ends.empty() && ends.front() > 0 && ascend &&
                       ends.back() == std::ssize(labels),
                   "queries without documents");
    archive.expect(first_id <= 1 && largest_id <= kLargestFeatureId &&
                       features <= kLargestFeatureId + 1 &&
                       features + first_id > largest_id && features > 0 &&
                       first_id == (zero_seen ? 0 : first_id),
                   "impossible features");
    archive.expect(
        labels.size() <= kMaxValues / static_cast<std::size_t>(features),
        "more values than a set may hold");
    archive.expect(
        std::ranges::all_of(labels,
                            [](int grade) { return grade <= kLargestLabel; }),
        "impossible grades");
    archive.expect(
        queries.size() == ends.size() &&
            std::set<std::string_view>(queries.begin(), queries.end()).size() ==
                queries.size() &&
            (documents.empty() || documents.size() == labels.size()),
        "impossible names");
    archive.expect(
        std::ranges::all_of(
            sha256, [](const std::string& hex) { return hex.size() == 64; }),
        "impossible digests");
    archive.expect(missing >= 0 && clamped >= 0, "impossible counts");
  }
};

Contents contents_of(const CacheEntry& entry, const CachedSet& set) {
  const Dataset& data = set.data;
  Contents contents{.key = entry.key,
                    .first_id = set.first_id,
                    .largest_id = set.largest_id,
                    .zero_seen = set.zero_seen,
                    .features = data.features(),
                    .missing = set.notes.missing,
                    .clamped = set.notes.clamped,
                    .sha256 = set.sha256,
                    .ends = {},
                    .labels = {data.labels().begin(), data.labels().end()},
                    .queries = {},
                    .documents = {}};
  for (Index query = 0; query < data.queries(); ++query) {
    contents.ends.push_back(data.end(query));
    contents.queries.emplace_back(data.query_name(query));
  }
  for (std::size_t i = 0; i < data.document_names().size(); ++i)
    contents.documents.emplace_back(data.document_names()[i]);
  return contents;
}

/// Reads a cache from its beginning to its end, and adds up the checksum.
class CacheReader {
 public:
  explicit CacheReader(const fs::path& file)
      : input_(file, std::ios::binary), left_(fs::file_size(file)) {}

  /// @throws ArchiveError
  void read(void* bytes, std::size_t size) {
    take(bytes, size);
    checksum_.add(bytes, size);
  }
  std::string text(std::uint64_t size) {
    if (size > left_) throw ArchiveError("it is cut off");
    std::string text(size, '\0');
    read(text.data(), size);
    return text;
  }
  /// Bytes that have not been read.
  std::uintmax_t left() const { return left_; }
  void finish() {
    std::string tag(kTag, '\0');
    take(tag.data(), tag.size());
    if (tag != checksum_.tag()) throw ArchiveError("its checksum does not fit");
  }

 private:
  void take(void* bytes, std::size_t size) {
    if (size > left_) throw ArchiveError("it is cut off");
    if (!input_.read(static_cast<char*>(bytes),
                     static_cast<std::streamsize>(size)))
      throw ArchiveError("it can't be read");
    left_ -= size;
  }

  std::ifstream input_;
  std::uintmax_t left_;
  Checksum checksum_;
};

Dataset read_queries(CacheReader& input, const Contents& contents) {
  Dataset data(contents.features);
  std::vector<double> values;
  Names names;
  Index begin = 0;
  for (std::size_t query = 0; query < contents.ends.size(); ++query) {
    const Index end = contents.ends[query];
    values.resize(static_cast<std::size_t>((end - begin) * contents.features));
    input.read(values.data(), values.size() * sizeof(double));
    // Not a number is not below, either.
    if (!std::ranges::all_of(
            values, [](double x) { return std::abs(x) <= kLargestValue; }))
      throw ArchiveError("impossible values");
    names = {};
    if (!contents.documents.empty())
      for (Index i = begin; i < end; ++i)
        names.push_back(contents.documents[static_cast<std::size_t>(i)]);
    data.add_query(contents.queries[query], values,
                   std::span(contents.labels)
                       .subspan(static_cast<std::size_t>(begin),
                                static_cast<std::size_t>(end - begin)),
                   names);
    begin = end;
  }
  return data;
}

/// @return  nothing, if it is of another key or layout
/// @throws ArchiveError, std::filesystem::filesystem_error
std::optional<CachedSet> read_set(const CacheEntry& entry) {
  CacheReader input(entry.file);
  if (input.text(kMagic.size()) != kMagic) return std::nullopt;
  std::uint64_t size = 0;
  input.read(&size, sizeof size);
  if (size > kMaxContents) throw ArchiveError("impossible size");
  const std::string bytes = input.text(size);
  Contents contents;
  Archive archive(bytes);
  archive(contents);
  archive.finish();
  if (contents.key != entry.key) return std::nullopt;
  if (contents.sha256.size() != entry.files)
    throw ArchiveError("it is of another number of files");
  // Held against the file before memory is asked for.
  const auto values = contents.labels.size() *
                      static_cast<std::size_t>(contents.features) *
                      sizeof(double);
  if (input.left() != values + kTag)
    throw ArchiveError("it is not of the size it says");
  CachedSet set{read_queries(input, contents),
                contents.first_id,
                contents.largest_id,
                contents.zero_seen,
                {contents.missing, contents.clamped},
                contents.sha256};
  input.finish();
  return set;
}

void write_set(const fs::path& file, Contents contents, const Dataset& data) {
  Archive archive;
  archive(contents);
  const std::string bytes = archive.take();
  const std::uint64_t size = bytes.size();
  if (size > kMaxContents) throw std::runtime_error("the set is too large");
  WholeFile output(file);
  Checksum checksum;
  const auto write = [&](const void* from, std::size_t count) {
    output.write({static_cast<const char*>(from), count});
    checksum.add(from, count);
  };
  write(kMagic.data(), kMagic.size());
  write(&size, sizeof size);
  write(bytes.data(), bytes.size());
  const auto values = data.all_features();
  write(values.data(),
        static_cast<std::size_t>(values.size()) * sizeof(double));
  output.write(checksum.tag());
  output.commit();
}

/// What killed processes have left of a cache.
void remove_leftovers(const fs::path& cache) {
  const std::string begin = cache.filename().string() + ".";
  for (const auto& entry : fs::directory_iterator(cache.parent_path())) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(begin)) continue;
    const std::string rest = name.substr(begin.size());
    const auto process = parse_whole(rest.substr(0, rest.find('.')));
    std::error_code gone;
    if (process && kill(static_cast<pid_t>(*process), 0) != 0 && errno == ESRCH)
      fs::remove(entry.path(), gone);
  }
}

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

fs::path cache_folder() {
  const auto variable = [](const char* name) {
    const char* const text = std::getenv(name);
    return std::string(text ? text : "");
  };
  if (const std::string own = variable(kCacheVariable); !own.empty())
    return own == kNoCaches ? fs::path() : fs::path(own);
  // The standard has paths that are not absolute ignored.
  if (const fs::path base = variable("XDG_CACHE_HOME"); base.is_absolute())
    return base / "fedltr";
  if (const fs::path home = variable("HOME"); home.is_absolute())
    return home / ".cache" / "fedltr";
  return {};
}

void forbid_cache() {
  setenv(kCacheVariable, kNoCaches, 1);
}

CacheEntry cache_entry(const Files& files, ReturningQueries returning,
                       const fs::path& folder, std::uintmax_t min_bytes) {
  if (folder.empty()) return {};
  const char how = returning == ReturningQueries::kMerge ? 'm' : 'r';
  std::string paths{how};
  std::string state(kMagic);
  std::uintmax_t bytes = 0;
  std::int64_t last = 0;
  for (const fs::path& file : files) {
    struct stat found {};
    std::error_code ignored;
    const fs::path whole = fs::canonical(file, ignored);
    if (ignored || stat(whole.c_str(), &found) != 0 || !S_ISREG(found.st_mode))
      return {};
    paths += '\0' + whole.string();
    const std::int64_t changed = nanoseconds(found.st_ctim);
    for (const std::int64_t number :
         {std::int64_t(found.st_dev), std::int64_t(found.st_ino),
          std::int64_t(found.st_size), nanoseconds(found.st_mtim), changed})
      state += ' ' + std::to_string(number);
    bytes += static_cast<std::uintmax_t>(found.st_size);
    last = std::max({last, changed, nanoseconds(found.st_mtim)});
  }
  if (bytes < min_bytes) return {};
  const auto digest = [](const std::string& text) {
    Sha256 sha;
    sha.add(text.data(), text.size());
    return sha.hex();
  };
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return {folder / (digest(paths).substr(0, 32) + ".set"), files.size(), bytes,
          digest(state + '\n' + paths),
          last / 1'000'000'000 + kSettledSeconds < now.tv_sec};
}

std::optional<CachedSet> read_cached(const CacheEntry& entry) {
  std::error_code absent;
  if (entry.file.empty() || !fs::is_regular_file(entry.file, absent))
    return std::nullopt;
  try {
    return read_set(entry);
  } catch (const std::exception& error) {
    notice(entry.file.string() + ": a damaged cache (" + error.what() +
           "); the text is read instead");
    return std::nullopt;
  }
}

bool write_cached(const CacheEntry& entry, const Files& files,
                  ReturningQueries returning, const CachedSet& set) {
  const fs::path folder = entry.file.parent_path();
  if (!entry.settled ||
      cache_entry(files, returning, folder, 0).key != entry.key)
    return false;
  try {
    if (fs::create_directories(folder))
      fs::permissions(folder, fs::perms::owner_all);
    // Twice as much as it takes must be free: results have to go somewhere.
    const auto values =
        static_cast<std::uintmax_t>(set.data.documents() * set.data.features());
    if (values / 2 > entry.bytes) return false;
    if (fs::space(folder).available / 16 < values) return false;
    remove_leftovers(entry.file);
    // Another process may write the same one.
    const fs::path own = entry.file.string() + "." + std::to_string(getpid());
    write_set(own, contents_of(entry, set), set.data);
    fs::rename(own, entry.file);
    return true;
  } catch (const std::exception& error) {
    spdlog::info("no cache is kept: {}", error.what());
    return false;
  }
}

}  // namespace fedltr
