#include "app/study/silo_evaluation.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "algorithms/silo/own_rows.hpp"
#include "algorithms/silo/sketched_search.hpp"
#include "algorithms/silo/untrained.hpp"
#include "algorithms/sketch/theorem_bounds.hpp"
#include "app/base/side_by_side.hpp"
#include "app/study/silo_features.hpp"

namespace fedltr {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

/// Counts of the requested terms in a share's documents.
class TermCounts {
 public:
  TermCounts(const Collection& collection, const PartyShare& share,
             const std::vector<bool>& asked) {
    for (std::uint32_t d = 0; d < share.documents.size(); ++d)
      for (const TermCount& each :
           collection.terms(fedltr::Field::kBody, share.documents[d]))
        if (asked[each.term]) counts_[each.term].emplace_back(d, each.count);
  }
  /// Returns a term's counts by document.
  const std::vector<std::int32_t>& of(TermId term, std::size_t documents) {
    dense_.assign(documents, 0);
    if (const auto found = counts_.find(term); found != counts_.end())
      for (const auto& [document, count] : found->second)
        dense_[document] = count;
    return dense_;
  }

 private:
  std::map<TermId, std::vector<std::pair<std::uint32_t, std::int32_t>>> counts_;
  std::vector<std::int32_t> dense_;
};

/// Theorem 4 for the terms asked of one owner.
class CoverBound {
 public:
  CoverBound(const SiloPoint& point, const SiloPlan& plan,
             const PartyShare& share) {
    const SiloProtocol& protocol = plan.protocol;
    if (protocol.naive || protocol.shape.kind != SketchKind::kCount) return;
    setting_ = {static_cast<std::uint32_t>(share.documents.size()),
                mean_length(*plan.collection, share),
                1,
                protocol.obfuscation.real_rows,
                protocol.shape.columns,
                protocol.top.documents,
                point.described.scenario.silo.alpha,
                protocol.top.beta};
  }

  /// @param counts  of a term, by document: the largest is L / q
  double of(const std::vector<std::int32_t>& counts) {
    if (!setting_) return kNothing;
    const double most = std::max(1, std::ranges::max(counts));
    setting_->zipf = std::max(1.0, setting_->length / most);
    return cover_bound(*setting_);
  }

 private:
  static double mean_length(const Collection& collection,
                            const PartyShare& share) {
    double terms = 0;
    for (const std::uint32_t document : share.documents)
      terms += collection.length(fedltr::Field::kBody, document);
    return terms / std::max<double>(1, std::ssize(share.documents));
  }

  std::optional<CoverSetting> setting_;
};

/// Shares of the best documents that the questions to one owner found, and what
/// Theorem 4 promises.
struct OwnerCover {
  std::vector<double> rates;
  std::vector<double> bounds;
};

OwnerCover cover_of(const SiloPoint& point, const SiloPlan& plan,
                    const SiloRecord& record, std::uint32_t owner) {
  const Collection& collection = *point.data->collection;
  std::vector<bool> asked(collection.dictionary().size());
  std::vector<const FoundTop*> found;
  for (const auto& party : record.parties)
    if (party)
      for (const FoundTop& each : party->found)
        if (each.source == owner) {
          asked[each.term] = true;
          found.push_back(&each);
        }
  std::ranges::stable_sort(found, {},
                           [](const FoundTop* each) { return each->term; });
  const PartyShare& share = (*plan.shares)[owner];
  TermCounts counts(collection, share, asked);
  CoverBound bound(point, plan, share);
  TermId last = ~TermId{0};
  const std::vector<std::int32_t>* dense = nullptr;
  OwnerCover cover;
  for (const FoundTop* each : found) {
    if (!dense || each->term != last)
      dense = &counts.of(last = each->term, share.documents.size());
    cover.rates.push_back(
        cover_rate(each->documents, *dense, plan.protocol.top.documents));
    cover.bounds.push_back(bound.of(*dense));
  }
  return cover;
}

RetrievalResult retrieval_of(const SiloPoint& point, const SiloPlan& plan,
                             const SiloRecord& record, std::size_t threads) {
  std::vector<OwnerCover> owners(plan.parties());
  side_by_side(owners.size(), threads, [&](std::size_t owner) {
    owners[owner] =
        cover_of(point, plan, record, static_cast<std::uint32_t>(owner));
  });
  RetrievalResult result;
  for (const OwnerCover& owner : owners) {
    result.asked += owner.rates.size();
    for (const double rate : owner.rates) result.cover += rate;
    for (const double bound : owner.bounds) result.cover_bound += bound;
  }
  const auto asked = static_cast<double>(result.asked);
  result.cover = result.asked > 0 ? result.cover / asked : 1;
  result.cover_bound = result.asked > 0 ? result.cover_bound / asked : kNothing;
  for (const auto type : {MessageType::kTopQuestion, MessageType::kTopAnswer})
    result.moved += record.by_type[static_cast<std::size_t>(type)];
  std::vector<std::uint32_t> shortest;
  for (const auto& party : record.parties)
    if (party) {
      result.index_bytes += party->index_bytes;
      result.sketch_bytes += party->sketch_bytes;
      shortest.push_back(party->shortest_list);
    }
  if (!shortest.empty()) result.shortest_list = std::ranges::min(shortest);
  return result;
}

/// Compared here as by the parties, not by the relay.
std::string safety_code_of(const SiloRecord& record) {
  std::string code;
  for (const auto& party : record.parties) {
    if (!party) continue;
    if (!code.empty() && party->safety_code != code)
      throw std::runtime_error(
          "parties saw different public keys: the relay swapped them");
    code = party->safety_code;
  }
  return code;
}

SiloPrivacy privacy_of(const ReleaseLedger::Account& account) {
  return {account.releases, account.claimed, account.accounted};
}

/// Inputs of a method's results.
struct Tested {
  const SiloPoint& point;
  const SiloPlan& plan;
  const SiloRecord& record;
  const std::vector<TestQuery>& tests;
  std::size_t threads;

