#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>
#include <vector>

// Neither -march nor contraction to fused multiply-add, which changes bits:
// code compiled for wider registers is called after a check of the processor.
#if defined(__x86_64__)
#define FEDLTR_AVX2 __attribute__((target("avx2")))
#define FEDLTR_AVX512 \
  __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw")))
#else
#define FEDLTR_AVX2
#define FEDLTR_AVX512
#endif
/// For kernels and their parts, which are compiled into their caller, for its
/// registers.
#define FEDLTR_INLINE __attribute__((always_inline)) inline

namespace fedltr {

/// Registers that kernels are compiled for, from narrow to wide.
enum class Registers { kBaseline, kAvx2, kAvx512 };

/// Names of the registers that this machine has, from narrow to wide:
/// `baseline`, of two numbers each, on every machine; `avx2`, four; `avx512`,
/// eight.
std::vector<std::string_view> register_names();

/// Makes kernels use these from now on, in place of the widest. Never changes a
/// result.
/// @throws std::invalid_argument unless this machine has them
void use_registers(std::string_view name);

/// The registers that kernels use; only use_registers() changes them.
class RegistersInUse {
 public:
  static Registers get() { return now_.load(std::memory_order_relaxed); }

 private:
  friend void use_registers(std::string_view name);

  static std::atomic<Registers> now_;
};

namespace registers {

template <class Kernel, class... Args>
void baseline(Args... args) {
  Kernel::template run<2>(args...);
}

template <class Kernel, class... Args>
FEDLTR_AVX2 void avx2(Args... args) {
  Kernel::template run<4>(args...);
}

template <class Kernel, class... Args>
FEDLTR_AVX512 void avx512(Args... args) {
  Kernel::template run<8>(args...);
}

/// kLanes numbers side by side: a register.
template <int kLanes>
struct Lanes {
  using Real [[gnu::vector_size(kLanes * sizeof(double))]] = double;
  using Whole [[gnu::vector_size(kLanes * sizeof(double))]] = std::int64_t;
  using Word [[gnu::vector_size(kLanes * sizeof(double))]] = std::uint64_t;
};

/// A register in memory, possibly unaligned. Not by memcpy: GCC copies in
/// halves and then reads the whole, which waits for both.
template <class Register>
struct InMemory {
  using Type [[gnu::aligned(8), gnu::may_alias]] = Register;
};

}  // namespace registers

/// A register of kLanes numbers; arithmetic goes lane by lane. Passed by
/// reference, because passing one by value depends on the instruction set.
template <int kLanes>
using Lanes = typename registers::Lanes<kLanes>::Real;
/// Its bits, one signed 64-bit integer per lane; a cast reinterprets them.
template <int kLanes>
using LaneBits = typename registers::Lanes<kLanes>::Whole;
/// The same without signs.
template <int kLanes>
using LaneWords = typename registers::Lanes<kLanes>::Word;

/// A register, or one number, loaded from or stored to memory, aligned or not.
template <class Register>
FEDLTR_INLINE void load(const double* from, Register& to) {
  to = *reinterpret_cast<const typename registers::InMemory<Register>::Type*>(
      from);
}
template <class Register>
FEDLTR_INLINE void store(const Register& from, double* to) {
  *reinterpret_cast<typename registers::InMemory<Register>::Type*>(to) = from;
}

/// Calls Kernel::run<kLanes>(args...), FEDLTR_INLINE, compiled for registers of
/// kLanes numbers. A kernel must add up in an order independent of kLanes: then
/// its bits are the same on every machine.
template <class Kernel, class... Args>
inline void wide(Args... args) {
  switch (RegistersInUse::get()) {
    case Registers::kAvx512:
      return registers::avx512<Kernel>(args...);
    case Registers::kAvx2:
      return registers::avx2<Kernel>(args...);
    case Registers::kBaseline:
      return registers::baseline<Kernel>(args...);
  }
}

}  // namespace fedltr
