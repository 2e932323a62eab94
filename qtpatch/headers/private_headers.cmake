# private_headers(QT LIBRARY THERE): sets THERE to whether the private headers of a major version of Qt
# are there, as the targets Qt6::GuiPrivate and Qt6::WidgetsPrivate. Older ones come with
# Gui and Widgets, newer ones are components of their own, which must be asked for. A Qt with
# headers that lacks the private ones is told on a line that `make` shows.
function(private_headers qt library name)
  find_package(Qt${qt} QUIET COMPONENTS Gui Widgets)
  if(NOT TARGET Qt${qt}::GuiPrivate OR NOT TARGET Qt${qt}::WidgetsPrivate)
    find_package(Qt${qt} QUIET COMPONENTS GuiPrivate WidgetsPrivate)
  endif()
  set(there NO)
  if(TARGET Qt${qt}::GuiPrivate AND TARGET Qt${qt}::WidgetsPrivate)
    set(there YES)
  elseif(TARGET Qt${qt}::Gui)
    message(NOTICE "sparseracer: Qt ${qt} ${Qt${qt}Gui_VERSION} is here without its private headers: no lib${library}${qt}.so")
  else()
    message(STATUS "no headers of Qt ${qt}: no lib${library}${qt}.so")
  endif()
  set(${name} ${there} PARENT_SCOPE)
endfunction()
