#include "algorithms/silo/shared_hashes.hpp"

#include "tests/support/small_text.hpp"

namespace fedltr::shared_hashes_test {
using namespace fedltr::test;

TEST_CASE("a seed is a key, under which a term has its places") {
  const SiloProtocol protocol = small_protocol("off", false);
  const Dictionary& dictionary = small_collection().dictionary();
  const SharedHashes hashes(dictionary, protocol, 5);
  const SharedHashes again(dictionary, protocol, 5);
  const SharedHashes other(dictionary, protocol, 6);
  CHECK(hashes.fingerprints == again.fingerprints);
  CHECK(hashes.fingerprints != other.fingerprints);
  CHECK(hashes.fingerprints.size() == dictionary.size());
  std::size_t same = 0;
  for (TermId term = 0; term < dictionary.size(); ++term) {
    CHECK(hashes.spots[term][0].column() == again.spots[term][0].column());
    same += hashes.spots[term][0].column() == other.spots[term][0].column();
  }
  CHECK(same < dictionary.size() / 4);  // by chance one in `columns`
}

TEST_CASE("the sum of frequencies is that of one party with all documents") {
  const SiloProtocol protocol = small_protocol("off", false);
  const SharedHashes hashes(small_collection().dictionary(), protocol, 5);
  std::vector<OwnFrequencies> parties;
  PartyShare all;
  for (const PartyShare& share : small_shares()) {
    parties.emplace_back(small_collection(), share);
    all.documents.insert(all.documents.end(), share.documents.begin(),
                         share.documents.end());
  }
  std::ranges::sort(all.documents);
  const OwnFrequencies whole(small_collection(), all);
  CHECK(hashes.sum_of(parties) ==
        whole.ring(protocol.frequency, hashes.frequency_spots));
}

}  // namespace fedltr::shared_hashes_test
