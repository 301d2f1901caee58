#include "app/base/record_sorter.hpp"

#include <algorithm>
#include <cstring>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

/// Sizes of a key and a value, ahead of them.
struct RecordHead {
  std::uint32_t key = 0;
  std::uint32_t value = 0;
};

constexpr std::size_t kLeastWindow = std::size_t{1} << 14;

RecordHead head_at(const char* bytes) {
  RecordHead head;
  std::memcpy(&head, bytes, sizeof head);
  return head;
}

std::string_view key_at(const std::string& records, std::size_t place) {
  const char* const bytes = records.data() + place;
  return {bytes + sizeof(RecordHead), head_at(bytes).key};
}

/// The next record of a sorted part on disk.
class SortedPart {
 public:
  SortedPart(const SpilledBytes& bytes, std::uint64_t begin, std::uint64_t end,
             std::size_t window)
      : reader_(bytes, begin, end, window) {
    advance();
  }

  bool done() const { return done_; }
  std::string_view key() const {
    return std::string_view(record_).substr(0, key_);
  }
  std::string_view value() const {
    return std::string_view(record_).substr(key_);
  }
  void advance() {
    done_ = reader_.done();
    if (done_) return;
    const RecordHead head = head_at(reader_.take(sizeof(RecordHead)).data());
    key_ = head.key;
    record_ = reader_.take(std::size_t{head.key} + head.value);
  }

 private:
  SpilledReader reader_;
  bool done_ = false;
  std::size_t key_ = 0;
  std::string record_;
};

}  // namespace

RecordSorter::RecordSorter(std::size_t memory) : memory_(memory), sorted_(0) {}

void RecordSorter::add(std::string_view key, std::string_view value) {
  const std::size_t size = sizeof(RecordHead) + key.size() + value.size();
  require(key.size() <= ~std::uint32_t{0} && value.size() <= ~std::uint32_t{0},
          "a record has less than 4 GiB");
  const std::size_t held = records_.size() + groups_.size() * sizeof(Part);
  if (!groups_.empty() && held + size > memory_) end_run();
  const bool recurs =
      !groups_.empty() && key_at(records_, groups_.back().begin) == key;
  if (!recurs) groups_.push_back({records_.size(), 0});
  const RecordHead head{static_cast<std::uint32_t>(key.size()),
                        static_cast<std::uint32_t>(value.size())};
  records_.append(reinterpret_cast<const char*>(&head), sizeof head);
  records_.append(key).append(value);
  groups_.back().end = records_.size();
}

void RecordSorter::sort_groups() {
  std::ranges::stable_sort(groups_, {}, [&](const Part& group) {
    return key_at(records_, group.begin);
  });
}

/// Sorts the current run and writes it to disk.
void RecordSorter::end_run() {
  sort_groups();
  Part run{sorted_.size(), 0};
  std::string piece;
  for (const Part& group : groups_) {
    piece.append(records_, group.begin, group.end - group.begin);
    if (piece.size() < kLeastWindow) continue;
    sorted_.append(piece);
    piece.clear();
  }
  if (!piece.empty()) sorted_.append(piece);
  run.end = sorted_.size();
  runs_.push_back(run);
  records_.clear();
  groups_.clear();
}

void RecordSorter::visit(const Visit& visit) {
  if (!runs_.empty()) {
    if (!groups_.empty()) end_run();
    records_ = {};
    groups_ = {};
    merge(visit);
    runs_.clear();
    sorted_ = SpilledBytes(0);
    return;
  }
  sort_groups();
  for (const Part& group : groups_)
    for (std::size_t place = group.begin; place < group.end;) {
      const RecordHead head = head_at(records_.data() + place);
      const std::string_view key = key_at(records_, place);
      visit(key, {key.data() + key.size(), head.value});
      place += sizeof head + key.size() + head.value;
    }
  records_ = {};
  groups_ = {};
}

void RecordSorter::merge(const Visit& visit) {
  const std::size_t window =
      std::max(kLeastWindow, memory_ / (runs_.size() + 1));
  std::vector<SortedPart> runs;
  runs.reserve(runs_.size());
  for (const Part& run : runs_)
    runs.emplace_back(sorted_, run.begin, run.end, window);
  // A heap of runs, the least record first; of equal keys the earlier run.
  std::vector<std::size_t> heap;
  const auto is_later = [&](std::size_t a, std::size_t b) {
    const int order = runs[a].key().compare(runs[b].key());
    return order != 0 ? order > 0 : a > b;
  };
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (!runs[i].done()) heap.push_back(i);
  std::ranges::make_heap(heap, is_later);
  std::string key;
  while (!heap.empty()) {
    std::ranges::pop_heap(heap, is_later);
    SortedPart& first = runs[heap.back()];
    key = first.key();
    do {  // an equal key of the same run is the least again
      visit(first.key(), first.value());
      first.advance();
    } while (!first.done() && first.key() == key);
    if (first.done())
      heap.pop_back();
    else
      std::ranges::push_heap(heap, is_later);
  }
}

std::string sortable(std::uint64_t number) {
  std::string key(sizeof number, '\0');
  for (std::size_t i = key.size(); i-- > 0; number >>= 8U)
    key[i] = static_cast<char>(number & 0xffU);
  return key;
}

}  // namespace fedltr
