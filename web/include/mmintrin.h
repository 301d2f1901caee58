// SSE2 as emscripten translates it has no MMX: emmintrin.h is enough for Eigen.
#pragma once
