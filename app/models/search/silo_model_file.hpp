#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "algorithms/text/tokens.hpp"
#include "app/data/model_file.hpp"

namespace fedltr {

/// What a model of silos says of the texts that it ranks.
struct SiloOrigin {
  std::string member;  ///< whose it is; empty: of a simulation
  std::string method;  ///< of silo_methods()
  TokenOptions tokens;
  int words_version = kWordsVersion;  ///< of the texts that it was trained on
  std::size_t candidates = 1000;      ///< of a query; 0: all documents
};

/// Which of the models that silos' files hold.
struct ModelChoice {
  /// None: the only one, or the whole protocol's.
  std::optional<std::string> method = {};
  /// Of a simulation, from 1; none: all must be the same.
  std::optional<std::uint32_t> party = {};
  bool any = false;  ///< whichever: only its features matter
};

/// A model of a federation or of silos.
struct AnyModel {
  ModelFile file;
  std::optional<SiloOrigin> silo = {};  ///< none: of a federation
};

/// Reads a model file of either: a federation's, a silos' simulation's, or a
/// party's `model.json`. A folder stands for the only one in it.
/// @throws DataError   naming the file and what is wrong with it
/// @throws UsageError  for a choice that the file does not have, or that has to
///                     be made
AnyModel read_any_model(const std::filesystem::path& file,
                        const ModelChoice& choice = {});

}  // namespace fedltr
