#include "app/deploy/member_gain.hpp"

#include <spdlog/fmt/fmt.h>

#include "algorithms/members/drawn_evaluation.hpp"
#include "app/base/csv.hpp"
#include "app/base/files.hpp"
#include "app/data/model_file.hpp"
#include "app/deploy/joining_gain.hpp"
#include "app/results/number_text.hpp"

namespace fedltr {
namespace {

constexpr unsigned kForOwner = 0600;

}  // namespace

std::string own_metric_text(const MembersAgreement& agreement,
                            const Evaluation& own, const Vector& model,
                            double mean) {
  const std::string sorted = metric_text(mean);
  if (!agreement.scenario.members.draws_lists()) return sorted;
  Rng rng(agreement.seed(), Purpose::kRanking);
  return fmt::format("{}, of lists as drawn for users {}", sorted,
                     metric_text(drawn_mean(own, model, rng)));
}

std::string gain_text(const MembersAgreement& agreement, const Evaluation& own,
                      const MemberGain& gain) {
  const bool is_continued = !agreement.scenario.ranker.from.empty();
  const std::vector<std::string> metric = {own.metrics()[0].name};
  const JoiningGain over_alone =
      joining_gain("joined", own.per_query(gain.joined).leftCols(1), "alone",
                   own.per_query(gain.alone).leftCols(1), metric);
  return fmt::format(
      "own held-out {} on {} queries\n"
      "  {}  {}\n  own {} alone  {}{}\n  joined          {}\n"
      "  gain by joining {}\n",
      own.metrics()[0].name, own.counted(),
      is_continued ? "ranker.from   " : "untrained     ",
      metric_text(own.means(gain.untrained)[0]),
      agreement.scenario.members.has_real_users() ? "users" : "rows",
      metric_text(own.means(gain.alone)[0]),
      is_continued ? ", from that model on" : "",
      own_metric_text(agreement, own, gain.joined, own.means(gain.joined)[0]),
      text_of(over_alone.metrics[0]));
}

void write_alone(const std::filesystem::path& folder,
                 const MembersAgreement& agreement, const MemberGain& gain) {
  write_whole(folder / "alone.json",
              model_text(agreement.model_file(gain.alone)), kForOwner);
}

void write_own_queries(const std::filesystem::path& folder,
                       const Evaluation& own, const MemberGain& gain) {
  const Matrix untrained = own.per_query(gain.untrained);
  const Matrix alone = own.per_query(gain.alone);
  const Matrix joined = own.per_query(gain.joined);
  std::string text = "qid,metric,untrained,alone,joined\n";
  for (Index query = 0; query < joined.rows(); ++query) {
    const CsvValue row[] = {std::string(own.data().query_name(query)),
                            own.metrics()[0].name, untrained(query, 0),
                            alone(query, 0), joined(query, 0)};
    append_csv_row(text, row);
  }
  write_whole(folder / "own-queries.csv", text, kForOwner);
}

}  // namespace fedltr
