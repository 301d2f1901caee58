#pragma once

#include "algorithms/data/normalize.hpp"

namespace fedltr {

/// Returns a model whose scores of features normalised by one scale are those
/// of the given model by another: a linear model's except for a constant, which
/// orders no document. Equal scales leave the bits as they are.
/// @param published  parameters as in a model file: the weights of a linear
///                   model; of a neural one W (#hidden by #features, row by
///                   row), b, v
/// @param hidden     units; 0 for a linear model
/// @param from, to   of the same features; a deviation of 0 makes its feature 0
Vector rescaled(const Vector& published, Index hidden, const FeatureScale& from,
                const FeatureScale& to);

}  // namespace fedltr
