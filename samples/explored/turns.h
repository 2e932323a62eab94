// What the programs here have in common: a window, replies from threads that come
// in turn unless something keeps one up, and an end when all have come.
#pragma once
#include "../orders/io.h"

#include <QApplication>
#include <QLabel>
#include <QListWidget>
#include <QVBoxLayout>

inline Usually come;
inline int expected, arrived;
constexpr int late = 2000; // ms, after which nobody waits for his turn

inline void arrive()
{
    come.happened();
    if (++arrived == expected)
        qApp->quit();
}

// The reply that usually comes after `before` others.
inline void reply(const char *name, int before, std::function<void()> handle)
{
    expected++;
    answered(name, [before] { come.wait(before, late); }, [handle] {
        handle();
        arrive();
    })->start();
}

// A window with one line of text.
inline QLabel *window(const char *title)
{
    auto *w = new QWidget;
    auto *label = new QLabel(QStringLiteral("–"), w);
    w->setObjectName(QLatin1String(title));
    w->setWindowTitle(QLatin1String(title));
    label->setObjectName(QStringLiteral("shown"));
    (new QVBoxLayout(w))->addWidget(label);
    w->resize(240, 80);
    w->show();
    return label;
}
