// Requests to a service need a token. When one is refused the token is dropped and
// a new one asked for; a request that comes before that finds none.
#include "io.h"

static int token = 1, waiting;

static void request()
{
    if (token)
        return;
    if (!mended)
        fail("no token for a request");
    waiting++;
}

static void run()
{
    ask("refused", 0, [] {
        token = 0;
        ask("login", 1, [] {
            token = 2;
            waiting = 0;
        });
    });
    ask("request", 2, request);
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    run();
    return app.exec();
}
