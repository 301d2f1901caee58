#pragma once

#include <filesystem>
#include <memory>
#include <ostream>
#include <string>

#include "algorithms/silo/own_rows.hpp"
#include "app/deploy/agreement.hpp"

namespace fedltr {

/// A party's files, as read.
struct OwnData {
  std::shared_ptr<const PartyData> data;
  std::string digest;  ///< SHA-256 of the files
  /// Null without such a file. Only ever part of what this party compares
  /// itself with: no message is made from it.
  std::shared_ptr<const OwnRows> rows;
};

/// Reads a party's folder and its own rows, and prints what these hold.
/// @param rows  file of OwnLimits::own_rows, in the folder; empty: none
/// @throws DataError
OwnData read_own_data(const Agreement& agreement,
                      const std::filesystem::path& folder,
                      const std::filesystem::path& rows, std::ostream& out);

/// Prints, beside what a party will send, that its own rows stay.
void print_kept_rows(std::ostream& out, const std::filesystem::path& rows);

}  // namespace fedltr
