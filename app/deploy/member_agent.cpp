#include "app/deploy/member_agent.hpp"

#include <utility>

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include "app/base/system_bits.hpp"
#include "app/data/data_source.hpp"
#include "app/data/letor_notes.hpp"
#include "app/data/model_file.hpp"
#include "app/deploy/clock_watch.hpp"

namespace fedltr {
namespace {

/// Returns the parameters in a file if it has a model of the agreement.
std::optional<Vector> model_in(const std::filesystem::path& file,
                               const MembersAgreement& agreement) {
  if (!std::filesystem::exists(file)) return {};
  const ModelFile found = read_model_file(file);
  if (agreement.has_form_of(found)) return parameters_of(found);
  spdlog::warn("{}: is of another agreement, so it ranks nothing",
               file.string());
  return {};
}

}  // namespace

MemberAgent::MemberAgent(const MembersAgreement& agreement,
                         const AgentPlace& place)
    : log_(std::make_shared<SearchLog>(
          place.data / kSearchLog,
          search_columns(agreement.scenario, agreement.features),
          agreement.digest, place.keeping)) {
  if (!place.address) return;
  AgentTerms terms;
  terms.ranker = agreement.plan.training.ranker;
  terms.normalizer = keeping_of(agreement.scenario).normalizer;
  terms.features = std::ssize(agreement.features);
  terms.list = agreement.scenario.clicks.list;
  terms.learns = !agreement.scenario.members.learns_from_log();
  terms.exploration = terms.learns ? agreement.scenario.members.exploration
                                   : Exploration::kNone;
  terms.comparing = agreement.plan.comparing;
  terms.by_user =
      terms.learns && agreement.plan.training.unit == PrivacyUnit::kUser;
  terms.model = agreement.plan.initial;
  if (auto kept = model_in(place.model, agreement)) {
    terms.model = std::move(*kept);
    terms.epoch.reset();
  }
  agent_ = std::make_unique<Agent>(std::move(terms), *log_,
                                   ClockWatch::unix_seconds, system_bits);
  http_ = std::make_unique<AgentHttp>(*place.address, place.data, place.member,
                                      *agent_, *log_);
}

std::string MemberAgent::add_log(const MembersAgreement& agreement,
                                 const MemberLogFiles& files) {
  LetorNotes notes;
  auto searches =
      read_member_log(agreement.scenario, files, std::ssize(agreement.features),
                      notes, log_->key());
  tell_notes(notes, use_of(agreement.scenario.data));
  const std::size_t all = searches.size();
  const auto added = log_->add_new(std::move(searches));
  // Estimates change with each table.
  if (added.changed > 0 && !agreement.scenario.logging.curve.empty())
    spdlog::warn(
        "{} lists of an earlier --log wait with other propensities than "
        "logging.curve now gives, and teach by those",
        added.changed);
  return fmt::format("log         {}: {} lists with clicks, {} of them new\n",
                     files.clicks.string(), all, added.searches);
}

std::size_t MemberAgent::take(std::uint32_t epoch, const Vector& model,
                              Json ledger) {
  const std::size_t taken = log_->closed(epoch);
  if (!http_) return taken;
  agent_->use(epoch, model);
  account(std::move(ledger));
  return taken;
}

void MemberAgent::compare(const MemberTrial& trial) {
  if (agent_) agent_->compare(trial);
}

void MemberAgent::account(Json ledger) {
  if (http_) http_->account(std::move(ledger));
}

}  // namespace fedltr
