// Posts and delivers as many events as asked for, so many in the queue at a time: posts EVENTS [AT_A_TIME].
#include <QCoreApplication>
#include <QEvent>
#include <QObject>
#include <cstdlib>

class Sink : public QObject {
public:
	Sink(long wanted, long batch) : left(wanted), batch(batch) {}
	void refill()
	{
		for (long i = 0; i < batch; i++)
			QCoreApplication::postEvent(this, new QEvent(QEvent::User));
	}

protected:
	bool event(QEvent *e) override
	{
		if (e->type() != QEvent::User)
			return QObject::event(e);
		if (--left <= 0)
			QCoreApplication::quit();
		else if (left % batch == 0)
			refill();
		return true;
	}

private:
	long left, batch;
};

int main(int argc, char **argv)
{
	QCoreApplication app(argc, argv);
	Sink sink(argc > 1 ? std::atol(argv[1]) : 100000, argc > 2 ? std::atol(argv[2]) : 100);
	sink.refill();
	return app.exec();
}
