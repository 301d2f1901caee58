// Stands before the compiler's header of this name on arm64. There Eigen fuses a
// product and a sum, which rounds once, where it rounds twice on other processors: bits
// of a model would depend on the machine. Kernels of matrix products name the fused
// instructions. What stays different: they take three registers of rows at a time, on
// x86-64 two, and add up those that remain in another order.
#pragma once
#include_next <arm_neon.h>

#undef __ARM_FEATURE_FMA
#undef vfmaq_n_f32
#undef vfmaq_n_f64
#undef vfmaq_laneq_f32  // macros in clang's header
#undef vfmaq_laneq_f64
#define vfmaq_n_f32(sum, a, b) vaddq_f32(sum, vmulq_n_f32(a, b))
#define vfmaq_n_f64(sum, a, b) vaddq_f64(sum, vmulq_n_f64(a, b))
#define vfmaq_laneq_f32(sum, a, b, lane) vaddq_f32(sum, vmulq_laneq_f32(a, b, lane))
#define vfmaq_laneq_f64(sum, a, b, lane) vaddq_f64(sum, vmulq_laneq_f64(a, b, lane))
