#pragma once

#include "app/models/export/target.hpp"

namespace fedltr {

/// `solr`: feature store and model of its module ltr.
ExportTarget solr_target();

}  // namespace fedltr
