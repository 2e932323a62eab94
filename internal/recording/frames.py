# Says where this interpreter keeps the functions that it is in (stocklib/src/python.c reads them).
# Nothing is known by version: the script knows its own functions, and looks for them in memory.
# Its output is one line: the interpreter's device and inode, then offsets, with commas between.
import ctypes
import functools
import os
import sys
import threading

WORD = ctypes.sizeof(ctypes.c_void_p)
FAR = 48 * WORD  # bytes of an object that are looked at
MARKS = 7  # bits of a reference that tell how it is held

read = ctypes.c_size_t.from_address
state_of = ctypes.pythonapi.PyGILState_GetThisThreadState
state_of.restype = ctypes.c_void_p
state_of.argtypes = []


def readable():
    ranges = []
    with open("/proc/self/maps") as maps:
        for line in maps:
            where, mode = line.split()[:2]
            if mode[0] == "r" and "[v" not in line:
                ranges.append([int(n, 16) for n in where.split("-")])
    return ranges


def word(at, ranges):
    for lo, hi in ranges:
        if lo <= at and at + WORD <= hi:
            return read(at).value
    return 0


def holds(at, obj, ranges):
    return word(at, ranges) & ~MARKS == id(obj)


# The addresses of the frames of `codes`, and how many others lie between; None if they are not there.
def walk(at, codes, code, previous, ranges):
    frames, between = [], 0
    for wanted in codes:
        steps = 0
        while at and not holds(at + code, wanted, ranges):
            at, steps = word(at + previous, ranges), steps + 1
            if steps > 1:
                return None
        if not at:
            return None
        frames.append(at)
        between += steps
        at = word(at + previous, ranges)
    return frames, between


# From the thread's state to this function's frame, and from it to its callers. What leads to the
# frame is read before a function is called: a call leaves a frame behind that refers to this one.
def layouts(ranges):
    state, starts = state_of(), []
    for d in range(0, FAR, WORD):
        direct = read(state + d).value
        starts.append((d, -1, direct))
        for lo, hi in ranges:
            if lo <= direct and direct + FAR <= hi:
                for e in range(0, FAR, WORD):
                    starts.append((d, e, read(direct + e).value))
    here, frame = sys._getframe(0).f_code, sys._getframe(0)
    codes, lasts, found = [], [], {}
    while frame:
        codes.append(frame.f_code)
        lasts.append(frame.f_lasti)
        frame = frame.f_back
    at = [c for c in range(0, 16 * WORD, WORD)]
    for d, e, first in starts:
        if not word(first, ranges) and not word(first + WORD, ranges):
            continue
        for c in at:
            if holds(first + c, here, ranges):
                for p in at:
                    walked = walk(first, codes, c, p, ranges)
                    if walked:
                        found[d, e, c, p] = walked
    return found, codes, lasts


# Offsets at which each frame holds where it is, and how: a pointer into its code, or a number.
def places(frames, codes, lasts, ranges):
    some = range(2, len(frames))  # the newest two have gone on
    for o in range(0, FAR, WORD):
        first = {word(frames[i] + o, ranges) - id(codes[i]) - lasts[i] for i in some}
        if len(first) == 1 and 0 < max(first) < 4096:
            yield o, max(first), 0
    for o in range(0, FAR, 4):
        for scale in (1, 2):
            if all(ctypes.c_int32.from_address(frames[i] + o).value * scale == lasts[i] for i in some):
                yield o, 0, scale


# Offsets of a byte that is 1 in each frame that C entered, and 0 in others.
def marks(frames, codes, entered):
    for o in range(FAR):
        if all(ctypes.c_uint8.from_address(frames[i] + o).value == (codes[i] in entered) for i in range(2, len(frames))):
            yield o


def only(what, found):
    found = list(found)
    if not found:
        raise LookupError("this interpreter does not show where it keeps " + what)
    return found[0]


def within(obj, wanted):
    return only("a code's name", (o for o in range(0, FAR * 2, WORD) if read(id(obj) + o).value == id(wanted)))


# The same at another depth, in a generator, and in another thread.
def elsewhere(found, depth=9, *others):
    if depth and others:
        return elsewhere(found, depth - 1, *others)
    if depth:
        return elsewhere(found, depth - 1)
    return found.intersection(*(layouts(readable())[0] for _ in (1, 2)))


def in_thread(found):
    shared = []
    thread = threading.Thread(target=lambda: shared.append(elsewhere(found, 3, 1, 2)))
    thread.start()
    thread.join()
    return shared[0]


def look(entered):
    ranges = readable()
    found, codes, lasts = layouts(ranges)
    d, e, c, p = only("its frames", sorted(in_thread(elsewhere(elsewhere(set(found)), 5, 1)), key=lambda way: (way[1], way)))
    frames, between = found[d, e, c, p]
    o, first, scale = only("the place in a function", places(frames, codes, lasts, ranges))
    entry = -2 if between else next(marks(frames, codes, entered), -1)
    code = nested().__code__
    name = getattr(code, "co_qualname", code.co_name)
    kind = only("an object's type", (o for o in range(0, 64, WORD) if read(id(code) + o).value == id(type(code))))
    exe = os.stat("/proc/self/exe")
    found = (d, e, c, p, o, first, scale, entry, within(code, code.co_filename), within(code, name), kind)
    print(exe.st_dev, exe.st_ino, *found, sep=",")


def nested():
    def named():
        pass
    return named


# Functions that call each other in each way.
def a(entered):
    1 + 1
    return b(entered)


def b(entered):
    return [functools.reduce(lambda x, y: c(entered), [0, 1])]


def c(entered):
    2 + 2
    sorted([0], key=lambda x: look(entered))


def main():
    lambdas = [k for f in (b, c) for k in f.__code__.co_consts if hasattr(k, "co_code")]
    a({main.__code__, sys._getframe(1).f_code, *lambdas} - {main.__code__})


main()
