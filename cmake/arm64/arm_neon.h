// Stands before the compiler's header of this name on arm64, for Eigen. There it fuses a
// product and a sum, which rounds once, where it rounds twice on other processors, and
// multiplies matrices in blocks of three registers, on x86-64 of two, which adds up the last
// rows in another order: bits of a model would depend on the machine. Kernels of matrix
// products name the fused instructions; the size of a block follows from a macro that Eigen
// defines meanwhile, which eigen_blocks.h takes back.
#pragma once
#define EIGEN_DENSEBASE_PLUGIN "eigen_blocks.h"
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
