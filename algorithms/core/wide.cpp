#include "algorithms/core/wide.hpp"

#include <algorithm>
#include <array>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

constexpr std::array<std::string_view, 3> kNames{"baseline", "avx2", "avx512"};

Registers widest() {
#if defined(__x86_64__)
  __builtin_cpu_init();  // may be needed: static initialisation can run earlier
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
    return Registers::kAvx512;
  if (__builtin_cpu_supports("avx2")) return Registers::kAvx2;
#endif
  return Registers::kBaseline;
}

}  // namespace

std::atomic<Registers> RegistersInUse::now_ = widest();

std::vector<std::string_view> register_names() {
  return {kNames.begin(), kNames.begin() + static_cast<int>(widest()) + 1};
}

void use_registers(std::string_view name) {
  const auto names = register_names();
  const auto found = std::ranges::find(names, name);
  require(found != names.end(), "this machine lacks these registers");
  RegistersInUse::now_ = static_cast<Registers>(found - names.begin());
}

}  // namespace fedltr
