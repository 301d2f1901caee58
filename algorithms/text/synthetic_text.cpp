#include "algorithms/text/synthetic_text.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kKeyTerms = 8;
constexpr double kOccurrence = 6;

/// Rounds of Purpose::kSyntheticText: the purpose of an entity's stream.
/// Relevance uses the query's number from kRelevance on.
enum class TextStream : std::uint32_t {
  kDocument = 0,
  kQuery = 1,
  kRelevance = 2,
};

Rng text_rng(std::uint64_t seed, std::uint32_t entity, TextStream stream,
             std::uint32_t offset = 0) {
  return Rng(seed, Purpose::kSyntheticText, entity,
             static_cast<std::uint32_t>(stream) + offset);
}

std::vector<double> zipf_weights(std::size_t ranks, double exponent) {
  std::vector<double> weights(ranks);
  for (std::size_t r = 0; r < ranks; ++r)
    weights[r] = portable_pow(r + 1, -exponent);
  return weights;
}

std::uint32_t ranks_shared(const SyntheticTextOptions& options) {
  return options.vocabulary / 10;
}

/// Terms of each topic: every `topics`-th rank past the shared ones.
std::size_t terms_of_topic(const SyntheticTextOptions& options) {
  return (options.vocabulary - ranks_shared(options)) / options.topics;
}

const SyntheticTextOptions& checked(const SyntheticTextOptions& options) {
  require(options.documents >= 1 && options.queries >= 1,
          "synthetic texts need documents and queries");
  require(options.terms >= 20,
          "synthetic texts need at least 20 terms per document");
  require(options.topics >= 1, "synthetic texts need a topic");
  require(options.vocabulary >= 20 * options.topics,
          "synthetic texts need at least 20 terms per topic");
  require(options.zipf >= 0 && options.noise >= 0,
          "zipf and noise must not be negative");
  require(!options.depths.empty() &&
              std::ranges::is_sorted(options.depths, std::ranges::greater{}),
          "depths of grades must fall");
  return options;
}

/// Sum of four uniform numbers of one block: mean 0, variance 1, within +-3.5.
double noise_of(Rng rng) {
  double sum = 0;
  for (int i = 0; i < 2; ++i) {
    const std::uint64_t bits = rng();
    sum += static_cast<double>(bits >> 32) + (bits & 0xFFFFFFFF);
  }
  constexpr double kSqrt3 = 1.7320508075688772;
  return (sum * 0x1p-32 - 2) * kSqrt3;
}

}  // namespace

SyntheticText::SyntheticText(const SyntheticTextOptions& options)
    : options_(checked(options)),
      shared_(ranks_shared(options)),
      all_(zipf_weights(options.vocabulary, options.zipf)),
      within_topic_(zipf_weights(terms_of_topic(options), options.zipf)),
      key_use_(zipf_weights(kKeyTerms, 1)) {
  const auto shares = [&options](std::size_t ranks) {
    auto weights = zipf_weights(ranks, options.zipf);
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights) weight /= sum;
    return weights;
  };
  const auto everywhere = shares(options.vocabulary);
  const auto of_topic = shares(terms_of_topic(options));
  for (std::size_t r = 0; r < everywhere.size(); ++r) {
    const std::size_t place = (r - shared_) / options.topics;
    const bool topical = r >= shared_ && place < of_topic.size();
    surprise_.push_back(
        -portable_log(everywhere[r] / 2 +
                      (topical ? of_topic[place] / 2 / options.topics : 0)));
  }
}

std::string SyntheticText::term_name(TermId term) {
  return "w" + std::to_string(term + 1);
}

TermId SyntheticText::topic_term(std::uint32_t topic,
                                 std::uint64_t bits) const {
  return shared_ + within_topic_.draw(bits) * options_.topics + topic;
}

SyntheticText::Query SyntheticText::query(std::uint32_t query) const {
  Rng rng = text_rng(options_.seed, query, TextStream::kQuery);
  Query drawn;
  drawn.topic = rng.below(options_.topics);
  const std::size_t terms = 2 + rng.below(4);
  while (drawn.terms.size() < terms) {
    const TermId term = topic_term(drawn.topic, rng());
    if (std::ranges::find(drawn.terms, term) == drawn.terms.end())
      drawn.terms.push_back(term);
  }
  return drawn;
}

