# Compiles several sources of a folder as one, which parses their includes once: half
# the time of a build from scratch. So names in anonymous namespaces are unique within a
# folder, or within several that count as one (below). Each folder's sources are grouped
# separately: a new one changes no other folder.
option(FEDLTR_UNITY "Compile sources of a folder together; OFF: each alone, which \
is faster while one of them is being changed" ON)
set(_sources_together 24)
# These folders of actors count as one, as they pass the same messages: CAF's
# templates for a message are compiled once.
foreach(folder client cohort runtime server)
  set(_unity_of_actors_${folder} actors_training)
endforeach()
foreach(folder conductor consortium link nodes silo)
  set(_unity_of_actors_${folder} actors_network)
endforeach()

# unity_build(TARGET SOURCE...)
function(unity_build target)
  if(NOT FEDLTR_UNITY)
    return()
  endif()
  foreach(source ${ARGN})
    file(RELATIVE_PATH folder "${CMAKE_SOURCE_DIR}" "${source}")
    get_filename_component(folder "${folder}" DIRECTORY)
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    if(DEFINED _unity_of_${folder})
      set(folder ${_unity_of_${folder}})
    endif()
    math(EXPR part "${_count_${folder}} + 0")
    math(EXPR group "${part} / ${_sources_together}")
    math(EXPR _count_${folder} "${part} + 1")
    set_source_files_properties("${source}" PROPERTIES
      UNITY_GROUP "${folder}_${group}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON
    UNITY_BUILD_MODE GROUP)
endfunction()
