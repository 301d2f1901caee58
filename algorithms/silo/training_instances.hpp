#pragma once

namespace fedltr {

/// Instances that a party learns from: its labelled ones, or its cross
/// instances as well.
enum class Instances : bool { kLabelled, kWithCross };

}  // namespace fedltr
