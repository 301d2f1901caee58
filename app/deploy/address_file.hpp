#pragma once

#include <filesystem>
#include <string>

#include "app/base/sockets.hpp"

namespace fedltr {

/// A file with the address of a listening server, for clients: complete once
/// the port is open, removed by the destructor.
class AddressFile {
 public:
  /// @param address  if it stands for all networks (0.0.0.0, ::), the file gets
  ///                 the machine's name
  /// @throws UsageError          if the file exists and holds something else
  /// @throws std::runtime_error  naming the file
  AddressFile(std::filesystem::path file, const Address& address);
  /// Removes the file, unless it names another server's address by now.
  ~AddressFile();
  AddressFile(const AddressFile&) = delete;
  AddressFile& operator=(const AddressFile&) = delete;

 private:
  std::filesystem::path file_;
  std::string text_;
};

/// @throws NetworkError  if there is no file yet
/// @throws UsageError    if the file holds something else
Address read_address(const std::filesystem::path& file);

}  // namespace fedltr
