// A window asks with a static function of QMessageBox, in a branch behind which nothing comes. While it asks, the
// window may be closed.
#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QMessageBox>
#include <QTimer>
#include <QWidget>
#include <cstdio>

class Draft : public QWidget {
public:
    Draft();
    void discard();

private:
    QLabel *m_text;
    bool m_changed = true;
    int m_answers = 0;
};

Draft::Draft()
    : m_text(new QLabel(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
}

// Stands for the person who answers.
static void answer()
{
    QWidget *box = QApplication::activeModalWidget();
    if (auto *shown = qobject_cast<QMessageBox *>(box))
        shown->button(QMessageBox::Yes)->click();
}

void Draft::discard()
{
    if (m_changed) {
        QTimer::singleShot(400, Qt::CoarseTimer, this, &QWidget::close);
        QTimer::singleShot(100, qApp, answer);
        const QMessageBox::StandardButton said = QMessageBox::question(
            nullptr, QStringLiteral("Draft"), QStringLiteral("Discard it?"),
            QMessageBox::Yes | QMessageBox::No, QMessageBox::No);
        m_answers++;
        if (said == QMessageBox::Yes)
            puts("discarded");
        m_text->clear();
    }
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    Draft *draft = new Draft;
    draft->show();
    QTimer::singleShot(20, draft, &Draft::discard);
    return app.exec();
}
