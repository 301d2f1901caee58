#include "app/base/file_lock.hpp"

#include <thread>

#include <fcntl.h>
#include <unistd.h>

#include "tests/support/scenario.hpp"

namespace fedltr::file_lock_test {
using namespace fedltr::test;

TEST_CASE("a file is locked once another process has gone") {
  const TemporaryFolder folder;
  const std::string file = folder.write("a", "");
  const int held = open(file.c_str(), O_RDWR | O_CLOEXEC);
  const int wanted = open(file.c_str(), O_RDWR | O_CLOEXEC);
  REQUIRE(lock_soon(held));
  CHECK_FALSE(lock_soon(wanted));
  std::thread goes([held] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    close(held);
  });
  CHECK(lock_soon(wanted));
  goes.join();
  close(wanted);
}

}  // namespace fedltr::file_lock_test
