#include "app/deploy/member_disclosure.hpp"

#include <algorithm>

#include <spdlog/fmt/fmt.h>

#include "algorithms/privacy/secagg_messages.hpp"
#include "app/base/text.hpp"
#include "app/data/search_log.hpp"
#include "app/deploy/disclosed_noise.hpp"
#include "app/plan/members_plan.hpp"
#include "app/schema/choices.hpp"

namespace fedltr {
namespace {

/// Describes what two evaluations reveal of a member; empty with noise.
const char* of_subtraction(const members::MembersPlan& plan) {
  if (plan.exam.multiplier > 0) return "";
  return " Without noise, the server can subtract an evaluation without this "
         "member from one with it: the difference is its own figures, nearly "
         "or exactly.";
}

/// Describes evaluations that compare models by clicks.
std::string of_comparisons(const members::MembersPlan& plan) {
  const char* const rival = plan.comparing.with == Opponent::kEngine
                                ? "the search engine's order"
                                : "the last model that was kept";
  return fmt::format(
      "A share of {:g} of the lists that users see is interleaved from the "
      "newest model and {}; it teaches nothing. After each {} epochs, and for "
      "the last model, an evaluation leaves in the same way, with a vector of "
      "{} integers: {}{}, under masks. All learn the mean over all members, "
      "and the number of {}.{} A model that users like less with 99.9 % is "
      "withdrawn.\n\n",
      plan.comparing.share, rival, plan.evaluate, kExamWords,
      plan.one_each ? "the mean preference of this member's users"
                    : "sum of the preferences of its users, their number",
      plan.exam.multiplier > 0 ? ", and noise" : "",
      plan.one_each ? "members" : "users", of_subtraction(plan));
}

/// Describes masked evaluations; empty if there are none.
std::string of_exams(const members::MembersPlan& plan) {
  if (plan.evaluate == 0) return {};
  if (plan.comparing.on()) return of_comparisons(plan);
  return fmt::format(
      "After each {} epochs, and for the first and the last model, an "
      "evaluation leaves in the same way, with a vector of {} integers: {}"
      "{}, under masks. All learn the mean over all members, and the number "
      "of {}.{}\n\n",
      plan.evaluate, kExamWords,
      plan.one_each ? "this member's mean metric on its held-out queries"
                    : "sum of the metric on its held-out queries, their number",
      plan.exam.multiplier > 0 ? ", and noise" : "",
      plan.one_each ? "members" : "queries", of_subtraction(plan));
}

/// Describes what is kept of a search.
const char* of_search(const MembersSettings& members) {
  if (members.learns_from_log())
    return "for each list with a click in the log the user's name, the "
           "features "
           "of the documents shown, the propensity of each rank, and the "
           "clicks";
  const Exploration exploration = members.exploration;
  if (exploration == Exploration::kSwap)
    return "for each two neighbours in a list of which one was clicked the "
           "user's name as the engine sent it, the features of both documents, "
           "and "
           "the click";
  return "for each search with a click the user's name as the engine sent it, "
         "the "
         "features of the documents shown, the scores of all candidates, and "
         "the clicks";
}

/// Says how lists without chance bias the model; empty if they have some.
const char* of_bias(const Scenario& scenario) {
  if (!scenario.members.learns_from_log())
    return scenario.members.exploration == Exploration::kNone
               ? "Lists are not varied (members.exploration = none), so the "
                 "model is biased towards what it ranks high.\n"
               : "";
  return Choices(scenario).learner.traits.by_examination
             ? "Position bias is corrected as far as the propensities are "
               "right; trust bias remains, and what the log never showed is "
               "not learned about.\n"
             : "The learner takes clicks for relevance, so the model is biased "
               "towards what the engine ranked high.\n";
}

/// Describes when searches are removed by their age.
std::string of_age(std::int64_t days) {
  return days == 0 ? "None is removed for its age (see --keep)."
                   : fmt::format(
                         "Each is removed when it is {} days old, also if it "
                         "has not taught.",
                         days);
}

/// Describes how a user's searches are removed.
const char* of_erasure(const MembersAgreement& agreement) {
  return agreement.plan.comparing.on()
             ? " POST /forget of --agent removes a user's, and its preferences "
               "between models, which are kept there too."
         : agreement.scenario.members.learns_from_log()
             ? " POST /forget of --agent removes a user's; the next start adds "
               "those again that --log still has and that have not taught. Of "
               "each list that has taught, a hash with a key stays in the "
               "file, "
               "also after --keep's days and POST /forget, by which it does "
               "not "
               "teach again."
             : " POST /forget of --agent removes a user's.";
}

/// Describes what the member keeps of its own users; empty if they don't teach.
std::string of_users(const MembersAgreement& agreement,
                     std::int64_t keep_days) {
  const MembersSettings& members = agreement.scenario.members;
  if (!members.has_real_users()) return {};
  return fmt::format(
      "\nWhat stays on this machine, in {} in the folder of its data, which "
      "only its owner can read: {}. An epoch learns from at most {} of them{}, "
      "each once. {}{} What one taught stays in the published models.\n{}",
      kSearchLog, of_search(members), members.searches,
      members.unit == PrivacyUnit::kUser ? " of each user" : "",
      of_age(keep_days), of_erasure(agreement), of_bias(agreement.scenario));
}

/// Describes how many epochs there are, and when.
std::string schedule_of(const MembersAgreement& agreement) {
  const members::MembersPlan& plan = agreement.plan;
  std::string text = fmt::format(
      "There are {} epochs that learn, {}", plan.epochs,
      plan.every == 0
          ? "one after the other"
          : fmt::format("one every {} or later",
                        agreement.scenario.text.at("members.every")));
  if (plan.exams() > 0)
    text += fmt::format(", and up to {} that evaluate the models between them",
                        plan.exams());
  return text + "; each that is lost before its sum is open adds one.\n\n";
}

std::string what_leaves(const MembersAgreement& agreement,
                        std::int64_t keep_days) {
  const auto parameters = agreement.plan.initial.size();
  const std::size_t others = agreement.names().size() - 1;
  const bool lies = agreement.plan.tolerance.lies;
  return fmt::format(
      "What leaves this machine when it connects: the member's name{}, "
      "fedltr's version, a random number of this process, the agreement's "
      "digest and those of its keys and values.\n\n"
      "{}"
      "What leaves it in each epoch, beside the epoch's number:\n\n"
      "- a public key, {} bytes, made when {} starts{}\n"
      "- for each of up to {} other members, two sealed shares of this epoch's "
      "secrets, and hidden seeds and checks of them\n"
      "- one vector of {} integers modulo 2^64: the clipped change of the "
      "model{}, under masks\n"
      "{}"
      "- for each other member, one of its two shares, which the server needs "
      "to take masks off\n\n"
      "{}"
      "When this process ends before the federation, and can still send it, "
      "the "
      "reason: its user, its budget, a failure, or a message that no server "
      "sends.{}\n\n"
      "No message has a row, feature value, label, query, document, click, "
      "user, count or metric of its own that can be read.\n"
      "{}",
      lies ? ", certificate, token and last epoch" : ", certificate and token",
      schedule_of(agreement), kKeyBytes, lies ? "the epoch" : "this process",
      lies ? ", signed with the key of this member's certificate, and once the "
             "certificate"
           : "",
      others, parameters,
      agreement.plan.code.multiplier > 0
          ? " and this member's share of the noise"
          : "",
      lies ? "- a signature of who sent keys and shares and who is in the sum\n"
           : "",
      of_exams(agreement.plan),
      agreement.plan.code.multiplier > 0
          ? " With --agent it stays when its budget is spent or its clock was "
            "set, and reports in place of a key that it has no part."
          : "",
      of_users(agreement, keep_days));
}

/// Describes the sums that the server opens.
std::string sums_of(std::uint32_t groups, std::uint32_t size) {
  if (groups == 1) return "each epoch's sum over the members that answer";
  return fmt::format(
      "in each epoch {} sums, each over the members of a group that answer: "
      "groups of {} or one more, drawn anew by the server",
      groups, size);
}

/// Members that may collude, in all groups together.
std::uint32_t colluders_of(Tolerance tolerance, std::uint32_t all) {
  tolerance.groups = 1;
  return tolerance.max_colluders(all);
}

/// Describes the level of protection against the server.
std::string of_level(const MembersAgreement& agreement) {
  const auto all = static_cast<std::uint32_t>(agreement.names().size());
  const Tolerance& tolerance = agreement.plan.tolerance;
  const std::uint32_t group = agreement.plan.group_of(all);
  const std::uint32_t colluders = colluders_of(tolerance, all);
  const std::uint32_t answers =
      std::max(3U, group - tolerance.max_dropouts(group));
  if (!tolerance.lies)
    return fmt::format(
        "Level honest: this holds if the server follows the protocol. It may "
        "collude with up to {} of {} members: with all present, {} of {} have "
        "to be honest, and {} is not opened with fewer than {} answers.\n",
        colluders, all, all - colluders, all,
        tolerance.groups > 1 ? "a group's sum" : "an epoch", answers);
  return fmt::format(
      "Level lying (experimental: no cryptographer has read it): this holds "
      "also if the server lies about who takes part or has dropped out, about "
      "keys, or sends members other models, if {} of the {} members are "
      "honest, and the authority that signed the certificates is. An epoch "
      "needs {} members that sign the same view of it and, with all present, "
      "is not opened with fewer than {} answers. A lie that is proved ends "
      "this member, with exit "
      "code 4.\n",
      all - colluders, all, least_equal(tolerance), answers);
}

std::string who_learns(const MembersAgreement& agreement) {
  const members::MembersPlan& plan = agreement.plan;
  return "The server learns " +
         sums_of(plan.tolerance.groups, plan.group_of(plan.names.size())) +
         ", and the model; all members learn the model.\n" +
         (agreement.scenario.ranker.from.empty()
              ? ""
              : "It begins with the model of ranker.from: what this member "
                "gave for that counts over its life only.\n") +
         of_level(agreement);
}

/// Describes what happens to harmful parts.
std::string of_harm(const members::MembersPlan& plan) {
  if (plan.tolerance.groups == 1) return "masks hide it";
  if (plan.units == 0)
    return "masks hide it. Sums of groups count by their median, and are not "
           "checked: no length of a part is agreed";
  return fmt::format(
      "masks hide it. Sums of groups longer than {:g} times members.clip per "
      "member, and noise, are discarded; the others count by their median, and "
      "a member whose groups are discarded far more often than chance has it "
      "is named and left out. A harmful part within that length is not found",
      plan.units);
}

std::string unprotected(const members::MembersPlan& plan) {
  const bool lies = plan.tolerance.lies;
  return fmt::format(
      "What is not protected:\n\n"
      "- who takes part, when, and when a member is connected, spends its "
      "budget, "
      "or stops and why; the server decides who takes part, and keeps this in "
      "its log and members.csv\n"
      "- this member's part of a sum, against all the others in it together: "
      "what is left without theirs is its own{}\n"
      "- {}\n"
      "- what the opened sums and the published model reveal{}\n"
      "- the model's quality, against a member that sends a harmful part: "
      "{}{}\n",
      plan.code.multiplier > 0 ? ", under its share of the noise" : "",
      lies ? "anything, against a server that has the authority's key, with "
             "which it can invent members"
           : "anything, against a server that does not follow the protocol: it "
             "could ask different members for different shares and open one "
             "member's part",
      plan.code.multiplier > 0 ? ", within the epsilon above" : "",
      of_harm(plan),
      lies ? "; or against a server that sends every member one wrong model"
           : "");
}

std::string what_stays(const MembersAgreement& agreement,
                       const MemberSpent& spent) {
  if (agreement.plan.code.multiplier == 0)
    return "no epsilon bounds what they reveal of its rows "
           "(members.epsilon = 0)";
  return fmt::format(
      "its ledger bounds what they reveal of one {} of it: epsilon {:.4g} over "
      "life, if this ledger has all of its epochs{}",
      agreement.plan.training.unit == PrivacyUnit::kMember
          ? "unit"
          : name_of(agreement.plan.training.unit),
      agreement.epsilon(spent.life),
      spent.unbounded == 0 ? "" : ", of which some had no noise");
}

}  // namespace

std::string leaving_disclosure(const MembersAgreement& agreement,
                               const std::string& member,
                               const MemberSpent& spent) {
  return fmt::format(
      "# {0} leaves {1} for good\n\nagreement {2}\n\n"
      "From now on no part of it leaves: the server records that it has left, "
      "and refuses it. If it takes part in an open epoch, it has dropped out, "
      "unless its masked part has left already.\n\n"
      "What stays of it:\n\n"
      "- its parts of the sums that were opened, and all models made of them, "
      "at the server and at all members; no one can take a part out of a sum, "
      "and {3}\n"
      "- its name, and in which epochs it took part, in the server's "
      "lead.json, epochs.csv, members.csv and federation.json; when, in its "
      "log\n"
      "- its own {4}, its model and its ledger, here: keep the ledger, other "
      "federations count on it\n\n"
      "The other members continue with these models, or agree on a file "
      "without {0} and learn from the first model again, or from the last one "
      "(ranker.from); their ledgers charge that anew.\n",
      member, agreement.scenario.run.name, agreement.digest,
      what_stays(agreement, spent),
      agreement.scenario.members.has_real_users()
          ? "rows, a searches.log with its users' names"
          : "rows");
}

std::string member_disclosure(const MembersAgreement& agreement,
                              const std::string& member,
                              const MemberSpent& spent,
                              std::int64_t keep_days) {
  std::string text =
      fmt::format("# {} as a member of {}\n\nagreement {}\nmembers   {}\n\n",
                  member, agreement.scenario.run.name, agreement.digest,
                  join(agreement.names(), ", "));
  if (agreement.rehearsal)
    text +=
        "A rehearsal: all secrets and noise follow from run.seed, so "
        "nothing is protected. The rest of this page describes the federation "
        "with real secrets.\n\n";
  return text + what_leaves(agreement, keep_days) + "\n" +
         who_learns(agreement) + "\n" + disclosed_noise(agreement, spent) +
         "\n" + unprotected(agreement.plan);
}

}  // namespace fedltr
