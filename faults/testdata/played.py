# A PyQt or PySide program, which the first argument names: a button asks for a name in a nested
# loop. What the person did is written to the file that the second argument names.
import importlib
import sys

widgets = importlib.import_module(sys.argv[1] + ".QtWidgets")


class Window(widgets.QMainWindow):
    def __init__(self):
        super().__init__()
        self.button = widgets.QPushButton("Rename", self)
        self.button.clicked.connect(self.rename)
        self.setCentralWidget(self.button)

    def rename(self):
        name, accepted = widgets.QInputDialog.getText(self, "Rename", "Name")
        with open(sys.argv[2], "a") as out:
            out.write(name + "\n" if accepted else "nothing\n")


app = widgets.QApplication(sys.argv)
window = Window()
window.show()
sys.exit(getattr(app, "exec_", getattr(app, "exec", None))())
