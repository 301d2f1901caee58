#include "app/study/search_timing.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include "algorithms/silo/shared_hashes.hpp"
#include "algorithms/silo/simulated_bits.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kMaxErased = 1000;

template <class Work>
double wall_seconds(Work&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

/// Bodies of the first party's documents, in an index and one by one.
class TimedOwner {
 public:
  explicit TimedOwner(const SiloPlan& plan)
      : plan_(plan),
        shape_(plan.protocol.shape),
        documents_(plan.shares->at(0).documents),
        spots_(SharedHashes(plan.collection->dictionary(), plan.protocol,
                            plan.seed)
                   .spots),
        sketch_(shape_),
        rtk_(shape_, plan.protocol.capacity),
        bits_(simulated_bits(plan.seed, Purpose::kAudit, 0, 0)) {}

  double insert_all() {
    const double inserting = wall_seconds([&] {
      for (std::uint32_t d = 0; d < documents_.size(); ++d)
        rtk_.insert(d, body(d));
      // Shortens the lists, which the first questions would do otherwise.
      rtk_.shortest_full();
    });
    for (std::uint32_t d = 0; d < documents_.size(); ++d)
      stored_.emplace_back(body(d));
    return inserting / static_cast<double>(documents_.size());
  }

  /// Erases some documents; the index is unusable afterwards.
  double erase_some() {
    const std::size_t some = std::min(documents_.size(), kMaxErased);
    return wall_seconds([&] {
             for (std::uint32_t d = 0; d < some; ++d) rtk_.erase(d, body(d));
           }) /
           static_cast<double>(some);
  }

  double search(const std::vector<TermId>& terms) {
    return wall_seconds([&] {
      for (const TermId term : terms) search(query_of(term));
    });
  }

  double search_naively(const std::vector<TermId>& terms) {
    const SiloProtocol& protocol = plan_.protocol;
    return wall_seconds([&] {
      for (const TermId term : terms)
        naive_top_k(stored_, query_of(term), protocol.top.documents,
                    protocol.noise, bits_);
    });
  }

 private:
  const Sketch& body(std::uint32_t document) {
    sketch_.clear();
    sketch_.add(plan_.collection->terms(Field::kBody, documents_[document]),
                spots_);
    return sketch_;
  }
  TermQuery query_of(TermId term) const {
    const Obfuscation& hidden = plan_.protocol.obfuscation;
    return make_query(term, spots_, draw_rows(shape_.rows, hidden, bits_),
                      hidden, bits_);
  }
  /// Runs the owner's and the querier's part.
  void search(const TermQuery& query) {
    const SiloProtocol& protocol = plan_.protocol;
    if (protocol.noise.estimates_only)
      intersection_.top(rtk_, query, protocol.top, protocol.noise, bits_);
    else
      intersection_.top(shape_.kind, query,
                        answer(rtk_, query, protocol.noise, bits_),
                        protocol.top);
  }

  const SiloPlan& plan_;
  SketchShape shape_;
  const std::vector<std::uint32_t>& documents_;
  TermSpots spots_;
  Sketch sketch_;
  RtkSketch rtk_;
  std::vector<DocumentSketch> stored_;
  SoftIntersection intersection_;
  Bits bits_;
};

/// Returns distinct terms of queries, in order.
std::vector<TermId> asked_terms(const Collection& collection,
                                std::uint32_t most) {
  std::vector<TermId> terms;
  std::vector<bool> known(collection.dictionary().size());
  for (std::uint32_t query = 0; query < collection.queries(); ++query)
    for (const TermId term : collection.query(query))
      if (!known[term] && terms.size() < most) {
        known[term] = true;
        terms.push_back(term);
      }
  return terms;
}

}  // namespace

SearchTime time_search(const SiloPlan& plan, std::uint32_t terms) {
  const std::vector<TermId> asked = asked_terms(*plan.collection, terms);
  const auto count = static_cast<double>(asked.size());
  TimedOwner owner(plan);
  SearchTime time;
  time.terms = asked.size();
  time.insert_seconds = owner.insert_all();
  time.rtk_seconds = owner.search(asked) / count;
  time.naive_seconds = owner.search_naively(asked) / count;
  time.delete_seconds = owner.erase_some();
  return time;
}

}  // namespace fedltr
