// start_waits.h, put before a sample: its start waits in a loop that nothing ends, as where another
// thread has ended it before it began, with "once PATH" if there is no such file yet, or it ends by
// itself; as the variable START says.
#pragma once
#include <QCoreApplication>
#include <QEventLoop>
#include <QFile>

#include <cstdio>
#include <cstdlib>

static void startWaits()
{
	QByteArray start = qgetenv("START");
	if (start == "waits")
		QEventLoop().exec();
	if (start.startsWith("once ")) {
		QFile waited(QString::fromLocal8Bit(start.mid(5)));
		if (!waited.exists() && waited.open(QIODevice::WriteOnly))
			QEventLoop().exec();
	}
	if (start == "ends") {
		std::fputs("another instance runs already\n", stderr);
		std::exit(4);
	}
}
Q_COREAPP_STARTUP_FUNCTION(startWaits)
