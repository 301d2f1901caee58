#pragma once

#include "algorithms/attacks/attack.hpp"

namespace fedltr {

/// DYN-OPT: the attack tailored to the rule. Shejwalkar and Houmansadr,
/// "Manipulating the Byzantine" (NDSS 2021), section IV-B: all attackers send
/// the honest mean plus gamma times a direction (the three of min-max), and try
/// gamma on their copy of the server's rule (ShadowRule).
///
/// Against a rule whose result is the mean of whole models (Krum, Multi-Krum):
/// the largest gamma with which it keeps all of the attackers' models, or, for
/// Krum, the one model that it picks. Against others (trimmed mean, median):
/// the gamma that moves its result farthest from the honest mean, the paper's
/// general objective. Of the directions the one with the farthest result.
/// Min-max's gamma of each direction is among those tried.
///
/// Differs: Bulyan, whose result has no whole models, has the general
/// objective; any other rule can be attacked; the direction is chosen each
/// round; gamma is searched from 64 times the honest models' largest distance
/// down, in steps of 4, then from the best of these by halved steps to 1e-3 of
/// itself, so up to 320 times that distance. Without a gamma
/// that the rule keeps, or a direction, they send the honest mean. With partial
/// knowledge the other clients are imagined (ExpectedRound).
AttackMethod dyn_opt_attack();

}  // namespace fedltr
