#include "app/deploy/own_data.hpp"

#include "app/base/files.hpp"
#include "app/data/own_row_file.hpp"
#include "app/data/text_files.hpp"

namespace fedltr {

namespace fs = std::filesystem;

OwnData read_own_data(const Agreement& agreement, const fs::path& folder,
                      const fs::path& rows, std::ostream& out) {
  const LoadedCollection loaded = load_member(agreement.scenario, folder);
  log_notes(folder.string(), loaded.notes);
  OwnData own;
  own.data = std::make_shared<const PartyData>(
      PartyData{loaded.collection, whole_share(*loaded.collection)});
  for (const DataFile& file : loaded.files) own.digest += file.sha256;
  if (rows.empty()) return own;
  const fs::path file = folder / rows;
  const ReadRows read = read_own_rows(file, *loaded.collection);
  out << "own rows    " << own_rows_line(read) << "\n";
  log_notes(file.string(), read.notes);
  own.digest += sha256_of_file(file);
  own.rows = read.rows;
  return own;
}

void print_kept_rows(std::ostream& out, const fs::path& rows) {
  if (!rows.empty())
    out << "Own rows (" << rows.string()
        << ") stay here: they only compare what this party has\nwithout "
           "joining.\n";
}

}  // namespace fedltr
