#pragma once

#include "algorithms/ranking/metrics.hpp"

namespace fedltr {

// Metrics of TREC and of tables of BEIR and MS MARCO, by the definitions of
// trec_eval 10.0. R is the number of judged documents with a label from
// relevant_from on, also of those that were not ranked.

/// Share of the R relevant documents among the first `cutoff` ranks; 0 if R =
/// 0. trec_eval, `recall`.
/// @param cutoff  0 = all
double recall(Labels ranked, Labels judged, std::size_t cutoff,
              int relevant_from);

/// 1 if a relevant document is among the first `cutoff` ranks, else 0.
/// trec_eval, `success`.
double success(Labels ranked, std::size_t cutoff, int relevant_from);

/// Binary preference: 1/R times the sum over ranked relevant documents of
/// 1 - min(n, R) / min(N, R), with n judged irrelevant documents above it, of N
/// in all; 1 where n = 0. Ignores documents without judgement and those judged
/// below 0. Buckley and Voorhees (SIGIR 2004), as in trec_eval, `bpref`.
/// Differs: trec_eval takes grades below -2 for relevant ones.
/// @param ranked, judged  labels, kNoJudgement and kBelowZero included
double bpref(Labels ranked, Labels judged, int relevant_from);

/// Share of documents with a judgement, of whatever grade, among the first
/// `cutoff` ranks, or all of a shorter list; 0 of an empty one. As `Judged` of
/// ir_measures.
/// @param ranked  labels, kNoJudgement included
/// @param cutoff  0 = the length of the list
double judged_share(Labels ranked, std::size_t cutoff);

// Their methods: `recall`, `success`, `bpref`, `judged`.

Method<MetricFactory, MetricTraits> recall_method();
Method<MetricFactory, MetricTraits> success_method();
Method<MetricFactory, MetricTraits> bpref_method();
Method<MetricFactory, MetricTraits> judged_method();

}  // namespace fedltr
