// password_norace: the client of password_race.cpp, mended: who cancels the job
// says that it is gone, and authenticate looks.

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
    if (prompt.exec() == QDialog::Accepted && m_job)
        m_job->attempts++;
}

void Client::cancel()
{
    delete m_job;
    m_job = nullptr;
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
