#include "app/results/silo_summary_fields.hpp"

#include "app/results/summary_parts.hpp"

namespace fedltr {
namespace {

std::vector<OutputField> comparison_fields() {
  return {
      {"methods.NAME.metrics.METRIC.mean", "as `metrics`, for every method"},
      {"methods.NAME.metrics.METRIC.std", "as `metrics`, for every method"},
      {"methods.NAME.metrics.METRIC.n", "as `metrics`, for every method"},
      {"methods.NAME.signature", "as `signature`"},
      {"significance[].method", "method that is compared"},
      {"significance[].over", "method that it is compared with"},
      {"significance[].metric", "ndcg@10, else the first metric"},
      {"significance[].pairs",
       "queries, each its mean over the repeats that test it"},
      {"significance[].difference", "mean difference"},
      {"significance[].interval95",
       "half width of its 95% interval; it and p are null for fewer than two "
       "queries"},
      {"significance[].t_test", "two-tailed p of the paired t-test"},
      {"significance[].fisher", "two-tailed p of Fisher's randomisation test"},
      {"gain_of_joining.metric",
       "ndcg@10, else the first metric; `gain_of_joining` is null if no method "
       "needs joining, or all do"},
      {"gain_of_joining.method", "the method with joining: `method`"},
      {"gain_of_joining.alone",
       "best method that needs no joining, chosen on the same test queries"},
      {"gain_of_joining.gain", "number of parties that gain, p < .05"},
      {"gain_of_joining.lose", "number of parties that lose, p < .05"},
      {"gain_of_joining.undecided", "number of the others"},
      {"gain_of_joining.parties[].party", "number of the party, from 0"},
      {"gain_of_joining.parties[].alone",
       "metric of its own test queries alone; each query is its mean over the "
       "repeats in which it was this party's"},
      {"gain_of_joining.parties[].joint",
       "metric of these queries with the others"},
      {"gain_of_joining.parties[].gain", "the difference"},
      {"gain_of_joining.parties[].interval95",
       "half width of its 95% interval; null for fewer than two queries"},
      {"gain_of_joining.parties[].queries", "number of these queries"},
      {"gain_of_joining.parties[].p",
       "two-tailed p of the paired t-test, after Holm's adjustment for all "
       "parties"},
      {"gain_of_joining.parties[].verdict",
       "`gains` or `loses`, p < .05, or `undecided`"},
  };
}

std::vector<OutputField> evaluation_fields() {
  return {
      {"collection.documents", "documents of all parties"},
      {"collection.queries", "queries of all parties"},
      {"collection.unjudged_queries",
       "number of these queries without judgements: no metric counts them"},
      {"collection.irrelevant_queries",
       "queries whose grades are all 0: no metric counts them"},
      {"collection.empty_documents", "documents without a term"},
      {"collection.empty_queries", "queries without a term"},
      {"collection.cut_queries", "queries cut after 1,024 different terms"},
      {"collection.negative_grades", "grades below 0, which count as 0"},
      {"collection.strange_judgements",
       "judgements of unknown queries or documents, left out"},
      {"candidates.depth",
       "`silo.candidates`; null if pairs are sampled (`silo.test-documents`)"},
      {"candidates.recall",
       "share of the relevant documents among a test query's candidates, mean "
       "over queries that have one and over repeats"},
      {"candidates.test_queries", "test queries of all repeats"},
      {"candidates.unjudged", "number of these queries without judgements"},
      {"candidates.irrelevant", "number of these queries with only grade 0"},
      {"owners_only[].party",
       "party without a judged pair to train on: it answers others and gets "
       "the joint models"},
      {"owners_only[].repeats", "number of repeats in which this is the case"},
  };
}

std::vector<OutputField> search_fields() {
  return {
      {"excluded[].repeat", "repeat, from 1"},
      {"excluded[].party", "party that was excluded for invalid messages"},
      {"excluded[].why", "in words"},
      {"safety_code[]", "fingerprint of all parties' public keys, by repeat"},
      {"privacy.mechanism", "`silo.noise`"},
      {"privacy.claimed", "epsilon of one answer, claimed by the paper"},
      {"privacy.claimed_per", "release that the claim is about"},
      {"privacy.claimed_all", "the claim summed over all releases"},
      {"privacy.accounted", "always null: no epsilon bounds everything"},
      {"privacy.accounted_counts", "epsilon of the noisy counts alone"},
      {"privacy.delta", "delta of the accounted epsilon"},
      {"privacy.releases", "answers about that document"},
      {"privacy.withheld",
       "answers of all runs that were withheld because the budget was spent"},
      {"privacy.of", "document that the account is about, in words"},
      {"privacy.caveat", "assumptions of the account, in words"},
      {"privacy.unbounded",
       "reason why no epsilon bounds everything, in words"},
      {"retrieval.kind", "`silo.retrieval`: naive or rtk"},
      {"retrieval.cover_rate",
       "fraction of the true top K that was found, mean over terms and owners"},
      {"retrieval.terms_asked", "terms asked, each at each owner"},
      {"retrieval.bytes_moved", "bytes of questions and answers"},
      {"retrieval.bytes_moved_per_term",
       "bytes of questions and answers per term and owner"},
      {"retrieval.bytes_stored", "bytes of an index"},
      {"retrieval.bytes_of_sketches", "bytes of the sketches"},
      {"retrieval.shortest_list",
       "documents on the shortest list that ever overflowed in an index, its "
       "capacity if none did: if below `silo.top`, deletions have made "
       "rebuilding the index worthwhile; 0 for naive"},
      {"correlation.FEATURE",
       "correlation of the sketched feature with the exact one; null: it is "
       "constant"},
      {"shared[].repeat", "repeat, from 1; only with `silo.share-metrics`"},
      {"shared[].party", "party that shared these metrics"},
      {"shared[].queries", "its held-out queries that the first metric counts"},
      {"shared[].means.METRIC",
       "shared mean of `method` on these queries in its own documents, with "
       "noise if agreed; null without such a query"},
  };
}

std::vector<OutputField> bounds_fields() {
  return {
      {"bounds.answer.epsilon_claimed",
       "ICDE Theorem 1: epsilon of an answer about one document and term; "
       "null: no noise"},
      {"bounds.answer.epsilon",
       "epsilon of such an answer that holds for all its rows; null: none"},
      {"bounds.term.counts",
       "single counts of query terms in the bodies of found documents that "
       "were asked about again, for Theorem 2; 0: no Count sketch"},
      {"bounds.term.error", "their mean error"},
      {"bounds.term.error_bound", "mean of the theorem's bound on it"},
      {"bounds.term.rate", "share of the errors above their bound"},
      {"bounds.term.rate_bound",
       "the theorem's bound on this share, for `silo.noise = paper` or none"},
      {"bounds.query.counts",
       "the same for the sum over a query's terms, "
       "Theorem 3"},
      {"bounds.query.error", "mean error"},
      {"bounds.query.error_bound", "mean of the bound"},
      {"bounds.query.rate", "share above the bound"},
      {"bounds.query.rate_bound", "bound on this share"},
      {"bounds.cover.rate", "`retrieval.cover_rate`"},
      {"bounds.cover.bound",
       "Theorem 4's bound on it before noisy counts rank the candidates, with "
       "each term's largest count as L / q, mean "
       "over terms and owners: 0 promises nothing; null: naive retrieval or no "
       "Count sketch"},
  };
}

}  // namespace

std::vector<OutputField> silo_method_fields() {
  return {
      {"name", "`run.name`"},
      {"complete", "true if every repeat was completed"},
      {"refused", "invalid messages, of all runs"},
      {"budget_spent", "true if an answer was withheld by `privacy.budget`"},
      {"method",
       "method of `metrics`, `runs` and `signature`: `silo.method`, for `all` "
       "cs-f-ltr"},
      {"metrics.METRIC.mean", "mean over parties, mean over repeats"},
      {"metrics.METRIC.std",
       "sample standard deviation over repeats; null for a single repeat"},
      {"metrics.METRIC.n", "number of repeats"},
      {"runs[].fold", "always 1"},
      {"runs[].repeat", "repeat, from 1"},
      {"runs[].rounds", "`silo.joint-iterations`"},
      {"runs[].final.METRIC", "mean over parties"},
      {"signature",
       "SHA-256 over the parameters of all models of the method; for an "
       "untrained method over its values by query"},
  };
}

std::vector<OutputField> silo_summary_fields() {
  std::vector<OutputField> fields = silo_method_fields();
  for (const auto& more :
       {comparison_fields(), rule_fields("combined"), evaluation_fields(),
        search_fields(), composition_fields(), bounds_fields()})
    fields.insert(fields.end(), more.begin(), more.end());
  return fields;
}

}  // namespace fedltr
