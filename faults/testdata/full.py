# A thread that begins when the recording has no more room calls what is known by then.
import threading


def one():
    pass


def two():
    inner = threading.Thread(target=one)
    inner.start()
    inner.join()


def three():
    outer = threading.Thread(target=two)
    outer.start()
    outer.join()


three()
for i in range(300000):
    bytearray(4000)
three()