  Index metrics() const { return std::ssize(point.metrics); }
  SiloMethodResult none() const {
    SiloMethodResult result;
    result.all = Matrix::Constant(plan.parties(), metrics(), kNothing);
    result.own = result.all;
    result.queries = Matrix::Zero(std::ssize(tests), metrics());
    result.own_queries =
        Matrix::Constant(result.queries.rows(), metrics(), kNothing);
    return result;
  }
};

/// Adds a party's values for all test queries.
void add_party(const Tested& tested, Index party, const Matrix& values,
               SiloMethodResult& result) {
  result.all.row(party) = means(values).transpose();
  Matrix own = Matrix::Constant(values.rows(), values.cols(), kNothing);
  for (std::size_t q = 0; q < tested.tests.size(); ++q) {
    if (tested.tests[q].party != party) continue;
    own.row(q) = result.own_queries.row(q) = values.row(q);
  }
  result.own.row(party) = means(own).transpose();
}

/// Returns a method's learning curve: one row per party and iteration.
Matrix curve_of(const Tested& tested, const PointwiseModel& model,
                const std::string& method) {
  std::vector<Vector> rows;
  for (std::uint32_t p = 0; p < tested.plan.parties(); ++p) {
    const auto& party = tested.record.parties[p];
    if (!party || !party->curves.contains(method)) continue;
    for (const ModelAt& at : party->curves.at(method)) {
      Vector& row = rows.emplace_back(2 + tested.metrics());
      row << p, at.iteration,
          means(evaluate_each(model, at.parameters, tested.tests,
                              tested.point.metrics));
    }
  }
  Matrix curve(std::ssize(rows), rows.empty() ? 0 : 2 + tested.metrics());
  for (std::size_t i = 0; i < rows.size(); ++i)
    curve.row(i) = rows[i].transpose();
  return curve;
}

SiloMethodResult trained_result(const Tested& tested,
                                const std::string& method) {
  const auto model = silo_model(tested.plan.options, tested.plan.grades);
  SiloMethodResult result = tested.none();
  result.models.resize(tested.plan.parties());
  double trained = 0;
  std::pair<const Vector*, Matrix> last{nullptr, {}};
  for (Index p = 0; p < result.all.rows(); ++p) {
    const auto& party = tested.record.parties[p];
    if (!party || !party->models.contains(method)) continue;
    const Vector& parameters = party->models.at(method);
    if (!last.first || *last.first != parameters)
      last = {&parameters, evaluate_each(*model, parameters, tested.tests,
                                         tested.point.metrics)};
    add_party(tested, p, last.second, result);
    result.queries += last.second;
    result.models[p] = parameters;
    ++trained;
  }
  result.queries /= trained;
  result.curve = curve_of(tested, *model, method);
  return result;
}

/// Features of the test queries as the remaining parties could obtain them.
std::vector<Matrix> asked_features(const Tested& tested) {
  std::vector<PartyShare> shares = *tested.plan.shares;
  for (const auto& [party, why] : tested.record.excluded) shares[party] = {};
  return sketched_features(*tested.plan.collection, shares,
                           tested.plan.protocol, tested.tests, tested.plan.seed,
                           all_on(tested.threads));
}

SiloMethodResult untrained_result(const Tested& tested,
                                  const std::string& method) {
  const auto& ranker = find(untrained_rankers(), method);
  SiloMethodResult result = tested.none();
  const std::vector<Matrix> asked =
      ranker.traits.sketched ? asked_features(tested) : std::vector<Matrix>();
  for (std::size_t q = 0; q < tested.tests.size(); ++q) {
    const TestQuery& test = tested.tests[q];
    const Matrix& features = ranker.traits.sketched ? asked[q] : test.features;
    result.queries.row(q) =
        metrics_of(test, ranker.make(features), tested.point.metrics)
            .transpose();
  }
  for (Index p = 0; p < result.all.rows(); ++p)
    if (tested.record.parties[p]) add_party(tested, p, result.queries, result);
  return result;
}

/// A member's test queries by its own numbers; other members' documents have
/// one that is no document's.
std::vector<TestQuery> own_numbers(const Tested& tested, std::uint32_t party) {
  constexpr std::uint32_t kOther = ~std::uint32_t{0};
  const auto& documents = (*tested.plan.shares)[party].documents;
  const std::uint32_t first = tested.point.data->merged->first_query[party];
  std::vector<TestQuery> own;
  for (const TestQuery& test : tested.tests) {
    if (test.party != party) continue;
    own.push_back(test);
    own.back().query -= first;
    for (std::uint32_t& document : own.back().documents) {
      const auto place = std::ranges::lower_bound(documents, document);
      document = place != documents.end() && *place == document
                     ? static_cast<std::uint32_t>(place - documents.begin())
                     : kOther;
    }
  }
  return own;
}

/// Each member's ranker of its own rows, on its own test queries.
SiloMethodResult own_rows_result(const Tested& tested,
                                 const std::string& method) {
  const std::string joint = headline(tested.point.described.scenario);
  const auto model = silo_model(tested.plan.options, tested.plan.grades);
  SiloMethodResult result = tested.none();
  for (std::uint32_t p = 0; p < tested.plan.parties(); ++p) {
    const auto& party = tested.record.parties[p];
    if (!party) continue;
    FeatureScore score;
    if (method != kOwnRowsMethod) {
      const auto found = party->models.find(joint);
      if (found == party->models.end()) continue;
      score = [&, &parameters = found->second](const MatrixView& features) {
        return model->scores(parameters, features);
      };
    }
    const Matrix values =
        evaluate_own_rows(*tested.point.data->own_rows.at(p), party->instances,
                          own_numbers(tested, p), tested.point.metrics,
                          tested.plan.options.listwise, score);
    result.all.row(p) = result.own.row(p) = means(values).transpose();
    Index row = 0;
    for (std::size_t q = 0; q < tested.tests.size(); ++q)
      if (tested.tests[q].party == p)
        result.own_queries.row(static_cast<Index>(q)) = values.row(row++);
  }
  result.queries = result.own_queries;
  return result;
}

SiloMethodResult result_of(const Tested& tested, const std::string& method) {
  if (uses_own_rows(method)) return own_rows_result(tested, method);
  return is_untrained(method) ? untrained_result(tested, method)
                              : trained_result(tested, method);
}

}  // namespace

