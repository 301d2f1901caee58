#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "actors/consortium/endpoints.hpp"
#include "app/deploy/agreement.hpp"
#include "app/deploy/journal.hpp"

namespace fedltr {

/// What a party's answers depend on besides the agreement.
struct PartyInputs {
  std::string member;
  std::string data;    ///< SHA-256 of its files
  std::string ledger;  ///< the file, absolute
  std::string limits;  ///< SHA-256 of --own; empty: none
};

/// First record of a journal: what run it is of, and what was drawn for it.
struct JournalStart {
  static constexpr const char* kName = "JournalStart";
  std::string side;  ///< "relay", or the party's name
  std::string version;
  std::string digest;  ///< of the agreement
  // Of a party, as in PartyInputs:
  std::string data;
  std::string ledger;
  std::string limits;
  std::uint64_t process = 0;  ///< of Hello
  /// Key of all that the party draws; empty in a rehearsal.
  std::vector<std::uint8_t> secret;

  template <class F>
  auto fields(F&& f) {
    return f(side, version, digest, data, ledger, limits, process, secret);
  }
};

/// Opens a journal: with `resume` of the run that it holds, else of a new one,
/// which `start` is of.
/// @param start  becomes what was found
/// @throws UsageError       if it holds a run and `resume` is not given
/// @throws CheckpointError  if it holds another run
class RunJournal {
 public:
  RunJournal(std::filesystem::path file, JournalStart& start, bool resume);

  Journal& journal() { return journal_; }
  /// Removes it unless another process goes on.
  void end(bool goes_on);

 private:
  std::filesystem::path file_;
  Journal journal_;
};

/// What a relay keeps: what came, in its order. No secret is in it.
class RelayJournal {
 public:
  RelayJournal(const std::filesystem::path& folder, const Agreement& agreement,
               bool resume);

  /// Outlives the run of this config.
  void attach(consortium::RelayConfig& config);
  void end(const consortium::End& end);

 private:
  /// Which a kill spares, and a loss of power need not: it tells no secret, and
  /// waiting for the disk before each message takes most of its time.
  bool is_rehearsal_;
  JournalStart start_;
  RunJournal journal_;
};

/// What a party keeps: a key that all it draws follows from, and what came. So
/// it does again what it did, and never draws other noise for an answer.
class PartyJournal {
 public:
  static std::filesystem::path file_in(const std::filesystem::path& folder);

  PartyJournal(const std::filesystem::path& folder, const Agreement& agreement,
               const PartyInputs& inputs, bool resume);

  /// Outlives the run of this config, whose process it says.
  void attach(consortium::PartyConfig& config, SiloPlan& plan);
  std::uint64_t process() const { return start_.process; }
  /// Whether the safety code was confirmed, now or before.
  bool is_confirmed(const std::string& code) const {
    return confirmed_.contains(code);
  }
  void confirm(const std::string& code);
  void end(const consortium::End& end);

 private:
  bool is_rehearsal_;
  JournalStart start_;
  RunJournal journal_;
  std::set<std::string> confirmed_;
};

}  // namespace fedltr
