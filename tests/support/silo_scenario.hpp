#pragma once

namespace fedltr::test {

/// A scenario of three parties on a little synthetic collection.
inline constexpr const char* kTextSilo =
    "[run]\nrepeats = 3\n"
    "[synthetic]\ndocuments = 200\nterms = 40\nvocabulary = 800\ntopics = 4\n"
    "queries = 40\ndepths = 20, 5\n"
    "[silo]\nparties = 3\nrows = 9\ncolumns = 64\nfrequency-columns = 512\n"
    "top = 6\nlocal-iterations = 20\njoint-iterations = 20\n";

}  // namespace fedltr::test
