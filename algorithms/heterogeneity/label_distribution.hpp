#pragma once

#include "algorithms/heterogeneity/split.hpp"

namespace fedltr {

/// Returns all subsets of {0, ..., grades - 1} with `size` elements, in order.
std::vector<std::vector<int>> label_combinations(int grades, int size);
/// Returns the number of these subsets.
double count_combinations(int grades, int size);

/// Number of labels of which a client holds documents.
extern const Parameter kLabelsPerClient;

/// Type 2, thesis section 4.4: client i holds only documents of combination i
/// (modulo their number) of `labels_per_client` labels; the documents of a
/// label are dealt at random and evenly to the clients that own it, each to
/// one; with `overlap` every owner holds all of them, as in the first of the
/// two versions in the authors' code. Queries keep their names on each client
/// with their remaining documents. As an IID baseline every client draws from
/// the whole set.
SplitMethod label_distribution_split();

/// Makes holdings from each client's documents; sorts them.
std::vector<Holding> hold_documents(
    const std::shared_ptr<const Dataset>& data,
    std::vector<std::vector<Index>>&& documents);

/// The documents of each label.
std::vector<std::vector<Index>> documents_by_label(const Dataset& data,
                                                   int grades);

}  // namespace fedltr
