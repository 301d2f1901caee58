#include "app/deploy/address_file.hpp"

#include <doctest/doctest.h>

#include "app/base/errors.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::address_file_test {
using test::read_text;
using test::TemporaryFolder;

TEST_CASE("an address is in its file while its server listens") {
  const TemporaryFolder folder;
  const auto file = folder / "address";
  CHECK_THROWS_AS(read_address(file), NetworkError);
  {
    const AddressFile written(file, {"10.0.0.1", 4711});
    CHECK(read_text(file) == "10.0.0.1:4711\n");
    CHECK(read_address(file).text() == "10.0.0.1:4711");
  }
  CHECK_FALSE(std::filesystem::exists(file));
}

TEST_CASE("a killed server's file is replaced, another's address stays") {
  const TemporaryFolder folder;
  const auto file = folder / "address";
  folder.write("address", "10.0.0.1:1\n");
  {
    const AddressFile written(file, {"::1", 2});
    CHECK(read_address(file).text() == "[::1]:2");
    folder.write("address", "10.0.0.2:3\n");
  }
  CHECK(read_text(file) == "10.0.0.2:3\n");
}

TEST_CASE("all networks of a machine are written by its name") {
  const TemporaryFolder folder;
  for (const char* host : {"0.0.0.0", "::"}) {
    const AddressFile written(folder / "address", {host, 4711});
    const Address address = read_address(folder / "address");
    CHECK(address.host != host);
    CHECK(address.port == 4711);
  }
}

TEST_CASE("a file that holds something else is neither read nor replaced") {
  const TemporaryFolder folder;
  for (const std::string text :
       {"", "thesis", "10.0.0.1", "a:1\nb:2\n", "host:99999"}) {
    CAPTURE(text);
    folder.write("address", text);
    CHECK_THROWS_AS(read_address(folder / "address"), UsageError);
    CHECK_THROWS_AS(AddressFile(folder / "address", {"10.0.0.1", 1}),
                    UsageError);
    CHECK(read_text(folder / "address") == text);
  }
  folder.write("address", std::string(1000, 'x'));
  CHECK_THROWS_AS(read_address(folder / "address"), UsageError);
  CHECK_THROWS_AS(read_address(folder.text()), UsageError);
}

}  // namespace fedltr::address_file_test
