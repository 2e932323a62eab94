Thread 1 (Thread 0x7f7a34aab640 (LWP 18072)):
#0  0x00007f3c1989e8b2 in QLabel::setText(QString const&) () from /lib/x86_64-linux-gnu/libQt5Widgets.so.5
#1  0x0000564eef0af905 in ?? ()
#2  0x00007f3c192ece42 in ?? () from /lib/x86_64-linux-gnu/libQt5Core.so.5
#3  0x00007f3c192dd54d in QObject::event(QEvent*) () from /lib/x86_64-linux-gnu/libQt5Core.so.5
#4  0x00007f3c192b1738 in QCoreApplication::notifyInternal2(QObject*, QEvent*) () from /lib/x86_64-linux-gnu/libQt5Core.so.5
#5  0x00007f3c193071f0 in QEventDispatcherUNIX::processEvents(QFlags<QEventLoop::ProcessEventsFlag>) () from /lib/x86_64-linux-gnu/libQt5Core.so.5
#6  0x00007f3c192b01bb in QEventLoop::exec(QFlags<QEventLoop::ProcessEventsFlag>) () from /lib/x86_64-linux-gnu/libQt5Core.so.5
#7  0x00007f3c192b8316 in QCoreApplication::exec() () from /lib/x86_64-linux-gnu/libQt5Core.so.5
#8  0x0000564eef0af307 in ?? ()
