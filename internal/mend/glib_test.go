package mend

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"
)

// objects are as much of GLib as the shapes ask the tree about.
const objects = `typedef int gboolean; typedef int gint; typedef void *gpointer;
#define NULL ((void *)0)
#define FALSE 0
#define TRUE 1
typedef struct GMainLoop GMainLoop; typedef struct GObject { int n; } GObject;
#define G_OBJECT(o) ((GObject *)(o))
#define g_autoptr(T) T *
#define g_object_ref(o) (o)
#define g_set_weak_pointer(p, o) (*(p) = (o))
#define g_clear_weak_pointer(p) (*(p) = NULL)
typedef struct Document { GObject parent; int saved; } Document;
#define DOCUMENT(o) ((Document *)(o))
GMainLoop *the_loop(void); void g_main_loop_run(GMainLoop *); gboolean g_main_context_iteration(void *, gboolean); gint gtk_dialog_run(void *);
void unref(GMainLoop *); int ready(void); void show(int);
typedef struct { Document *document; } App;
static Document *current; static App *app;
`

// glibGuards are the guards of a function of C with that body: weak pointers, and references.
func glibGuards(t *testing.T, result, body string) (weak, held []string) {
	t.Helper()
	patches, _ := suggested(t, sourcesIn(t, "page.c", objects+result+" ask(gpointer data)\n{\n"+body+"}\n"), "ask")
	for _, p := range patches {
		switch {
		case p.Shape != "guard" || strings.Contains(p.diff, "QPointer") || strings.Contains(p.diff, "nullptr"):
			t.Errorf("a patch of %s for C:\n%s", p.Shape, p.diff)
		case strings.Contains(p.What, "holds a reference"):
			held = append(held, p.diff)
			if !slices.Contains(p.Environment, "G_DEBUG=fatal-criticals") {
				t.Errorf("%s: its runs get %q", p.What, p.Environment)
			}
		default:
			weak = append(weak, p.diff)
		}
	}
	return weak, held
}

// TestWeakPointer: what uses the object is left out, or the function is left before it; the weak pointer is given back
// right behind the loop in any case.
func TestWeakPointer(t *testing.T) {
	const typed = "\tDocument *document = data;\n"
	for name, c := range map[string]struct {
		result, body string
		want         []string
	}{
		"statements": {"gboolean", typed + "\tGMainLoop *loop = the_loop();\n\tg_main_loop_run(loop);\n\tunref(loop);\n\tdocument->saved++;\n\tshow(document->saved);\n\treturn FALSE;\n", []string{
			"+\tDocument *stillThere = NULL;\n+\tg_set_weak_pointer(&stillThere, document);\n \tg_main_loop_run(loop);\n+\tconst gboolean gone = !stillThere;\n+\tg_clear_weak_pointer(&stillThere);\n \tunref(loop);\n",
			"+\tif (!gone) {\n+\t\tdocument->saved++;\n+\t\tshow(document->saved);\n+\t}\n \treturn FALSE;\n", "+\tif (gone)\n+\t\treturn FALSE;\n \tdocument->saved++;\n"}},
		"condition": {"void", typed + "\tif (gtk_dialog_run(data) == 1 || ready())\n\t\tdocument->saved++;\n\tshow(1);\n", []string{
			"+\tconst gint answer = gtk_dialog_run(data);\n+\tconst gboolean gone", "+\tif ((answer == 1 || ready()) && !gone)\n", "+\tif (gone)\n+\t\treturn;\n+\tif (answer == 1 || ready())\n"}},
		"result":  {"int", typed + "\tint said = gtk_dialog_run(data);\n\treturn said + document->saved;\n", []string{"+\tif (gone)\n+\t\treturn 0;\n \treturn said"}},
		"until":   {"void", typed + "\twhile (!ready())\n\t\tg_main_context_iteration(NULL, TRUE);\n\tdocument->saved++;\n", []string{" \twhile (!ready())\n \t\tg_main_context_iteration(NULL, TRUE);\n+\tconst gboolean gone"}},
		"no type": {"void", "\tg_main_loop_run(the_loop());\n\tDOCUMENT(data)->saved++;\n", []string{"+\tgpointer stillThere = NULL;\n+\tg_set_weak_pointer(&stillThere, data);\n", "+\tif (!gone)\n+\t\tDOCUMENT(data)->saved++;\n"}},
		"member":  {"void", "\tg_main_loop_run(the_loop());\n\tapp->document->saved++;\n", []string{"+\tg_set_weak_pointer(&stillThere, app->document);\n"}},
		"in a branch": {"void *", typed + "\tif (ready()) {\n\t\tg_main_loop_run(the_loop());\n\t\tif (document->saved)\n\t\t\tshow(1);\n\t}\n\treturn NULL;\n", []string{
			"+\t\tif (!gone) {\n+\t\t\tif (document->saved)\n+\t\t\t\tshow(1);\n+\t\t}\n", "+\t\tif (gone)\n+\t\t\treturn NULL;\n"}},
	} {
		weak, held := glibGuards(t, c.result, c.body)
		for _, w := range c.want {
			if !strings.Contains(strings.Join(weak, ""), w) {
				t.Errorf("%s: no %q in\n%s", name, w, strings.Join(weak, ""))
			}
		}
		if len(held) == 0 {
			t.Errorf("%s: no patch holds a reference", name)
		}
	}
}

