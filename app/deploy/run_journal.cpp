#include "app/deploy/run_journal.hpp"

#include <algorithm>
#include <ctime>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include <spdlog/spdlog.h>

#include "algorithms/core/archive.hpp"
#include "algorithms/privacy/key_stream.hpp"
#include "app/base/errors.hpp"
#include "app/base/system_bits.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Confirmation of the safety code, by a person or by --expect.
struct Confirmed {
  std::string code;

  auto fields(auto&& f) { return f(code); }
};
using PartyEntry =
    std::variant<Confirmed, consortium::Carried, consortium::Asked,
                 consortium::GaveUp, consortium::Renewed, consortium::Answered,
                 consortium::Fetched>;

template <class Value>
Value record_as(const std::string& record, const fs::path& file) {
  try {
    return unarchived<Value>(record);
  } catch (const ArchiveError& error) {
    throw CheckpointError(file.string() + ": " + error.what());
  }
}

/// Begin of a JournalStart, the same in all versions.
struct JournalVersion {
  std::string side;
  std::string version;

  auto fields(auto&& f) { return f(side, version); }
};

[[noreturn]] void refuse_other(const fs::path& file, const char* what,
                               const std::string& here,
                               const std::string& there) {
  throw CheckpointError(file.string() + ": is of a run with another " + what +
                        ": " + there + ", here " + here +
                        "; continue it with that one, or remove the file to "
                        "begin another run");
}

void require_version(const fs::path& file, const std::string& record) {
  JournalVersion found;
  try {
    Archive archive(record);
    archive(found);
  } catch (const ArchiveError&) {
    return;  // reported as what it should be
  }
  if (found.version != program_version())
    refuse_other(file, "version of fedltr", program_version(), found.version);
}

void require_same(const fs::path& file, const JournalStart& wanted,
                  const JournalStart& found) {
  const auto compare = [&](const char* what, const std::string& here,
                           const std::string& there) {
    if (here != there) refuse_other(file, what, here, there);
  };
  compare("member", wanted.side, found.side);
  compare("agreement", wanted.digest, found.digest);
  compare("data", wanted.data, found.data);
  compare("ledger", wanted.ledger, found.ledger);
  compare("file --own", wanted.limits, found.limits);
  compare("key of the certificate", wanted.lasting_key, found.lasting_key);
}

JournalStart start_of(const Agreement& agreement, const std::string& side) {
  JournalStart start;
  start.side = side;
  start.version = program_version();
  start.digest = agreement.digest;
  return start;
}

JournalStart start_of_party(const Agreement& agreement,
                            const PartyInputs& inputs) {
  JournalStart start = start_of(agreement, inputs.member);
  start.data = inputs.data;
  start.ledger = inputs.ledger;
  start.limits = inputs.limits;
  start.heads = inputs.heads;
  start.lasting_key = inputs.lasting_key;
  start.process = system_bits();
  start.begun = static_cast<std::uint64_t>(std::time(nullptr));
  if (agreement.rehearsal) return start;
  for (std::size_t i = 0; i < std::tuple_size_v<Secret>; i += 8) {
    const std::uint64_t bits = system_bits();
    for (int byte = 0; byte < 8; ++byte)
      start.secret.push_back(static_cast<std::uint8_t>(bits >> (8 * byte)));
  }
  return start;
}

/// One stream for all draws: none repeats, whatever the relay asks for.
Bits drawn_from(const std::vector<std::uint8_t>& secret) {
  Secret key{};
  std::ranges::copy(secret, key.begin());
  return [stream = std::make_shared<KeyStream>(key)] { return (*stream)(); };
}

/// Returns the start of the run that a journal holds, or enters this one's.
JournalStart start_in(Journal& journal, JournalStart start, bool resume) {
  const fs::path& file = journal.file();
  // A journal with only its start has received nothing yet.
  if (!resume && journal.found() > 1)
    throw UsageError(file.string() +
                     ": holds a run that was stopped; --resume continues it, "
                     "without the file another one begins");
  if (!resume) journal.clear();
  if (const auto first = journal.next()) {
    require_version(file, *first);
    auto found = record_as<JournalStart>(*first, file);
    require_same(file, start, found);
    if (found.secret.size() != start.secret.size())
      throw CheckpointError(file.string() + ": holds no secret of a run");
    if (resume)
      spdlog::info("{}: goes through {} records of the run first",
                   file.string(), journal.found() - 1);
    return found;
  }
  if (resume)
    spdlog::warn("{}: holds no run: starts from the beginning", file.string());
  journal.append(archived(start));
  journal.sync();
  return start;
}

