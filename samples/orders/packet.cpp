// A packet is for the socket that the handshake makes. Both come by themselves; a
// packet in a hurry finds no socket.
#include "io.h"
#include <memory>

struct Socket {
    int packets = 0;
};
static std::unique_ptr<Socket> made;
static int early;

static void run()
{
    ask("handshake", 0, [] {
        made.reset(new Socket);
        made->packets += early;
        early = 0;
    });
    ask("packet", 1, [] {
        if (made)
            made->packets++;
        else if (mended)
            early++;
        else
            fail("no socket for a packet");
    });
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    run();
    return app.exec();
}
