/* qml_class.h: the name of a class that QML made, without its number.
 *
 * Qt numbers the types of QML files as they are loaded ("Button_QMLTYPE_12", "Item_QML_3"), so the
 * number of one type may differ from run to run; labels must not.
 */
#ifndef SPARSEQT_QML_CLASS_H
#define SPARSEQT_QML_CLASS_H

/* `name` itself where it has no such number. The text stays. */
const char *qml_class(const char *name);
#endif
