#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "actors/consortium/endpoints.hpp"
#include "app/base/journal.hpp"
#include "app/deploy/agreement.hpp"

namespace fedltr {

/// Inputs of a party's answers besides the agreement.
struct PartyInputs {
  std::string member;
  std::string data;    ///< SHA-256 of its files
  std::string ledger;  ///< the file, absolute
  std::string limits;  ///< SHA-256 of --own; empty if not given
  std::string heads;   ///< LedgerMemory::text_in(): may differ
  /// Digest of the key that proves its keys; empty without one.
  std::string lasting_key = {};
};

/// First record of a journal: identifies the run and holds what was drawn for
/// it.
struct JournalStart {
  static constexpr const char* kName = "JournalStart";
  std::string side;  ///< "relay", or the party's name
  std::string version;
  std::string digest;  ///< of the agreement
  // The party's, as in PartyInputs:
  std::string data;
  std::string ledger;
  std::string limits;
  std::string heads;
  std::string lasting_key;
  std::uint64_t process = 0;  ///< of Join
  std::uint64_t begun = 0;    ///< Unix time
  /// Key of all the party's draws; empty in a rehearsal.
  std::vector<std::uint8_t> secret;

  auto fields(auto&& f) {
    return f(side, version, digest, data, ledger, limits, heads, lasting_key,
             process, begun, secret);
  }
};

/// A relay's journal: the messages it received, in order, without the content
/// of delivered questions and answers once there are many. Contains no secret.
class RelayJournal {
 public:
  /// With `resume` continues the run that the journal holds, else begins one.
  /// @throws UsageError       if it holds a run and `resume` is not given
  /// @throws CheckpointError  if it holds another run
  RelayJournal(const std::filesystem::path& folder, const Agreement& agreement,
               bool resume);

  /// Outlives the run of this config.
  void attach(consortium::RelayConfig& config);
  void end(const consortium::End& end);

 private:
  /// A rehearsal is not synced to disk: it survives a kill, and need not
  /// survive a loss of power. It has no secret noise to protect, and waiting
  /// for the disk before each message would take most of its time.
  bool is_rehearsal_;
  Journal journal_;
};

/// A party's journal: the key of all its draws, and the messages it received.
/// So it repeats what it did, and never draws other noise for an answer.
class PartyJournal {
 public:
  static std::filesystem::path file_in(const std::filesystem::path& folder);

  /// As of a relay.
  PartyJournal(const std::filesystem::path& folder, const Agreement& agreement,
               const PartyInputs& inputs, bool resume);

  /// Makes the plan's draws follow from the kept key; not in a rehearsal.
  void draw_from_it(SiloPlan& plan) const;
  /// Sets the config's process to that of the run; outlives its run.
  void attach(consortium::PartyConfig& config);
  std::uint64_t process() const { return start_.process; }
  /// Text of what the party remembered of the others' ledgers when the run
  /// began.
  const std::string& heads() const { return start_.heads; }
  /// Unix time at which the run began.
  std::int64_t begun() const { return static_cast<std::int64_t>(start_.begun); }
  /// True if the safety code was confirmed, now or before.
  bool is_confirmed(const std::string& code) const {
    return confirmed_.contains(code);
  }
  void confirm(const std::string& code);
  void end(const consortium::End& end);

 private:
  bool is_rehearsal_;
  Journal journal_;
  JournalStart start_;
  std::set<std::string> confirmed_;
  /// Documents of each Fetched of an earlier process, by owner and request.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>>
      fetched_;
};

}  // namespace fedltr
