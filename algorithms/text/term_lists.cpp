#include "algorithms/text/term_lists.hpp"

#include <algorithm>
#include <utility>

namespace fedltr {
namespace {

/// 8 MiB.
constexpr std::size_t kBlock = std::size_t{1} << 20;

}  // namespace

std::int32_t count_of(Terms terms, TermId term) {
  const auto found =
      std::ranges::lower_bound(terms, term, {}, &TermCount::term);
  return found != terms.end() && found->term == term ? found->count : 0;
}

void TermCounter::add(TermId term, std::int32_t times) {
  if (term >= counts_.size()) {
    counts_.resize(std::max<std::size_t>(term + 1, counts_.size() * 2));
    seen_.resize(counts_.size() + 1);
  }
  // Without a branch: half of a text's terms are new, and mispredicted.
  seen_[distinct_] = term;
  distinct_ += counts_[term] == 0 ? 1 : 0;
  counts_[term] += times;
}

Terms TermCounter::take() {
  const auto seen = std::span(seen_).first(std::exchange(distinct_, 0));
  std::ranges::sort(seen);
  sorted_.clear();
  for (const TermId term : seen)
    sorted_.push_back({term, std::exchange(counts_[term], 0)});
  return sorted_;
}

void TermLists::push_back(Terms terms) {
  if (blocks_.empty() ||
      blocks_.back().capacity() - blocks_.back().size() < terms.size()) {
    blocks_.emplace_back();
    blocks_.back().reserve(std::max(kBlock, terms.size()));
  }
  auto& block = blocks_.back();
  const std::size_t begin = block.size();
  block.insert(block.end(), terms.begin(), terms.end());
  lists_.push_back(Terms(block).subspan(begin));
  std::uint32_t length = 0;
  for (const TermCount& entry : terms) length += entry.count;
  lengths_.push_back(length);
  entries_ += terms.size();
}

}  // namespace fedltr
