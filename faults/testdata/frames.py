# What Python's own frames may be while memory is allocated and freed: deep ones, generators,
# coroutines, threads, traced ones, code that goes away, names in other scripts, a fork, an end.
import asyncio
import gc
import os
import sys
import threading


def block():
    return bytearray(5000)


def deep(n):
    kept = block()
    return n and 1 + deep(n - 1) and len(kept) > 0


def größe(n):
    for i in range(n):
        yield block()


async def later(n):
    await asyncio.sleep(0)
    return len(block()) + n


class Chatty:
    def __init__(self):
        self.kept = block()
        self.me = self

    def __del__(self):
        self.last = [block() for _ in range(3)]


def gone(n):
    for i in range(n):
        scope = {}
        exec(f"def f{i}(): return bytearray({4000 + i})", scope)
        scope[f"f{i}"]()
        del scope
        [Chatty() for _ in range(2)]
        gc.collect()


def thrown(n):
    for i in range(n):
        try:
            deep(i)
            raise ValueError(block())
        except ValueError:
            pass


def work(results):
    sys.setrecursionlimit(4000)
    results.append(sum(len(b) for b in größe(50)))
    deep(500)
    gone(30)
    thrown(20)


async def everything():
    return sum(await asyncio.gather(*(later(i) for i in range(50))))


sys.setrecursionlimit(4000)
deep(900)
results = []
threads = [threading.Thread(target=work, args=(results,)) for _ in range(4)]
for t in threads:
    t.start()
print(asyncio.run(everything()))
sys.settrace(lambda *a: None)
work(results)
sys.settrace(None)
for t in threads:
    t.join()
print(results)
pid = os.fork()
if not pid:
    work(results)
    os._exit(7)
print(os.waitpid(pid, 0)[1])
sorted(range(10), key=lambda x: len(block()) - x)
keep = Chatty()