/// Removes the journal, unless another process can resume the run.
void close_journal(Journal& journal, bool goes_on) {
  if (!goes_on || journal.records() == 1) return journal.remove();
  spdlog::warn("{} stays: --resume continues this run",
               journal.file().string());
}

/// @return  as RelayConfig::shorten
std::uint64_t shorten_records(Journal& journal,
                              const consortium::ShortenRecord& shorten) {
  bool is_start = true;
  const auto change = [&](std::string bytes) -> std::optional<std::string> {
    if (std::exchange(is_start, false)) return bytes;
    auto record = shorten(unarchived<consortium::RelayRecord>(bytes));
    if (!record) return std::nullopt;
    return archived(*record);
  };
  try {
    return journal.rewrite(change);
  } catch (const std::exception& error) {
    // For example a disk without room for both: the run can continue.
    spdlog::warn("the journal is not shortened: {}", error.what());
    return 0;
  }
}

}  // namespace

RelayJournal::RelayJournal(const fs::path& folder, const Agreement& agreement,
                           bool resume)
    : is_rehearsal_(agreement.rehearsal), journal_(folder / "relay.journal") {
  start_in(journal_, start_of(agreement, "relay"), resume);
}

void RelayJournal::attach(consortium::RelayConfig& config) {
  config.keep = [this](consortium::RelayRecord record) {
    journal_.append(archived(record));
  };
  if (!is_rehearsal_) config.sync = [this] { journal_.sync(); };
  // A transcript that is written anew after a kill has all messages.
  if (!config.transcript)
    config.shorten = [this](const consortium::ShortenRecord& shorten) {
      return shorten_records(journal_, shorten);
    };
  config.kept = [this]() -> std::optional<consortium::RelayRecord> {
    if (const auto record = journal_.next())
      return unarchived<consortium::RelayRecord>(*record);
    return std::nullopt;
  };
}

void RelayJournal::end(const consortium::End& end) {
  close_journal(journal_, end.kind == consortium::End::Kind::kInterrupted);
}

fs::path PartyJournal::file_in(const fs::path& folder) {
  return folder / "party.journal";
}

PartyJournal::PartyJournal(const fs::path& folder, const Agreement& agreement,
                           const PartyInputs& inputs, bool resume)
    : is_rehearsal_(agreement.rehearsal),
      journal_(file_in(folder)),
      start_(start_in(journal_, start_of_party(agreement, inputs), resume)) {
  while (const auto record = journal_.next()) {
    const auto entry = record_as<PartyEntry>(*record, journal_.file());
    if (const auto* confirmed = std::get_if<Confirmed>(&entry))
      confirmed_.insert(confirmed->code);
    if (const auto* fetched = std::get_if<consortium::Fetched>(&entry))
      fetched_[{fetched->owner, fetched->request}] = fetched->documents;
  }
  journal_.rewind();
  journal_.next();  // the start
}

void PartyJournal::draw_from_it(SiloPlan& plan) const {
  if (!start_.secret.empty()) plan.system = drawn_from(start_.secret);
}

void PartyJournal::attach(consortium::PartyConfig& config) {
  config.process = start_.process;
  config.keep = [this](consortium::PartyEvent event) {
    PartyEntry entry = std::visit(
        [](auto& each) { return PartyEntry(std::move(each)); }, event);
    journal_.append(archived(entry));
  };
  if (!is_rehearsal_) config.sync = [this] { journal_.sync(); };
  config.kept = [this]() -> std::optional<consortium::PartyEvent> {
    while (const auto record = journal_.next()) {
      auto entry = unarchived<PartyEntry>(*record);
      auto event = std::visit(
          [](auto& each) -> std::optional<consortium::PartyEvent> {
            if constexpr (std::is_same_v<decltype(each), Confirmed&>)
              return std::nullopt;
            else
              return std::move(each);
          },
          entry);
      if (event) return event;
    }
    return std::nullopt;
  };
  config.fetched = [this](std::uint32_t owner, std::uint32_t request) {
    const auto found = fetched_.find({owner, request});
    return found == fetched_.end() ? std::vector<std::uint32_t>()
                                   : found->second;
  };
}

void PartyJournal::confirm(const std::string& code) {
  if (!confirmed_.insert(code).second) return;
  PartyEntry entry = Confirmed{code};
  journal_.append(archived(entry));
  journal_.sync();
}

/// A party that was excluded, or found no relay, may resume once the relay is
/// repaired.
void PartyJournal::end(const consortium::End& end) {
  using Kind = consortium::End::Kind;
  close_journal(journal_,
                end.kind == Kind::kInterrupted || end.kind == Kind::kLeftOut);
}

}  // namespace fedltr
