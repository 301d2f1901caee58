#pragma once

#include "app/models/export/target.hpp"

namespace fedltr {

/// `onnx`: a graph of ONNX operators (IR version 8, operator set 13). Its bytes
/// are written here, in a hundred lines, because ONNX's own library is tied to
/// one version of protobuf.
ExportTarget onnx_target();

}  // namespace fedltr
