# A PyQt program: a timer's handler opens a dialog, another one closes what is idle meanwhile,
# and the first one goes on. PyQt knows that the panel is gone, and says so.
import sys

from PyQt5 import sip
from PyQt5.QtCore import QThread, QTimer
from PyQt5.QtWidgets import QApplication, QMessageBox, QWidget


class Worker(QThread):
    def run(self):
        self.found = sum(len(str(i)) for i in range(20000))


class Window(QWidget):
    def __init__(self):
        super().__init__()
        self.panel = QWidget(self)
        self.worker = Worker(self)
        self.worker.finished.connect(lambda: print("worked", self.worker.found))
        QTimer.singleShot(50, self.ask)

    def ask(self):
        box = QMessageBox(self)
        QTimer.singleShot(50, lambda: sip.delete(self.panel))
        QTimer.singleShot(150, box.accept)
        self.worker.start()
        print("answer", box.exec_())
        try:
            self.panel.setToolTip("asked")
        except RuntimeError as e:
            print(e)
        self.worker.wait()
        QTimer.singleShot(0, QApplication.instance().quit)


app = QApplication(sys.argv)
window = Window()
window.show()
sys.exit(app.exec_() + 6)
