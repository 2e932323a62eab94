// ours.h: whether Qt can be asked without asking the program.
#ifndef SPARSEINPUT_OURS_H
#define SPARSEINPUT_OURS_H

class QAbstractItemView;
class QObject;

namespace person {

// The view, its model, items and all else that they ask are of Qt's classes, not of
// classes that the program derived, and no layout is due.
bool isQtAlone(const QAbstractItemView *view);
// It shows something else than what is typed, as a field for passwords does.
bool hidesText(const QObject *object);

} // namespace person
#endif