void SyntheticText::draw(std::uint32_t number, Document& document) const {
  Rng rng = text_rng(options_.seed, number, TextStream::kDocument);
  document.main_topic = rng.below(options_.topics);
  document.second_topic = rng.below(options_.topics);
  document.main_share = 0.5 + rng.uniform() / 2;
  document.key_terms.clear();
  for (std::size_t i = 0; i < kKeyTerms; ++i) {
    const bool main = rng.uniform() < document.main_share;
    document.key_terms.push_back(
        topic_term(main ? document.main_topic : document.second_topic, rng()));
  }
  draw_body(rng, document);
  draw_title(rng, document);
}

void SyntheticText::draw_body(Rng& rng, Document& document) const {
  const std::uint32_t length =
      std::lround(options_.terms * (0.5 + rng.uniform()));
  document.length = length;
  const auto part = [length](double share) -> std::uint32_t {
    return share * length;
  };
  const std::uint32_t main = part(0.3 * document.main_share);
  const std::uint32_t second = part(0.3) - main;
  const std::uint32_t key = part(0.2);
  for (std::uint32_t i = main + second + key; i < length; ++i)
    document.body.add(all_.draw(rng()));
  for (std::uint32_t i = 0; i < main; ++i)
    document.body.add(topic_term(document.main_topic, rng()));
  for (std::uint32_t i = 0; i < second; ++i)
    document.body.add(topic_term(document.second_topic, rng()));
  for (std::uint32_t i = 0; i < key; ++i)
    document.body.add(document.key_terms[key_use_.draw(rng())]);
}

void SyntheticText::draw_title(Rng& rng, Document& document) const {
  const std::size_t length = 4 + rng.below(5);
  for (std::size_t i = 0; i < length; ++i)
    document.title.add(i % 2 == 0 ? document.key_terms[key_use_.draw(rng())]
                                  : topic_term(document.main_topic, rng()));
}

double SyntheticText::relevance(const Query& query, std::uint32_t query_number,
                                const Document& document,
                                std::uint32_t document_number, Terms title,
                                Terms body) const {
  const double saturation = 1.2 * document.length / options_.terms;
  double affinity = 0;
  if (query.topic == document.main_topic) affinity += document.main_share;
  if (query.topic == document.second_topic) affinity += 1 - document.main_share;
  double occurrence = 0;
  double weights = 0;
  for (const TermId term : query.terms) {
    const double count = count_of(body, term);
    occurrence += surprise_[term] * (count / (count + saturation) +
                                     (count_of(title, term) > 0 ? 0.5 : 0));
    weights += surprise_[term];
  }
  return affinity + kOccurrence * occurrence / weights +
         options_.noise *
             noise_of(text_rng(options_.seed, document_number,
                               TextStream::kRelevance, query_number));
}

namespace {

struct Candidate {
  double relevance = 0;
  std::uint32_t document = 0;

  bool operator<(const Candidate& other) const {  // the better one is less
    return std::tuple(-relevance, document) <
           std::tuple(-other.relevance, other.document);
  }
};

/// A document that may be among the best of a query.
struct Offer {
  std::uint32_t query = 0;
  Candidate candidate;
};

/// The best documents of each query among those that have arrived, in any
/// order.
class BestDocuments {
 public:
  explicit BestDocuments(const SyntheticText& texts)
      : depth_(texts.options().depths.front()) {
    queries_of_.resize(texts.options().vocabulary);
    for (std::uint32_t q = 0; q < texts.options().queries; ++q) {
      queries_.push_back(texts.query(q));
      for (const TermId term : queries_.back().terms)
        queries_of_[term].push_back(q);
    }
    best_.resize(queries_.size());
  }

  const std::vector<SyntheticText::Query>& queries() const { return queries_; }
  std::span<const std::uint32_t> queries_of(TermId term) const {
    return queries_of_[term];
  }

  /// True if a document is better than the worst of those that it would join.
  bool takes(const Offer& offer) const {
    const auto& heap = best_[offer.query];
    return heap.size() < depth_ || offer.candidate < heap.front();
  }

  void add(const Offer& offer) {
    if (!takes(offer)) return;
    auto& heap = best_[offer.query];  // the worst on top
    if (heap.size() == depth_) {
      std::ranges::pop_heap(heap, std::less{});
      heap.pop_back();
    }
    heap.push_back(offer.candidate);
    std::ranges::push_heap(heap, std::less{});
  }

