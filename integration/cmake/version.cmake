# cmake -DVERSION=… -DOUT=… -P version.cmake: writes what find_package compares versions by.
include(CMakePackageConfigHelpers)
write_basic_package_version_file("${OUT}" VERSION "${VERSION}" COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
