// viewer_norace: the viewer of viewer_race.cpp, mended.
//
// openFile shows its error box without a nested loop (open() instead of exec())
// and leaves what comes afterwards to a connection that dies with the window:
// no handler of the viewer is ever under way while the window is being deleted.

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QMainWindow>
#include <QMessageBox>
#include <QTimer>

class Viewer : public QMainWindow {
public:
    Viewer();
    ~Viewer() override;
    void openFile();

private:
    void openFailed();

    QString m_path = QStringLiteral("/nonexistent/picture.png");
    QLabel *m_view;
    int m_failures = 0;
};

Viewer::Viewer()
    : m_view(new QLabel(this))
{
    setObjectName(QStringLiteral("viewer"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_view->setObjectName(QStringLiteral("view"));
    setCentralWidget(m_view);
}

Viewer::~Viewer()
{
    m_failures = 0;
}

void Viewer::openFile()
{
    QFile file(m_path);
    if (file.open(QIODevice::ReadOnly))
        return;
    auto *box = new QMessageBox(QMessageBox::Critical, QStringLiteral("Viewer"),
                                QStringLiteral("Cannot open ") + m_path, QMessageBox::Ok, this);
    box->setObjectName(QStringLiteral("errorBox"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QDialog::finished, this, &Viewer::openFailed);
    // Stands for the person who reads the message and presses OK.
    QTimer::singleShot(100, box, &QDialog::accept);
    box->open();
}

void Viewer::openFailed()
{
    m_failures++;
    m_view->setText(QStringLiteral("No picture"));
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    Viewer *viewer = new Viewer;
    viewer->show();
    QTimer::singleShot(20, viewer, &Viewer::openFile);
    // Stands for the person who closes the window.
    QTimer::singleShot(400, Qt::CoarseTimer, viewer, &QWidget::close);
    return app.exec();
}
