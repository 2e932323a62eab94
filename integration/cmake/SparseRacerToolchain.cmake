# A toolchain file: the whole project is instrumented, whatever it is.
#   cmake -S . -B build --toolchain PREFIX/lib/cmake/SparseRacer/SparseRacerToolchain.cmake -DSPARSERACER=asan
# SPARSERACER is record (instrument) or asan, the default (with AddressSanitizer: one build
# records and proves).

list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SPARSERACER)
if(NOT DEFINED SPARSERACER)
  set(SPARSERACER asan CACHE STRING "Event races: record or asan")
endif()
if(NOT SPARSERACER MATCHES "^(record|asan)$")
  message(FATAL_ERROR "SPARSERACER is \"${SPARSERACER}\": with this toolchain expected record or asan")
endif()

get_filename_component(_sparseracer_bin "${CMAKE_CURRENT_LIST_DIR}/../../../bin" ABSOLUTE)
set(CMAKE_C_COMPILER "${_sparseracer_bin}/sparse-cc")
set(CMAKE_CXX_COMPILER "${_sparseracer_bin}/sparse-c++")
if(SPARSERACER STREQUAL "asan")
  foreach(_language C CXX)
    string(APPEND CMAKE_${_language}_FLAGS_INIT " -fsanitize=address")
  endforeach()
endif()
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Type of build")
endif()
