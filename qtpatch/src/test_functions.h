/* test_functions.h: the functions of a QtTest program, by name. */
#ifndef SPARSEQT_TEST_FUNCTIONS_H
#define SPARSEQT_TEST_FUNCTIONS_H
#include <loopcore/elfsym.h>

/* Before the two are placed: what QtTest is asked. */
void test_functions_init(const struct object *qt_test);
void on_test_function(const char *name);
void on_test_data(void *row);
#endif
