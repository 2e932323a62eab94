# The interpreter ends while other threads, which it will not wait for, are in C code and allocate;
# then the memory of their states is used again. sqlite3 lets the interpreter's lock go.
import ctypes
import sqlite3
import sys
import threading
import time

ENDLESS = "with recursive n(i) as (select 1 union all select i + 1 from n) select count(hex(randomblob(2000 + i % 3000))) from n"


def work():
    sqlite3.connect(":memory:").execute(ENDLESS).fetchall()


malloc = ctypes.CDLL(None).malloc
malloc.restype = ctypes.c_void_p


class Last:
    def __del__(self, malloc=malloc, fill=ctypes.memset, sleep=time.sleep):
        for _ in range(3000):
            fill(malloc(360), 0x41, 360)
        sleep(0.5)


for _ in range(4):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.3)
sys.modules["last"] = Last()
