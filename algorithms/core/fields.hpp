#pragma once

#include <type_traits>
#include <utility>

namespace fedltr {

/// Accepts any members that a type lists.
struct AnyFields {
  template <class... T>
  void operator()(T&...) const {}
};

/// Types that list their members once, so that each function that visits them
/// (to write, read, print or count them) is written once for all such types:
/// `auto fields(auto&& f) { return f(round, client); }`
template <class T>
concept Described = requires(T& value) {
  value.fields(AnyFields{});
};

/// Calls `f` with all members, which it must not change.
template <Described T, class F>
auto read_fields(const T& value, const F& f) {
  return const_cast<T&>(value).fields(
      [&](const auto&... each) { return f(each...); });
}

/// A list of types.
template <class... T>
struct TypeList {};

template <class... A, class... B>
constexpr TypeList<A..., B...> operator+(TypeList<A...>, TypeList<B...>) {
  return {};
}

}  // namespace fedltr
