// Posts and delivers as many events as asked for, a hundred in the queue at a time.
#include <QCoreApplication>
#include <QEvent>
#include <QObject>
#include <cstdlib>

class Sink : public QObject {
public:
	explicit Sink(long wanted) : left(wanted) {}
	void refill()
	{
		for (int i = 0; i < 100; i++)
			QCoreApplication::postEvent(this, new QEvent(QEvent::User));
	}

protected:
	bool event(QEvent *e) override
	{
		if (e->type() != QEvent::User)
			return QObject::event(e);
		if (--left <= 0)
			QCoreApplication::quit();
		else if (left % 100 == 0)
			refill();
		return true;
	}

private:
	long left;
};

int main(int argc, char **argv)
{
	QCoreApplication app(argc, argv);
	Sink sink(argc > 1 ? std::atol(argv[1]) : 100000);
	sink.refill();
	return app.exec();
}
