#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "algorithms/core/alias_table.hpp"
#include "algorithms/core/do_all.hpp"
#include "algorithms/core/rng.hpp"
#include "algorithms/text/collection.hpp"

namespace fedltr {

/// Size and parameters of a synthetic collection.
struct SyntheticTextOptions {
  std::uint32_t documents = 4000;
  std::uint32_t terms = 1000;  ///< of a body on average; 20 or more
  std::uint32_t vocabulary = 50000;
  double zipf = 1.0;  ///< exponent of frequencies by rank
  std::uint32_t topics = 20;
  std::uint32_t queries = 800;
  /// Number of documents per query with grade 1 or more, 2 or more, ...: like
  /// MS MARCO's top 100 in the papers.
  std::vector<std::uint32_t> depths = {100, 10};
  /// Standard deviation of the part of relevance that depends on neither topic
  /// nor terms; the part of the terms has about 1.
  double noise = 0.5;
  std::uint64_t seed = 1;
};

/// Documents and queries with graded relevance, each drawn from its own stream:
/// any one can be made without the others.
///
/// Terms: the vocabulary's ranks follow Zipf's law; beyond the first tenth,
/// which all topics share, rank r belongs to topic r modulo topics, and a
/// topic's terms follow Zipf's law by their order there. A document has a main
/// and a second topic, and eight key terms of them. Half of its body comes from
/// the whole vocabulary, three tenths from its topics by their shares, the rest
/// from its key terms, of which the first is used most; its length is uniform
/// between 0.5 and 1.5 times the mean; its title has four to eight key and
/// topic terms. A query has two to five distinct terms of a topic.
///
/// Relevance of document d to query q, for those that hold a term of it:
///   affinity(d, q) + occurrence(d, q) + noise z(d, q)
/// with affinity the share of q's topic in d; occurrence the mean over q's
/// terms, weighted by log 1/p(t), of c / (c + 1.2 L / mean L), plus half of
/// it if the title has the term, times kOccurrence; z sums four uniform
/// numbers, of mean 0 and variance 1. The best documents by it get the grades.
/// So counts are informative, the topic shows only through other terms, and the
/// noise is unpredictable.
class SyntheticText {
 public:
  explicit SyntheticText(const SyntheticTextOptions& options);

  const SyntheticTextOptions& options() const { return options_; }

  struct Query {
    std::uint32_t topic = 0;
    std::vector<TermId> terms;
  };
  Query query(std::uint32_t query) const;

  /// Keeps its memory between documents.
  struct Document {
    std::uint32_t main_topic = 0;
    std::uint32_t second_topic = 0;
    double main_share = 1;     ///< of the topics' terms
    std::uint32_t length = 0;  ///< of the body
    TermCounter title;
    TermCounter body;
    std::vector<TermId> key_terms;
  };
  /// Draws a document's topics and counts; take() of title and body returns
  /// them.
  void draw(std::uint32_t number, Document& document) const;

  /// Returns the latent relevance; terms are the counts of draw().
  double relevance(const Query& query, std::uint32_t query_number,
                   const Document& document, std::uint32_t document_number,
                   Terms title, Terms body) const;

  /// Returns the name of term number r: "w" and r + 1.
  static std::string term_name(TermId term);

 private:
  TermId topic_term(std::uint32_t topic, std::uint64_t bits) const;
  void draw_body(Rng& rng, Document& document) const;
  void draw_title(Rng& rng, Document& document) const;

  SyntheticTextOptions options_;
  std::uint32_t shared_ = 0;      ///< ranks that belong to no topic
  std::vector<double> surprise_;  ///< log 1/p(t) by term
  AliasTable all_;
  AliasTable within_topic_;
  AliasTable key_use_;
};

/// The whole collection: documents `D1`..., queries `1`..., terms by rank.
/// @param do_all  draws blocks of documents; each takes memory of its own
Collection synthesize_text(const SyntheticTextOptions& options,
                           const DoAll& do_all = one_by_one);

}  // namespace fedltr