// TestNoWeakPointer: where it would outlive its variable, or would look at what is used before the loop is known to be
// over, or at what is no object.
func TestNoWeakPointer(t *testing.T) {
	for name, body := range map[string]string{
		"a return in the loop": "\tDocument *document = data;\n\twhile (g_main_context_iteration(NULL, TRUE))\n\t\tif (ready())\n\t\t\treturn;\n\tdocument->saved++;\n",
		"asked first":          "\tDocument *document = data;\n\tif (ready() && gtk_dialog_run(app))\n\t\tdocument->saved++;\n",
		"no object":            "\tint *count = &app->document->saved;\n\tg_main_loop_run(the_loop());\n\t*count = 1;\n",
		"declared afterwards":  "\tg_main_loop_run(the_loop());\n\tDocument *document = current;\n\tshow(1);\n\t(void)document;\n",
	} {
		if weak, _ := glibGuards(t, "void", body); len(weak) > 0 && !(name == "declared afterwards" && !strings.Contains(weak[0], ", document)")) {
			t.Errorf("%s:\n%s", name, strings.Join(weak, ""))
		}
	}
	weak, _ := glibGuards(t, "void", "\tDocument *document = data;\n\tif (gtk_dialog_run(data))\n\t\tshow(1);\n\telse\n\t\tdocument->saved++;\n")
	if text := strings.Join(weak, ""); strings.Contains(text, "&& !gone") || !strings.Contains(text, "+\tif (gone)\n+\t\treturn;\n+\tif (answer)\n") {
		t.Errorf("what the other branch uses:\n%s", text)
	}
}

// TestHeldRuns: a patch that holds a reference is run so that a complaint of GLib's about a use of what is disposed of ends the run.
func TestHeldRuns(t *testing.T) {
	src := sourcesIn(t, "page.c", objects+"void ask(Document *document)\n{\n\tg_main_loop_run(the_loop());\n\tdocument->saved++;\n}\n")
	patches, _, err := Suggest(context.Background(), Subject{Use: []string{"ask"}}, src)
	if err != nil {
		t.Fatal(err)
	}
	var got [][]string
	v := &Verifier{Sources: src, Build: "true", Runs: 2, Said: io.Discard, Replay: func(_ context.Context, _ string, runs int, environment []string) (Outcome, error) {
		got = append(got, environment)
		return Outcome{Runs: runs, Crashed: runs}, nil
	}}
	if _, err := v.Verify(context.Background(), patches); err != nil {
		t.Fatal(err)
	}
	if len(got) < 3 || len(got[0]) > 0 || len(got[1]) > 0 || !slices.Equal(got[len(got)-1], []string{"G_DEBUG=fatal-criticals"}) {
		t.Errorf("the runs got %q", got)
	}
}