SiloRepeat evaluate_silo(const SiloPoint& point, std::uint32_t repeat,
                         const SiloRecord& record, std::size_t threads) {
  const SiloPlan& plan = *point.plans.at(repeat - 1);
  const Collection& collection = *plan.collection;
  SiloRepeat run;
  run.repeat = repeat;
  run.seed = plan.seed;
  run.shares = *plan.shares;
  const CollectionStatistics statistics(collection);
  const auto tests =
      silo_tests(collection, statistics, *plan.shares, plan.options);
  run.candidates = count_candidates(tests);
  for (const TestQuery& test : tests) {
    run.names.emplace_back(collection.query_names()[test.query]);
    run.query_party.push_back(test.party);
  }
  const Tested tested{point, plan, record, tests, threads};
  for (const std::string& method : point.methods)
    run.methods[method] = result_of(tested, method);
  const CrossFeatures cross =
      cross_features(collection, plan, record, statistics);
  run.correlation = correlation_of(cross);
  run.retrieval = retrieval_of(point, plan, record, threads);
  run.bounds = check_bounds(collection, plan.protocol, cross.pairs, plan.seed);
  for (const auto& party : record.parties) {
    run.labelled.push_back(party ? party->instances.pairs.size() : 0);
    run.cross.push_back(party ? party->instances.cross.pairs.size() : 0);
    run.withheld.push_back(party ? party->withheld : 0);
    run.by_party.push_back(party ? privacy_of(party->worst) : SiloPrivacy());
    if (party && party->told)
      run.shared[run.by_party.size() - 1] = *party->told;
    if (run.by_party.back().releases > run.privacy.releases ||
        run.by_party.size() == 1)
      run.privacy = run.by_party.back();
  }
  run.safety_code = safety_code_of(record);
  run.sent = record.sent;
  run.received = record.received;
  run.by_type = record.by_type;
  run.excluded = record.excluded;
  run.refused = record.refused;
  if (repeat == 1) {
    add_points(record, run);
    run.sample = sample_of(cross);
  }
  return run;
}

}  // namespace fedltr
