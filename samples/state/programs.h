// programs.h: the programs of leaves.cpp.
#pragma once
#include <QtGlobal>
#include <vector>

struct Program {
    const char *name;
    const char *rank; // of its worst race, whichever order was recorded
    const char *left; // what both orders leave: harmful, order-only, benign
    void (*a)();
    void (*b)();
    void (*last)();
    void (*before)();
};

const std::vector<Program> &programs();

extern quint16 port; // of the server that `request` and `requests` speak to
