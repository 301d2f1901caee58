// Exceptions of C++ become errors of JavaScript, with their text, and unwind
// nothing: half the size of a module that catches them. What was half done is
// lost, so a caller discards the study or client that failed.
#include <cstdlib>
#include <exception>
#include <typeinfo>

extern "C" {

/// Throws an error of JavaScript.
[[noreturn]] void fedltr_throw(const char* text)
    __attribute__((import_module("env"), import_name("fedltr_throw")));

void* __cxa_allocate_exception(std::size_t size) noexcept {
  return std::malloc(size);
}

void __cxa_free_exception(void* exception) noexcept {
  std::free(exception);
}

/// All that is thrown here is a std::exception, which comes first in its
/// object.
[[noreturn]] void __cxa_throw(void* exception, std::type_info*,
                              void (*)(void*)) {
  fedltr_throw(static_cast<std::exception*>(exception)->what());
}

}  // extern "C"
