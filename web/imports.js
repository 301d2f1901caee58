// For emscripten's linker: functions that the module expects from its loader,
// web/npm/fedltr.mjs.
mergeInto(LibraryManager.library,
  { fedltr_throw: function () {}, fedltr_number: function () {} });
