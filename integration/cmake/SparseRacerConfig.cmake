# SparseRacer: instruments targets and runs tests under the recorder.
#
#   find_package(SparseRacer)
#   sparseracer_enable([target…])
#   sparseracer_add_test(NAME name COMMAND command… [LABELS label…] [TIMEOUT seconds]
#                        [ENVIRONMENT variable=value…] [ARGUMENTS flag…])
#
# The cache variable SPARSERACER says what is done: record (instrument), asan (instrument,
# with AddressSanitizer: one build records and proves) or OFF, the default, in which
# sparseracer_enable does nothing and the tests of sparseracer_add_test are disabled.
#
# A project that was configured with SparseRacerToolchain.cmake is instrumented as a whole.
# Else sparseracer_enable puts the compilers in the place of the project's own, for its
# targets alone; these must take clang's flags.

get_filename_component(_sparseracer_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
foreach(_tool sparseracer sparse-cc sparse-c++)
  string(MAKE_C_IDENTIFIER "SPARSERACER_${_tool}" _variable)
  set(${_variable} "${_sparseracer_prefix}/bin/${_tool}")
  if(NOT EXISTS "${${_variable}}")
    set(SparseRacer_FOUND FALSE)
    set(SparseRacer_NOT_FOUND_MESSAGE "${${_variable}} is missing")
    return()
  endif()
endforeach()
set(SPARSERACER_launcher "${CMAKE_CURRENT_LIST_DIR}/sparse-launch")

set(SPARSERACER "OFF" CACHE STRING "Event races: record, asan or OFF")
set_property(CACHE SPARSERACER PROPERTY STRINGS OFF record asan)
if(SPARSERACER AND NOT SPARSERACER MATCHES "^(record|asan)$")
  set(SparseRacer_FOUND FALSE)
  set(SparseRacer_NOT_FOUND_MESSAGE "SPARSERACER is \"${SPARSERACER}\": expected record, asan or OFF")
  return()
endif()

# _sparseracer_launch(<language> <out>): what stands before a command of the project's
# compiler so that ours runs instead; empty where it is ours already.
function(_sparseracer_launch language out)
  set(${out} "" PARENT_SCOPE)
  if(NOT CMAKE_${language}_COMPILER)
    return()
  endif()
  get_filename_component(name "${CMAKE_${language}_COMPILER}" NAME)
  if(name MATCHES "^sparse-(cc|c\\+\\+)$")
    return()
  endif()
  if(NOT CMAKE_${language}_COMPILER_ID MATCHES "Clang")
    message(STATUS "SparseRacer: ${CMAKE_${language}_COMPILER} is replaced by clang; if one of its flags is refused, use SparseRacerToolchain.cmake")
  endif()
  if(language STREQUAL "C")
    set(ours "${SPARSERACER_sparse_cc}")
  else()
    set(ours "${SPARSERACER_sparse_c__}")
  endif()
  set(${out} "${SPARSERACER_launcher};${ours}" PARENT_SCOPE)
endfunction()

# With targets: these; without: all that this folder and those below it add from here on.
macro(sparseracer_enable)
  if(SPARSERACER)
    _sparseracer_launch(C _sparseracer_c)
    _sparseracer_launch(CXX _sparseracer_cxx)
    if(${ARGC} EQUAL 0)
      set(CMAKE_C_COMPILER_LAUNCHER "${_sparseracer_c}")
      set(CMAKE_CXX_COMPILER_LAUNCHER "${_sparseracer_cxx}")
      set(CMAKE_C_LINKER_LAUNCHER "${_sparseracer_c}")
      set(CMAKE_CXX_LINKER_LAUNCHER "${_sparseracer_cxx}")
      add_compile_options(-g)
      if(SPARSERACER STREQUAL "asan")
        add_compile_options(-fsanitize=address)
        add_link_options(-fsanitize=address)
      endif()
    else()
      _sparseracer_enable_targets(${ARGN})
    endif()
  endif()
endmacro()

function(_sparseracer_enable_targets)
  foreach(target ${ARGN})
    if(NOT TARGET ${target})
      message(FATAL_ERROR "sparseracer_enable: there is no target ${target}")
    endif()
    set_target_properties(${target} PROPERTIES
      C_COMPILER_LAUNCHER "${_sparseracer_c}" C_LINKER_LAUNCHER "${_sparseracer_c}"
      CXX_COMPILER_LAUNCHER "${_sparseracer_cxx}" CXX_LINKER_LAUNCHER "${_sparseracer_cxx}")
    target_compile_options(${target} PRIVATE -g)
    if(SPARSERACER STREQUAL "asan")
      target_compile_options(${target} PRIVATE -fsanitize=address)
      target_link_options(${target} PRIVATE -fsanitize=address)
    endif()
  endforeach()
endfunction()

# A test that fails where a race is predicted, where the program fails, and where it could
# not be recorded. A program that ends with 77 is skipped.
function(sparseracer_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;TIMEOUT" "COMMAND;LABELS;ENVIRONMENT;ARGUMENTS")
  if(NOT arg_NAME OR NOT arg_COMMAND OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "sparseracer_add_test: expected NAME name COMMAND command…; found ${ARGN}")
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  if(NOT arg_ENVIRONMENT)
    set(arg_ENVIRONMENT QT_QPA_PLATFORM=offscreen)
  endif()
  list(POP_FRONT arg_COMMAND program)
  if(TARGET ${program})
    set(program "$<TARGET_FILE:${program}>")
  endif()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/sparseracer")
  file(MAKE_DIRECTORY "${folder}")
  add_test(NAME ${arg_NAME}
    COMMAND "${SPARSERACER_sparseracer}" run ${arg_ARGUMENTS} -o "${folder}/${arg_NAME}.srt" -- "${program}" ${arg_COMMAND})
  set_tests_properties(${arg_NAME} PROPERTIES
    LABELS "sparseracer;${arg_LABELS}" TIMEOUT ${arg_TIMEOUT} SKIP_RETURN_CODE 77 ENVIRONMENT "${arg_ENVIRONMENT}")
  if(NOT SPARSERACER)
    set_tests_properties(${arg_NAME} PROPERTIES DISABLED TRUE)
  endif()
endfunction()
