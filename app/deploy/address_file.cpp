#include "app/deploy/address_file.hpp"

#include <array>

#include <unistd.h>

#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// A host name has at most 253 characters.
constexpr std::size_t kMaxBytes = 300;

std::string text_of_file(const fs::path& file) {
  try {
    return trim(file_text(file, kMaxBytes));
  } catch (const DataError& error) {
    // The server may have ended and removed the file meanwhile.
    if (!fs::exists(file)) throw NetworkError(error.what());
    throw UsageError(error.what());
  }
}

std::string machine_name() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0 || name[0] == '\0')
    return "localhost";
  return name.data();
}

}  // namespace

Address read_address(const fs::path& file) {
  if (!fs::exists(file))
    throw NetworkError(file.string() +
                       ": is not there; fedltr serve --address-file writes it");
  return parse_address(file.string() + ":", text_of_file(file));
}

AddressFile::AddressFile(fs::path file, const Address& address)
    : file_(std::move(file)) {
  if (fs::exists(fs::symlink_status(file_))) read_address(file_);
  const bool everywhere = address.host == "0.0.0.0" || address.host == "::";
  text_ =
      Address{everywhere ? machine_name() : address.host, address.port}.text();
  write_whole(file_, text_ + "\n");
}

AddressFile::~AddressFile() {
  std::error_code gone;
  try {
    if (text_of_file(file_) == text_) fs::remove(file_, gone);
  } catch (const std::exception&) {
    // The file names another server by now.
  }
}

}  // namespace fedltr
