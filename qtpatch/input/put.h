// put.h: text of the program into a field of what is said to the runtime.
#ifndef SPARSEINPUT_PUT_H
#define SPARSEINPUT_PUT_H
#include <QByteArray>
#include <QString>

#include <cstring>

namespace person {

// Whole characters only, and nothing that breaks a line.
template <size_t size> void put(char (&to)[size], const QString &text)
{
	QString line;
	for (QChar c : text)
		line += c.isPrint() ? c : QLatin1Char('?');
	line = line.trimmed();
	QByteArray bytes = line.toUtf8();
	while (size_t(bytes.size()) >= size) {
		line.chop(1);
		bytes = line.toUtf8();
	}
	std::memcpy(to, bytes.constData(), size_t(bytes.size()) + 1);
}

} // namespace person
#endif
