// A table whose columns do different things: a click on the second switches, a double click on the third asks. Each writes
// its name to a file, for the test. Whatever is asked for is answered by nobody: no dialog opens.
#include <QtWidgets>

#include <cstdio>

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	FILE *said = argc > 1 ? std::fopen(argv[1], "w") : nullptr;
	if (!said)
		return 2;
	QTableWidget table(4, 4);
	for (int row = 0; row < 4; row++)
		for (int column = 0; column < 4; column++)
			table.setItem(row, column, new QTableWidgetItem(QString("%1%2").arg(QChar('A' + column)).arg(row)));
	table.setEditTriggers(QAbstractItemView::NoEditTriggers);
	const auto say = [said](const char *what, int column) {
		std::fprintf(said, "%s %d\n", what, column);
		std::fflush(said);
	};
	QObject::connect(&table, &QTableWidget::cellClicked, &table, [say](int, int column) { say("click", column); });
	QObject::connect(&table, &QTableWidget::cellDoubleClicked, &table, [say](int, int column) { say("double", column); });
	table.resize(480, 260);
	table.show();
	return app.exec();
}
