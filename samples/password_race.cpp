// password_race: a worker's reply says that a password is needed, and the slot
// that takes the reply asks for it in a dialog.
//
// The race: the job can be cancelled while the prompt is up, and authenticate
// goes on with a job that is no more. In the session played here it is cancelled
// long after the password was given.
//
// With MENDED: who cancels the job says that it is gone, and authenticate looks.

#include <QApplication>
#include <QDialog>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <thread>

struct Job {
    Job();
    ~Job();
    int attempts = 0;
};

Job::Job() { }

Job::~Job()
{
    attempts = -1;
}

class Client : public QWidget {
public:
    void authenticate();
    void cancel();

private:
    Job *m_job = new Job;
};

void Client::authenticate()
{
    QDialog prompt(this);
    // Stands for the person who gives the password.
    QTimer::singleShot(60, &prompt, &QDialog::accept);
#ifdef MENDED
    if (prompt.exec() == QDialog::Accepted && m_job)
#else
    if (prompt.exec() == QDialog::Accepted)
#endif
        m_job->attempts++;
}

void Client::cancel()
{
    delete m_job;
#ifdef MENDED
    m_job = nullptr;
#endif
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    const auto client = std::make_unique<Client>();
    client->setObjectName(QStringLiteral("client"));
    client->show();
    // Stands for the person who cancels the job.
    QTimer::singleShot(500, client.get(), &Client::cancel);
    QTimer::singleShot(900, &app, &QCoreApplication::quit);
    std::thread worker([&client] {
        QMetaObject::invokeMethod(client.get(), [&client] { client->authenticate(); }, Qt::QueuedConnection);
    });
    const int code = app.exec();
    worker.join();
    return code;
}
