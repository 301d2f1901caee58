#include "app/plan/history_files.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "algorithms/privacy/signature.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Number of clients per folder: file systems are slow with very many entries.
constexpr std::uint32_t kGroup = 1000;

fs::path name_of(std::uint32_t piece) {
  return std::to_string(piece) + ".bin";
}

bool is_piece(const std::string& name) {
  return name.ends_with(".bin") &&
         parse_whole(std::string_view(name).substr(0, name.size() - 4));
}

/// True for the folder of a run: `f1-r2`.
bool is_run(const std::string& name) {
  const std::size_t middle = name.find("-r");
  return name.starts_with('f') && middle != name.npos &&
         parse_whole(std::string_view(name).substr(1, middle - 1)) &&
         parse_whole(std::string_view(name).substr(middle + 2));
}

/// Removes pieces, the numbered folders that hold them, and the folder. Other
/// files and their folders remain.
void remove_pieces(const HeldFolder& above, const std::string& name) {
  const auto folder = above.enter(name);
  if (!folder) return;
  for (const std::string& file : folder->files())
    if (is_piece(file)) folder->remove(file);
  for (const std::string& each : folder->folders())
    if (parse_whole(each)) remove_pieces(*folder, each);
  above.remove_folder(name);
}

void remove_pieces(const fs::path& folder) {
  if (const auto above = HeldFolder::open(folder.parent_path()))
    remove_pieces(*above, folder.filename().string());
}

}  // namespace

void remove_histories(const HeldFolder& run_folder) {
  constexpr const char* kHistories = "history";
  const auto all = run_folder.enter(kHistories);
  if (!all) return;
  for (const std::string& name : all->folders())
    if (is_run(name)) remove_pieces(*all, name);
  run_folder.remove_folder(kHistories);
}

HistoryFiles::HistoryFiles(fs::path folder) : folder_(std::move(folder)) {
  remove_pieces(folder_);
}

HistoryFiles::~HistoryFiles() {
  try {
    remove_pieces(folder_);
  } catch (const std::exception&) {  // the next store removes them
  }
}

fs::path HistoryFiles::folder_of(std::uint32_t owner) const {
  return folder_ / std::to_string(owner / kGroup) / std::to_string(owner);
}

void HistoryFiles::write(std::uint32_t owner, std::uint32_t piece,
                         std::string_view bytes) {
  const fs::path folder = folder_of(owner);
  fs::create_directories(folder);
  const fs::path file = folder / name_of(piece);
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  const std::string digest = digest_of(bytes);
  out.write(digest.data(), static_cast<std::streamsize>(digest.size()));
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out)
    throw std::runtime_error(file.string() +
                             ": a history of updates can't be "
                             "written: " +
                             std::strerror(errno));
}

std::string HistoryFiles::read(std::uint32_t owner, std::uint32_t piece) {
  const fs::path file = folder_of(owner) / name_of(piece);
  std::ifstream in(file, std::ios::binary);
  if (!in)
    throw std::runtime_error(file.string() +
                             ": a history of updates can't be "
                             "read: " +
                             std::strerror(errno));
  std::ostringstream text;
  text << in.rdbuf();
  const std::string all = std::move(text).str();
  if (all.size() < kDigestDigits ||
      digest_of(std::string_view(all).substr(kDigestDigits)) !=
          all.substr(0, kDigestDigits))
    throw std::runtime_error(file.string() +
                             ": this history of updates is damaged: its "
                             "digest does not fit");
  return all.substr(kDigestDigits);
}

void HistoryFiles::remove(std::uint32_t owner) {
  remove_pieces(folder_of(owner));
}

}  // namespace fedltr
