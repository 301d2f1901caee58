#pragma once

#include "algorithms/attacks/attack.hpp"

namespace fedltr {

// Fang et al., "Local model poisoning attacks to Byzantine-robust federated
// learning" (USENIX Security 2020); thesis section 5.2.3.

/// Against Krum and Multi-Krum: global + lambda s, with s opposite to the
/// honest mean's move, and the largest lambda, found by halving, that Krum
/// would still pick from the models that the attackers know and their own
/// copies.
///
/// With full knowledge that is the actual round: the others' models and the
/// copies. With partial knowledge their own honest models stand in for the
/// others', with one copy, and with more only while Krum picks none, as in the
/// paper: all of them at once would always win. The first lambda is a form of
/// the paper's bound (chosen).
AttackMethod fang_krum_attack();

/// Against trimmed mean and median: by coordinate just beyond the honest
/// values, on the side opposite to the honest mean's move.
AttackMethod fang_trim_attack();

}  // namespace fedltr
