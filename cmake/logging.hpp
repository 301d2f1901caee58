// Precompiled: spdlog, with the declarations that fmt 9 lacks, so that the
// formatter comes from its library and is not compiled in every unit that logs.
#include <spdlog/spdlog.h>

#if FMT_VERSION / 10000 == 9
extern template void fmt::detail::vformat_to<char>(
    fmt::detail::buffer<char>&, fmt::string_view,
    fmt::basic_format_args<FMT_BUFFER_CONTEXT(fmt::type_identity_t<char>)>,
    fmt::detail::locale_ref);
#endif
