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

/// As many numbers of 32 bits in memory, possibly unaligned.
template <int kLanes>
struct Singles {
  using Numbers [[gnu::vector_size(kLanes * sizeof(float))]] = float;
  using Type [[gnu::aligned(4), gnu::may_alias]] = Numbers;
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
/// The same of numbers of 32 bits, widened.
template <class Register>
FEDLTR_INLINE void load(const float* from, Register& to) {
  using Single = typename registers::Singles<sizeof(Register) / 8>::Type;
  to =
      __builtin_convertvector(*reinterpret_cast<const Single*>(from), Register);
}
template <class Register>
FEDLTR_INLINE void store(const Register& from, double* to) {
  *reinterpret_cast<typename registers::InMemory<Register>::Type*>(to) = from;
}

/// The same for integers.
template <class Register>
FEDLTR_INLINE void store(const Register& from, std::int64_t* to) {
  using InMemory = typename registers::InMemory<Register>::Type;
  *reinterpret_cast<InMemory*>(to) = from;
}

/// Number of partial sums in which kernels add up many terms: it fills the
/// widest registers, and narrower ones make the same sums.
inline constexpr int kPartialSums = 8;

/// Adds them up: ((0 + 4) + (2 + 6)) + ((1 + 5) + (3 + 7)).
template <int kLanes>
FEDLTR_INLINE double add_up(const Lanes<kLanes>* sums) {
  Lanes<2> pair;
  if constexpr (kLanes == 2) {
    pair = (sums[0] + sums[2]) + (sums[1] + sums[3]);
  } else {
    Lanes<4> four;
    if constexpr (kLanes == 4)
      four = sums[0] + sums[1];
    else
      four = __builtin_shufflevector(*sums, *sums, 0, 1, 2, 3) +
             __builtin_shufflevector(*sums, *sums, 4, 5, 6, 7);
    pair = __builtin_shufflevector(four, four, 0, 1) +
           __builtin_shufflevector(four, four, 2, 3);
  }
  return pair[0] + pair[1];
}

/// Calls Kernel::run<kLanes>(args...), FEDLTR_INLINE, compiled for registers of
/// kLanes numbers. A kernel must add up in an order independent of kLanes, like
/// that of add_up(): then its bits are the same on every machine.
template <class Kernel, class... Args>
inline void wide(Args... args) {
#if defined(__x86_64__)
  switch (RegistersInUse::get()) {
    case Registers::kAvx512:
      return registers::avx512<Kernel>(args...);
    case Registers::kAvx2:
      return registers::avx2<Kernel>(args...);
    case Registers::kBaseline:
      break;
  }
#endif
  registers::baseline<Kernel>(args...);
}

}  // namespace fedltr
