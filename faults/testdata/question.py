# A PyQt or PySide program, which the argument names: a timer's handler asks a question above a
# panel, and the panel goes when a thread is done. In a harmless run the answer comes first.
import importlib
import sys
import time

core = importlib.import_module(sys.argv[1] + ".QtCore")
widgets = importlib.import_module(sys.argv[1] + ".QtWidgets")


class Worker(core.QThread):
    def run(self):
        time.sleep(0.5)


class Window(widgets.QWidget):
    def __init__(self):
        super().__init__()
        self.panel = widgets.QWidget(self)
        self.worker = Worker(self)
        self.worker.finished.connect(self.close_panel)
        core.QTimer.singleShot(50, self.ask)
        core.QTimer.singleShot(100, self.accept)
        self.worker.start()

    def accept(self):
        widgets.QApplication.activeModalWidget().accept()

    def ask(self):
        widgets.QMessageBox.question(self.panel, "Save", "Save the file?")
        print("answered")

    def close_panel(self):
        self.panel.deleteLater()
        core.QTimer.singleShot(900, widgets.QApplication.instance().quit)


app = widgets.QApplication(sys.argv)
window = Window()
window.show()
sys.exit(app.exec() if hasattr(app, "exec") else app.exec_())
