// viewer_race: a viewer that fails to open a file, says so in an error box, and
// after the box touches its view.
//
// The race: the box spins a nested event loop, and while it is up the window can
// be closed. Closing deletes the window and with it the box, the loop ends, and
// openFile goes on with a `this` that is no more. In the session played here the
// box is closed long before the window, so nothing happens.

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QMainWindow>
#include <QMessageBox>
#include <QPointer>
#include <QTimer>

class Viewer : public QMainWindow {
public:
    Viewer();
    ~Viewer() override;
    void openFile();

private:
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
    // Stands for the person who closes the window some time after this.
    QTimer::singleShot(1200, Qt::CoarseTimer, this, &QWidget::close);
    // The box is a child of the window: should the window go, so does the box.
    QPointer<QMessageBox> box = new QMessageBox(QMessageBox::Critical, QStringLiteral("Viewer"),
                                                QStringLiteral("Cannot open ") + m_path,
                                                QMessageBox::Ok, this);
    box->setObjectName(QStringLiteral("errorBox"));
    // Stands for the person who reads the message and presses OK.
    QTimer::singleShot(100, box.data(), &QDialog::accept);
    box->exec();
    delete box.data();
    m_failures++;
    m_view->setText(QStringLiteral("No picture"));
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    Viewer *viewer = new Viewer;
    viewer->show();
    QTimer::singleShot(20, viewer, &Viewer::openFile);
    return app.exec();
}
