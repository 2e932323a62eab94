// Small programs in one: two handlers that nothing orders, and what they leave in
// files. `orders NAME ORDER` runs the handlers of one in the order of the letters,
// in the folder it is called in; so both orders can be recorded, and compared.
//
// The loop is our own, and told by sparserec.h: `go` posts all others, and `end`
// comes after them. A handler may wait for others to be over (`after`).
#include <cstdio>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

#define SPARSEREC_WEAK
#include <sparserec/sparserec.h>

namespace {

using Handler = void (*)();

struct Program {
    const char *name;
    const char *rank; // of its worst race, that must be found in both orders
    std::map<char, Handler> handlers;
    const char *after; // handlers that `s` waits for
};

void save(const char *path, const void *bytes, size_t n, const char *mode = "w")
{
    if (FILE *f = fopen(path, mode)) {
        fwrite(bytes, 1, n, f);
        fclose(f);
    }
}

// Two replies write a token, which is saved later.
char *token;
void tokenOne() { token[0] = '1'; }
void tokenTwo() { token[0] = '2'; }
void tokenSave() { save("token", token, 1); }

// The same value twice.
void tokenSame() { token[0] = '7'; }
void tokenSameToo() { token[0] = '7'; }

// A progress counter: shown, never saved.
int *progress;
volatile int shown;
void progressOne() { *progress += 1; }
void progressTwo() { *progress += 2; }
void progressShow() { shown = *progress; }

// A counter that both add to, saved after both.
void progressSave() { save("count", progress, sizeof *progress); }

// A log: the lines change places.
void logOne() { save("log", "one\n", 4, "a"); }
void logTwo() { save("log", "two\n", 4, "a"); }

// Both write the whole file.
void wholeOne() { save("whole", "one\n", 4); }
void wholeTwo() { save("whole", "two\n", 4); }

// A setting that one handler writes and another one reads before it saves.
struct Settings { int width; int dirty; };
Settings *settings;
void settingChange() { settings->width = 640; }
void settingSave()
{
    int value = settings->width;
    if (FILE *f = fopen("settings", "w")) {
        fprintf(f, "width=%d\n", value);
        fclose(f);
    }
}

// A save that one order leaves out.
void dirtySet() { settings->dirty = 1; }
void dirtySave()
{
    if (settings->dirty)
        save("document", "text\n", 5);
}

// A cookie that the next request is made with.
struct Session { char cookie[16]; char request[32]; };
Session *session;
void cookieReply() { memcpy(session->cookie, "id=42", 6); }
void cookieRequest()
{
    memcpy(session->request, session->cookie, sizeof session->cookie);
    save("request", session->request, 16, "a");
}

// Session storage: cleared by one handler, stored by the other one.
void storageStore()
{
    memcpy(session->cookie, "kept", 5);
    save("storage", session->cookie, 5);
}
void storageClear()
{
    memset(session->cookie, 0, sizeof session->cookie);
    save("storage", session->cookie, 5);
}

// A set, as bits, and a list, filled in either order, saved after both.
void bitsOne() { *progress |= 1; }
void bitsTwo() { *progress |= 4; }
struct List { int used; int items[8]; };
List *list;
void listOne() { list->items[list->used++] = 1; }
void listTwo() { list->items[list->used++] = 2; }
void listSave() { save("list", list->items, sizeof list->items); }

const std::vector<Program> &programs()
{
    static const std::vector<Program> all = {
        {"token", "data", {{'a', tokenOne}, {'b', tokenTwo}, {'s', tokenSave}}, "ab"},
        {"same", "same-value", {{'a', tokenSame}, {'b', tokenSameToo}, {'s', tokenSave}}, "ab"},
        {"progress", "benign", {{'a', progressOne}, {'b', progressTwo}, {'s', progressShow}}, ""},
        {"counter", "accumulating", {{'a', progressOne}, {'b', progressTwo}, {'s', progressSave}}, "ab"},
        {"log", "order-only", {{'a', logOne}, {'b', logTwo}}, ""},
        {"whole", "last-writer", {{'a', wholeOne}, {'b', wholeTwo}}, ""},
        {"setting", "data", {{'a', settingChange}, {'s', settingSave}}, ""},
        {"omitted", "control", {{'a', dirtySet}, {'s', dirtySave}}, ""},
        {"cookie", "data", {{'a', cookieReply}, {'b', cookieRequest}}, ""},
        {"storage", "last-writer", {{'a', storageStore}, {'b', storageClear}}, ""},
        {"bits", "accumulating", {{'a', bitsOne}, {'b', bitsTwo}, {'s', progressSave}}, "ab"},
        {"list", "accumulating", {{'a', listOne}, {'b', listTwo}, {'s', listSave}}, "ab"},
    };
    return all;
}

void prepare()
{
    token = new char[16]();
    progress = new int(0);
    settings = new Settings{320, 0};
    session = new Session();
    list = new List();
}

void deliver(uint64_t event, void (*handler)())
{
    if (sparse_deq)
        sparse_deq(event, nullptr);
    handler();
    if (sparse_end)
        sparse_end(event);
}

std::map<char, uint64_t> events;
const Program *program;
void nothing() {}

void post(char name)
{
    static const sparse_attr label[] = {{"label", "reply"}};
    sparse_info info = {SPARSE_SOCKET, 0, -1, 1, label};
    events[name] = sparse_new_id ? sparse_new_id() : 1;
    if (sparse_enq)
        sparse_enq(events[name], &info);
}

void go()
{
    for (const auto &h : program->handlers)
        post(h.first);
}

void waitForOthers()
{
    for (const char *c = program->after; *c; c++)
        if (sparse_join)
            sparse_join(events[*c]);
    program->handlers.at('s')();
}

int run(const char *order)
{
    if (sparse_loop_kind)
        sparse_loop_kind(SPARSE_LOOP_EXACT);
    prepare();
    if (sparse_enterloop)
        sparse_enterloop();
    deliver(sparse_new_id ? sparse_new_id() : 1, go);
    for (const char *c = order; *c; c++)
        deliver(events[*c], *c == 's' && *program->after ? waitForOthers : program->handlers.at(*c));
    deliver(sparse_new_id ? sparse_new_id() : 1, nothing);
    if (sparse_exitloop)
        sparse_exitloop();
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    for (const Program &p : programs()) {
        if (argc < 3) {
            printf("%s %s %s\n", p.name, p.rank, p.handlers.count('s') ? p.handlers.count('b') ? "abs bas" : "as sa" : "ab ba");
        } else if (p.name == std::string(argv[1])) {
            program = &p;
            return run(argv[2]);
        }
    }
    return argc < 3 ? 0 : 1;
}
