#include "app/data/convert/npy_writer.hpp"

#include <algorithm>
#include <cstring>

#include "app/data/convert/packed_output.hpp"

namespace fedltr {
namespace {

template <class Number>
void append_number(std::string& bytes, Number number) {
  const std::size_t before = bytes.size();
  bytes.resize(before + sizeof(number));
  std::memcpy(bytes.data() + before, &number, sizeof(number));
}

class NpyWriter : public RowWriter {
 public:
  NpyWriter(const std::string& file, const RowCounts& counts)
      : features_(file),
        labels_(npy_files_beside(file)[0]),
        groups_(npy_files_beside(file)[1]),
        values_(counts.features) {
    features_.write(npy_start("<f8", {counts.documents, counts.features}));
    labels_.write(npy_start("<i8", {counts.documents}));
    groups_.write(npy_start("<i8", {counts.queries}));
  }

  void add(const LetorRow& row) override {
    if (in_query_ > 0 && row.query != query_) end_query();
    query_ = row.query;
    ++in_query_;
    std::ranges::fill(values_, 0.0);
    for (const auto& [index, value] : row.features)
      values_.at(index - 1) = value;
    for (const double value : values_) append_number(bytes_, value);
    flush_to(features_);
    append_number(bytes_, std::int64_t{row.label});
    flush_to(labels_);
  }
  void commit() override {
    end_query();
    labels_.commit();
    groups_.commit();
    features_.commit();
  }

 private:
  void end_query() {
    append_number(bytes_, in_query_);
    flush_to(groups_);
    in_query_ = 0;
  }
  void flush_to(PackedOutput& output) {
    output.write(bytes_);
    bytes_.clear();
  }

  PackedOutput features_;
  PackedOutput labels_;
  PackedOutput groups_;
  std::vector<double> values_;
  std::string query_;
  std::int64_t in_query_ = 0;
  std::string bytes_;
};

}  // namespace

std::string npy_start(const std::string& type,
                      const std::vector<std::uint64_t>& shape) {
  constexpr std::size_t kBefore = 10;  // magic, version, length
  constexpr std::size_t kAligned = 64;
  std::string header =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': (";
  for (std::size_t i = 0; i < shape.size(); ++i)
    header += (i == 0 ? "" : " ") + std::to_string(shape[i]) +
              (i + 1 < shape.size() || shape.size() == 1 ? "," : "");
  header += "), }";
  const std::size_t rest = (kBefore + header.size() + 1) % kAligned;
  header.append((kAligned - rest) % kAligned, ' ');
  header += '\n';
  std::string start = "\x93NUMPY\x01";
  start += '\0';
  append_number(start, static_cast<std::uint16_t>(header.size()));
  return start + header;
}

std::unique_ptr<RowWriter> make_npy_writer(const std::string& file,
                                           const RowShape& shape) {
  if (shape.counts.features == 0)
    throw DataError(file + ": no row has a feature; an array needs a column");
  return std::make_unique<NpyWriter>(file, shape.counts);
}

std::vector<std::string> npy_files_beside(const std::string& file) {
  const std::size_t end =
      file.ends_with(".npy") ? file.size() - 4 : file.size();
  const std::string stem = file.substr(0, end);
  return {stem + ".labels.npy", stem + ".groups.npy"};
}

}  // namespace fedltr
