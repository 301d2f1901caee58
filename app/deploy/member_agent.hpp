#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/data/member_log.hpp"
#include "app/data/search_log.hpp"
#include "app/deploy/agent.hpp"
#include "app/deploy/agent_http.hpp"
#include "app/deploy/members_agreement.hpp"

namespace fedltr {

/// Where a member meets its own users.
struct AgentPlace {
  std::string member;
  std::filesystem::path data;      ///< folder of its log and token
  std::filesystem::path model;     ///< file of an earlier process, if it exists
  std::optional<Address> address;  ///< nullopt: the log alone, for a rehearsal
  LogKeeping keeping = {};
};

/// A member's searches and, if it has an address, its agent there.
class MemberAgent {
 public:
  /// Ranks by the model of an earlier process, if that is one of the agreement,
  /// or else by the agreement's first one.
  /// @throws DataError, UsageError, NetworkError
  MemberAgent(const MembersAgreement& agreement, const AgentPlace& place);

  /// Adds what is new in a log of clicks to searches.log.
  /// @return  a line for the member
  /// @throws DataError
  std::string add_log(const MembersAgreement& agreement,
                      const MemberLogFiles& files);

  /// Takes the model of an epoch.
  /// @param ledger  the account to show
  /// @return  number of searches that were taken for its epoch
  std::size_t take(std::uint32_t epoch, const Vector& model, Json ledger);

  /// Compares newer models with this one from now on.
  void compare(const MemberTrial& trial);

  const std::shared_ptr<SearchLog>& log() const { return log_; }
  /// Shows this account from now on.
  void account(Json ledger);

  /// Null without an address.
  const AgentHttp* http() const { return http_.get(); }

 private:
  std::shared_ptr<SearchLog> log_;
  std::unique_ptr<Agent> agent_;
  std::unique_ptr<AgentHttp> http_;
};

}  // namespace fedltr
