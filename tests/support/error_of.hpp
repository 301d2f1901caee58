#pragma once

#include <string>

namespace fedltr::test {

/// Returns the text of the error that a function throws; empty if it throws
/// none.
template <class Error, class Do>
std::string error_of(const Do& something) {
  try {
    something();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace fedltr::test
