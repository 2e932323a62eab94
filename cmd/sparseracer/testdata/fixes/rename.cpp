// A window asks for a name with a dialog on the stack, whose answer is used behind it. While it asks, the window may be
// closed: 400 ms stand for the person who does so, 100 ms for the one who answers.
#include <QApplication>
#include <QInputDialog>
#include <QLabel>
#include <QTimer>
#include <QWidget>
#include <cstdio>

class Notes : public QWidget {
public:
    Notes();
    void rename(const QString &old);

private:
    QLabel *m_title;
    int m_renamed = 0;
};

Notes::Notes()
    : m_title(new QLabel(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
}

void Notes::rename(const QString &old)
{
    const QString prefix = QStringLiteral("copy of ");
    int shown = 0;
    QInputDialog dialog;
    dialog.setLabelText(QStringLiteral("Name"));
    dialog.setTextValue(prefix + old);
    QTimer::singleShot(400, Qt::CoarseTimer, this, &QWidget::close);
    QTimer::singleShot(100, &dialog, &QDialog::accept);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const QString name = dialog.textValue();

    // The title has the old name, too.
    m_renamed++;
    shown += m_renamed;
    if (name != old) {
        m_title->setText(name + prefix);
        printf("renamed %d\n", shown);
    }
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    Notes *notes = new Notes;
    notes->show();
    QTimer::singleShot(20, notes, [notes]() { notes->rename(QStringLiteral("a")); });
    return app.exec();
}
