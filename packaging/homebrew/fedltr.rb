# A formula for Homebrew on Linux; untried. fedltr is published nowhere, so the archive is
# made beside this file first:
#   git archive --prefix=fedltr-0.1.0/ -o packaging/homebrew/fedltr-0.1.0.tar.gz HEAD
#   brew install --formula packaging/homebrew/fedltr.rb
class Fedltr < Formula
  desc "Federated online learning to rank"
  homepage "https://example.invalid/fedltr"
  url "file://#{__dir__}/fedltr-0.1.0.tar.gz"
  version "0.1.0"
  license "MIT"

  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "pkgconf" => :build
  depends_on "python@3.13" => :build
  depends_on "boost"
  depends_on "eigen@3"
  depends_on "libzip"
  depends_on :linux
  depends_on "nlohmann-json"
  depends_on "openssl@3"
  depends_on "simdjson"
  depends_on "spdlog"
  depends_on "sqlite"
  depends_on "utf8proc"
  depends_on "zlib"

  # In the versions that fedltr needs, from the sources that Debian 12 has.
  resource "caf" do
    url "https://deb.debian.org/debian/pool/main/a/actor-framework/actor-framework_0.17.6.orig.tar.gz"
    sha256 "e2bf5bd243f08bb7d8adde197cfe3e6d71314ed3378fe0692f8932f4c3b3928c"
  end

  resource "httplib" do
    url "https://deb.debian.org/debian/pool/main/c/cpp-httplib/cpp-httplib_0.11.4+ds.orig.tar.xz"
    sha256 "8b1a5df569003b6a4f24c68489bbda5c64aec94697bdc9ebba5d79408b2ae7eb"
  end

  resource "snowball" do
    url "https://deb.debian.org/debian/pool/main/s/snowball/snowball_2.2.0.orig.tar.gz"
    sha256 "425cdb5fba13a01db59a1713780f0662e984204f402d3dae1525bda9e6d30f1a"
  end

  resource "dygraphs" do
    url "https://registry.npmjs.org/dygraphs/-/dygraphs-2.2.1.tgz"
    sha256 "f515549becffeb0912b0dffa963f7d42726818ca7ef5605bdd7707995742b7ec"
  end

  def install
    resources.each { |each| each.stage(buildpath/each.name) }
    ENV["PREFIX"] = libexec
    ENV.append_path "PKG_CONFIG_PATH", libexec/"lib/pkgconfig"
    system "bash", "packaging/libraries.sh"
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DFEDLTR_TESTS=OFF",
           "-DFEDLTR_PYTHON=OFF", "-DDYGRAPHS=#{buildpath}/dygraphs/dist",
           "-DCMAKE_PREFIX_PATH=#{libexec}", "-DCMAKE_INSTALL_RPATH=#{libexec}/lib;#{rpath}",
           *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build", "--component", "program"
  end

  test do
    system bin/"fedltr", "run", "quickstart", "--out", testpath/"run"
    assert_match version.to_s, shell_output("#{bin}/fedltr --version")
  end
end
