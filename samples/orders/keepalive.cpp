// A connection kept for later is closed by its server after a while. Between the
// server's word and the end of the connection a request may still take it.
#include "io.h"
#include <memory>

struct Socket {
    bool closing = false;
};
static std::unique_ptr<Socket> kept(new Socket);

static void request()
{
    if (!kept)
        return; // a new one is opened
    if (kept->closing && !mended)
        fail("socket hang up");
}

static void run()
{
    ask("request", 0, request);
    ask("idle", 1, [] {
        kept->closing = true;
        ask("close", 2, [] { kept.reset(); });
    });
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    run();
    return app.exec();
}
