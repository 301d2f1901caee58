// Included by Eigen between the macros of a processor and the products of matrices.
#undef EIGEN_HAS_SINGLE_INSTRUCTION_MADD