  /// Best first.
  std::vector<Candidate> take(std::uint32_t query) {
    auto& heap = best_[query];
    std::ranges::sort_heap(heap, std::less{});
    return std::move(heap);
  }

 private:
  std::size_t depth_;
  std::vector<SyntheticText::Query> queries_;
  std::vector<std::vector<std::uint32_t>> queries_of_;  ///< by term
  std::vector<std::vector<Candidate>> best_;
};

/// Some documents that follow each other, drawn beside other blocks. Keeps its
/// memory from one draw to the next.
class DrawnBlock {
 public:
  static constexpr std::uint32_t kDocuments = 128;

  void draw(const SyntheticText& texts, const BestDocuments& best,
            std::uint32_t first) {
    first_ = first;
    ends_.assign(1, 0);
    terms_.clear();
    offers_.clear();
    seen_.resize(best.queries().size());
    const std::uint32_t end =
        std::min(first + kDocuments, texts.options().documents);
    for (std::uint32_t d = first; d < end; ++d) {
      texts.draw(d, document_);
      const Terms title = document_.title.take();
      const Terms body = document_.body.take();
      keep(title);
      keep(body);
      offer(texts, best, d, title, body);
    }
  }

  void hand_over(CollectionBuilder& builder, BestDocuments& best) const {
    for (std::size_t i = 0; i + 2 < ends_.size(); i += 2)
      builder.add_document("D" + std::to_string(first_ + i / 2 + 1), field(i),
                           field(i + 1));
    for (const Offer& offer : offers_) best.add(offer);
  }

 private:
  void keep(Terms field) {
    terms_.insert(terms_.end(), field.begin(), field.end());
    ends_.push_back(terms_.size());
  }
  Terms field(std::size_t i) const {
    return Terms(terms_).subspan(ends_[i], ends_[i + 1] - ends_[i]);
  }

  /// Offers a document to each query once, however many of its terms it has.
  void offer(const SyntheticText& texts, const BestDocuments& best,
             std::uint32_t number, Terms title, Terms body) {
    for (const Terms field : {title, body})
      for (const TermCount& entry : field)
        for (const std::uint32_t q : best.queries_of(entry.term)) {
          if (std::exchange(seen_[q], number + 1) == number + 1) continue;
          const Offer offer{q,
                            {texts.relevance(best.queries()[q], q, document_,
                                             number, title, body),
                             number}};
          if (best.takes(offer)) offers_.push_back(offer);
        }
  }

  std::uint32_t first_ = 0;
  SyntheticText::Document document_;
  std::vector<TermCount> terms_;   ///< of title and body of each document
  std::vector<std::size_t> ends_;  ///< of these fields, after a 0
  std::vector<Offer> offers_;
  std::vector<std::uint32_t> seen_;  ///< last document + 1, by query
};

constexpr std::size_t kBlocks = 16;  ///< that are drawn side by side

int grade_at(std::size_t rank, const std::vector<std::uint32_t>& depths) {
  return std::ranges::count_if(
      depths, [rank](std::uint32_t depth) { return rank < depth; });
}

}  // namespace

Collection synthesize_text(const SyntheticTextOptions& options,
                           const DoAll& do_all) {
  const SyntheticText texts(options);
  CollectionBuilder builder({"none", "none"});
  for (TermId term = 0; term < options.vocabulary; ++term)
    builder.add_term(SyntheticText::term_name(term));
  BestDocuments best(texts);
  std::vector<DrawnBlock> blocks(kBlocks);
  for (std::uint32_t d = 0; d < options.documents;
       d += kBlocks * DrawnBlock::kDocuments) {
    do_all(kBlocks, [&](std::size_t i) {
      blocks[i].draw(texts, best, d + i * DrawnBlock::kDocuments);
    });
    for (const DrawnBlock& block : blocks) block.hand_over(builder, best);
  }
  for (std::uint32_t q = 0; q < options.queries; ++q)
    builder.add_query(std::to_string(q + 1), best.queries()[q].terms);
  for (std::uint32_t q = 0; q < options.queries; ++q) {
    const auto ranked = best.take(q);
    for (std::size_t rank = 0; rank < ranked.size(); ++rank)
      builder.add_judgement(std::to_string(q + 1),
                            "D" + std::to_string(ranked[rank].document + 1),
                            grade_at(rank, options.depths));
  }
  return builder.take();
}

}  // namespace fedltr
