#include "actors/runtime/thrown_text.hpp"

namespace fedltr {

std::string thrown_text(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "unknown error";
  }
}

}  // namespace fedltr
