// terminate.cpp: the C++ library within ours says nothing where an exception that nobody catches ends
// the program. Its own handler prints through stdio, which is a cancellation point; nothing that we
// call inside the program's functions is one (rawsys.h).
namespace __gnu_cxx {

void __verbose_terminate_handler();

void __verbose_terminate_handler() {}

} // namespace __gnu_cxx
