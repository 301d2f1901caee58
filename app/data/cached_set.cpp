#include "app/data/cached_set.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <span>

#include "algorithms/core/archive.hpp"
#include "algorithms/privacy/openssl.hpp"
#include "app/base/files.hpp"
#include "app/base/stop_reading.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kTag = 16;
constexpr std::size_t kPiece = std::size_t{1} << 24;  ///< bytes per write
/// Maximum bytes without the values, enough for 30 million documents; rejects
/// forged sizes.
constexpr std::uint64_t kMaxContents = std::uint64_t{1} << 30;

/// Detects damage: Poly1305 under a public key, at the speed of memory. It does
/// not authenticate the writer.
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

/// Contents of a cache without the values of the features.
struct Contents {
  std::string key;
  std::uint32_t first_id = 1;
  std::uint32_t largest_id = 0;
  bool zero_seen = false;
  std::int64_t features = 0;
  LetorNotes notes;
  std::vector<std::string> sha256;
  std::vector<std::int64_t> ends;  ///< of queries, as numbers of documents
  std::vector<std::uint8_t> labels;
  std::vector<std::string> queries;
  std::vector<std::string> documents;  ///< empty if documents have no names

  void exchange(Archive& archive) {
    archive(key, first_id, largest_id, zero_seen, features, notes.features,
            sha256, ends, labels, queries, documents);
    if (archive.reading()) check(archive);
  }

  /// Checks for contents that a reader of the text would have accepted.
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
    archive.expect(
        notes.features.size() <= std::size_t{largest_id} + 1 &&
            std::ranges::all_of(notes.features,
                                [](const FeatureNotes& each) {
                                  return each.missing >= each.marked &&
                                         each.marked >= 0 && each.large >= 0 &&
                                         std::isfinite(each.farthest);
                                }),
        "impossible counts");
  }
};

Contents contents_of(const std::string& key, const CachedSet& set) {
  const Dataset& data = set.data;
  Contents contents{.key = key,
                    .first_id = set.first_id,
                    .largest_id = set.largest_id,
                    .zero_seen = set.zero_seen,
                    .features = data.features(),
                    .notes = set.notes,
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

/// Reads a cache from beginning to end and computes its checksum.
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
  /// Returns the number of unread bytes.
  std::uintmax_t left() const { return left_; }
  void finish() {
    std::string tag(kTag, '\0');
    take(tag.data(), tag.size());
    if (tag != checksum_.tag()) throw ArchiveError("its checksum does not fit");
  }

 private:
  void take(void* bytes, std::size_t size) {
    throw_if_stopped();
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

Dataset read_queries(CacheReader& input, const Contents& contents,
                     const Keeping& keeping) {
  Dataset data(contents.features, keeping.storage);
  data.reserve(std::ssize(contents.labels));
  std::vector<double> values;
  Names names;
  Index begin = 0;
  for (std::size_t query = 0; query < contents.ends.size(); ++query) {
    const Index end = contents.ends[query];
    values.resize(static_cast<std::size_t>((end - begin) * contents.features));
    input.read(values.data(), values.size() * sizeof(double));
    if (!std::ranges::all_of(values, [](double x) { return std::isfinite(x); }))
      throw ArchiveError("impossible values");
    keeping.normalizer.apply(
        Eigen::Map<Matrix>(values.data(), end - begin, contents.features));
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

}  // namespace

std::optional<CachedSet> read_set(const fs::path& file, const std::string& key,
                                  std::size_t files, const Keeping& keeping) {
  CacheReader input(file);
  if (input.text(kSetLayout.size()) != kSetLayout) return std::nullopt;
  std::uint64_t size = 0;
  input.read(&size, sizeof size);
  if (size > kMaxContents) throw ArchiveError("impossible size");
  const std::string bytes = input.text(size);
  Contents contents;
  Archive archive(bytes);
  archive(contents);
  archive.finish();
  if (contents.key != key) return std::nullopt;
  if (contents.sha256.size() != files)
    throw ArchiveError("it is of another number of files");
  // Compare with the file's size before allocating memory.
  const auto values = contents.labels.size() *
                      static_cast<std::size_t>(contents.features) *
                      sizeof(double);
  if (input.left() != values + kTag)
    throw ArchiveError("its size differs from its header's");
  CachedSet set{read_queries(input, contents, keeping),
                contents.first_id,
                contents.largest_id,
                contents.zero_seen,
                contents.notes,
                contents.sha256};
  input.finish();
  return set;
}

void write_set(const fs::path& file, const std::string& key,
               const CachedSet& set) {
  Contents contents = contents_of(key, set);
  Archive archive;
  archive(contents);
  const std::string bytes = archive.take();
  const std::uint64_t size = bytes.size();
  if (size > kMaxContents) throw std::runtime_error("the set is too large");
  WholeFile output(file, 0600);
  Checksum checksum;
  const auto write = [&](const void* from, std::size_t count) {
    const std::string_view all(static_cast<const char*>(from), count);
    for (std::size_t at = 0; at < count; at += kPiece) {
      throw_if_stopped();
      const std::string_view piece = all.substr(at, kPiece);
      output.write(piece);
      checksum.add(piece.data(), piece.size());
    }
  };
  write(kSetLayout.data(), kSetLayout.size());
  write(&size, sizeof size);
  write(bytes.data(), bytes.size());
  const auto values = set.data.all_features();
  write(values.data(),
        static_cast<std::size_t>(values.size()) * sizeof(double));
  output.write(checksum.tag());
  output.commit();
}

}  // namespace fedltr
