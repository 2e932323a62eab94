// rows.cpp: a list whose model is the program's own code. The player of sessions asks it
// for its rows; that is no use of them. No timer and no socket of the program's own.
#include <QAbstractListModel>
#include <QApplication>
#include <QListView>
#include <QMainWindow>
#include <memory>
#include <vector>

struct Row {
	QString text;
	int asked = 0;
};

class Rows : public QAbstractListModel {
public:
	Rows()
	{
		for (const char *text : {"One", "Two", "Three"})
			rows.push_back(std::unique_ptr<Row>(new Row{QString::fromLatin1(text)}));
	}
	int rowCount(const QModelIndex &) const override { return int(rows.size()); }
	QVariant data(const QModelIndex &index, int role) const override
	{
		rows[size_t(index.row())]->asked++;
		return role == Qt::DisplayRole ? QVariant(rows[size_t(index.row())]->text) : QVariant();
	}

private:
	std::vector<std::unique_ptr<Row>> rows;
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	QMainWindow window;
	QListView view;
	Rows rows;
	view.setModel(&rows);
	window.setCentralWidget(&view);
	window.show();
	int code = app.exec();
	window.takeCentralWidget();
	return code;
}
