#include "app/deploy/member_folder.hpp"

#include <fstream>

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/deploy/agreed_file.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPage = "disclosure.md";
constexpr std::string_view kAgreement = "agreement ";
constexpr std::size_t kMostOfNumber = 100;
constexpr const char* kLeave = "--leave";  ///< how it has left, in agreed.csv

/// Returns the digest on a page of a member; empty if it has none.
std::string digest_on(const fs::path& page) {
  std::ifstream lines(page);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(kAgreement)) return line.substr(kAgreement.size());
  return {};
}

/// Returns STEM.json, or STEM-2.json ... if that exists.
fs::path free_name(const fs::path& stem) {
  fs::path name = stem.string() + ".json";
  for (int i = 2; fs::exists(name); ++i)
    name = stem.string() + "-" + std::to_string(i) + ".json";
  return name;
}

}  // namespace

void MemberFolder::require_own() const {
  const std::string found = digest_on(folder_ / kPage);
  if (found.empty() || found == agreement_.digest || !fs::exists(model_file()))
    return;
  throw UsageError(folder_.string() +
                   ": holds the model of another agreement, " + found +
                   ": give --out DIR, or move it away");
}

void MemberFolder::require_stays() const {
  if (has_line(kLeave))
    throw NetworkError((folder_ / "agreed.csv").string() +
                       ": this member has left this federation for good; "
                       "another agreement may name it again");
}

/// True if agreed.csv has a line of this agreement that was agreed to in a way
/// which begins so.
bool MemberFolder::has_line(const std::string& by) const {
  std::ifstream rows(folder_ / "agreed.csv");
  for (std::string row; std::getline(rows, row);)
    if (row.find("," + agreement_.digest + ",") != std::string::npos &&
        row.find("," + by, row.rfind(',')) != std::string::npos)
      return true;
  return false;
}

void MemberFolder::warn_of_lost(const fs::path& ledger) const {
  std::error_code none;
  const auto size = fs::file_size(ledger, none);
  if ((!none && size > 0) || !has_line("")) return;
  spdlog::warn(
      "{}: is not there, though this member has agreed to this federation "
      "before: if it had a part in an epoch, restore the ledger from a backup, "
      "or the member spends its budget again",
      ledger.string());
}

void MemberFolder::hold() {
  fs::create_directories(folder_);
  lock_.emplace(folder_);
}

void MemberFolder::agree(const std::string& page, const std::string& by) const {
  write_whole(folder_ / kPage, page);
  add_agreed(folder_, agreement_, by);
}

void MemberFolder::leave(const std::string& by) const {
  if (!has_line(""))
    spdlog::warn(
        "{}: is not where this member agreed, but has the line that it has "
        "left: copy it to the --out that has the others",
        (folder_ / "agreed.csv").string());
  add_agreed(folder_, agreement_, kLeave + (" " + by));
}

void MemberFolder::keep_model(std::uint32_t epoch, const Vector& model) const {
  const fs::path counter = folder_ / "model-epoch";
  const auto last = fs::exists(counter)
                        ? parse_whole(trim(file_text(counter, kMostOfNumber)))
                        : std::nullopt;
  if (last && epoch < *last && fs::exists(model_file())) {
    const fs::path earlier = free_name(folder_ / "model-before");
    fs::rename(model_file(), earlier);
    spdlog::warn("the server has begun anew: the model so far is kept as {}",
                 earlier.string());
  }
  write_whole(model_file(), model_text(agreement_.model_file(model)));
  write_whole(counter, std::to_string(epoch) + "\n");
}

void MemberFolder::add_own(std::uint32_t epoch, std::uint32_t in_sum,
                           const std::string& metric, double value) {
  curve_ += fmt::format("{},{},{}\n", epoch, in_sum, value);
  write_whole(folder_ / "own.csv", "epoch,in_sum," + metric + "\n" + curve_,
              0600);
}

}  // namespace fedltr
