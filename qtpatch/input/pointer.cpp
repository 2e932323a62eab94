// pointer.cpp: see pointer.h.
#include "pointer.h"

#include "put.h"

#include <cstdio>
#include <cstring>

namespace person {

void describePointer(person_input *in, const QWindow *window, QPointF local, int modifiers, int button,
                     int buttons, QPoint delta, QPoint pixels)
{
	Target t = targetAt(window, local.toPoint());
	put(in->target, t.path);
	put(in->text, t.text);
	std::snprintf(in->at, sizeof(in->at), "%d %d %d %d %x %x %x %d %d", t.inEntry.x, t.inEntry.y, t.inWindow.x,
	              t.inWindow.y, unsigned(button), unsigned(buttons), unsigned(modifiers), delta.x(), delta.y());
	size_t n = std::strlen(in->at);
	if (!pixels.isNull())
		std::snprintf(in->at + n, sizeof(in->at) - n, " %d %d", pixels.x(), pixels.y());
}

bool readPointer(const person_input *in, Pointer *p)
{
	int dx, dy, px = 0, py = 0, more = 0;
	Target &t = p->target;
	if (std::sscanf(in->at, "%d %d %d %d %x %x %x %d %d%n", &t.inEntry.x, &t.inEntry.y, &t.inWindow.x,
	                &t.inWindow.y, &p->button, &p->buttons, &p->modifiers, &dx, &dy, &more) != 9)
		return false;
	p->more = in->at + more;
	std::sscanf(p->more, "%d %d", &px, &py);
	t.path = QString::fromUtf8(in->target);
	t.text = QString::fromUtf8(in->text);
	p->delta = QPoint(dx, dy);
	p->pixels = QPoint(px, py);
	return true;
}

} // namespace person
