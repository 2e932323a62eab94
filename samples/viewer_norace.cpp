// viewer_norace: the viewer of viewer_race.cpp, mended.
//
// openFile brings the view up to date before it shows the error box. What comes
// after the box's nested loop touches nothing that the loop may have deleted:
// the box is asked for through its QPointer, the window not at all.

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
    m_failures++;
    m_view->setText(QStringLiteral("No picture"));
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
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    Viewer *viewer = new Viewer;
    viewer->show();
    QTimer::singleShot(20, viewer, &Viewer::openFile);
    return app.exec();
}
