#pragma once

#include <filesystem>
#include <string>

#include "app/base/sockets.hpp"

namespace fedltr {

/// A file with the address at which somebody listens, for those who connect: it
/// is there, whole, once the port is open, and goes when this goes.
class AddressFile {
 public:
  /// @param address  of all networks (0.0.0.0, ::): the machine's name is
  /// written
  /// @throws UsageError          if a file is there that holds something else
  /// @throws std::runtime_error  naming the file
  AddressFile(std::filesystem::path file, const Address& address);
  /// Removes it, unless it names another one's address by now.
  ~AddressFile();
  AddressFile(const AddressFile&) = delete;
  AddressFile& operator=(const AddressFile&) = delete;

 private:
  std::filesystem::path file_;
  std::string text_;
};

/// @throws NetworkError  if there is none yet
/// @throws UsageError    if the file holds something else
Address read_address(const std::filesystem::path& file);

}  // namespace fedltr
