package exporttest

import (
	"embed"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"sparseracer/internal/steer"
)

//go:embed driver
var driver embed.FS

func part(name string) string {
	text, err := driver.ReadFile("driver/" + name)
	if err != nil {
		panic(err) // embedded
	}
	return string(text)
}

// quoted is a string of C++ that holds these bytes whatever they are.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		if c := s[i]; isPlain(c) {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, `\%03o`, c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// isPlain: it means itself in C++ and CMake, in strings and comments alike.
func isPlain(c byte) bool {
	return c == ' ' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.IndexByte("_.,:()<>&*~+-/'", c) >= 0
}

// said is a text for a comment, on one line. Two signs that end or begin one are apart.
func said(s string) string {
	b := []byte(s)
	for i, c := range b {
		if !isPlain(c) {
			b[i] = '?'
		}
	}
	return strings.NewReplacer("*/", "* /", "/*", "/ *").Replace(string(b))
}

func rows(of []int, most int) string {
	words := make([]string, most)
	for i := range words {
		words[i] = "-1"
		if i < len(of) {
			words[i] = fmt.Sprint(of[i])
		}
	}
	return "{ " + strings.Join(words, ", ") + " }"
}

func (t *Test) qtTest(s *steer.Schedule, p *plan, opt Options) {
	mostUntil, mostAfter := 1, 1
	for _, h := range p.holds {
		mostUntil = max(mostUntil, len(h.until))
	}
	for _, in := range p.inputs {
		mostAfter = max(mostAfter, len(in.after))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "// Regression test of race %s: %s.\n//\n", s.Race.ID, said(s.Race.Summary))
	b.WriteString("// The application runs as it is, its main() included; the order of its events is the one in which\n" +
		"// the object is freed before it is used. AddressSanitizer ends the test where that happens.\n" +
		"// Written by sparseracer export-test. What is in front of the director comes from the schedule.\n")
	headers := "QtCore QtTest"
	if len(p.inputs) > 0 {
		headers += " QtWidgets"
	}
	for _, h := range strings.Fields(headers) {
		fmt.Fprintf(&b, "#include <%s>\n", h)
	}
	if len(p.inputs) > 0 { // the queue of the window system is behind it
		b.WriteString("#include <qpa/qwindowsysteminterface.h>\n")
	}
	b.WriteString("\n#include <cstdio>\n#include <cstdlib>\n#include <iterator>\n\n#if defined(__has_feature)\n#if __has_feature(address_sanitizer)\n#define RACE_HAS_ASAN 1\n#endif\n#endif\n" +
		"#ifndef RACE_HAS_ASAN\n#define RACE_HAS_ASAN 0\n#endif\n\nnamespace {\n")
	b.WriteString(strings.NewReplacer("MOST_UNTIL", fmt.Sprint(mostUntil), "MOST_AFTER", fmt.Sprint(mostAfter)).Replace(part("head.part")))
	p.tables(&b, s, mostUntil, mostAfter)
	if len(p.inputs) > 0 {
		b.WriteString(part("person_head.part"))
	} else {
		b.WriteString("void playInputs() {}\nconstexpr bool seesWidgets = false;\nQObjectList topLevels() { return {}; }\n} // namespace\n\n")
	}
	b.WriteString(part("director.part"))
	if len(p.inputs) > 0 {
		b.WriteString("\n" + part("person.part"))
	}
	fmt.Fprintf(&b, "\n#include \"%s.moc\"\n", t.Name)
	t.add(t.Name+".cpp", b.String())
	t.add(t.Name+".cmake", t.cmake(s, p, opt))
}

// tables are the events of the schedule, for the director.
func (p *plan) tables(b *strings.Builder, s *steer.Schedule, mostUntil, mostAfter int) {
	b.WriteString("const Event events[] = {\n")
	for i, e := range p.events {
		fmt.Fprintf(b, "\t{ %s, %s, %s, %s, %d, %d, %d, %d, %d, %s }, // %d\n", e.kind, e.typ, quoted(e.class), quoted(e.name), e.cause, e.interval, e.exact, e.nth, e.index, quoted(e.about), i)
	}
	fmt.Fprintf(b, "};\nconstexpr int useEvent = %d, freeEvent = %d; // %s\n", p.use, p.free, said(s.Race.Summary))
	fmt.Fprintf(b, "constexpr int watchdogMs = %d, quietMs = 3000;\nconst Hold holds[] = {\n", s.WatchdogMS)
	for _, h := range p.holds {
		fmt.Fprintf(b, "\t{ %d, %d, %s }, // waits: %s\n", h.event, h.timeoutMS, rows(h.until, mostUntil), said(p.events[h.event].about))
	}
	if len(p.holds) == 0 {
		fmt.Fprintf(b, "\t{ -1, 0, %s },\n", rows(nil, mostUntil))
	}
	b.WriteString("};\nconst Linger lingers[] = {\n")
	for _, l := range append(slices.Clone(p.lingers), linger{-1, 0, 0}) {
		fmt.Fprintf(b, "\t{ %d, %d, %d },\n", l.event, l.loop, l.ms)
	}
	b.WriteString("};\n")
	if len(p.inputs) == 0 {
		return
	}
	b.WriteString("const InputStep inputs[] = {\n")
	for _, in := range p.inputs {
		fmt.Fprintf(b, "\t{ %d, %s, %t, %s, %s, %s, %s, %s, %d, %d, %d, %d, %#x, %#x, %#x, %#x, %s, %d, %s, %d, %d },\n", in.event, in.kind, in.popup,
			quoted(in.class), quoted(in.name), quoted(in.Title), quoted(in.Target), quoted(in.Text), in.place[0], in.place[1], in.place[2], in.place[3],
			in.button, in.down, in.modifiers, in.key, quoted(in.text), in.loop, rows(in.after, mostAfter), in.WaitMS, in.TimeoutMS)
	}
	b.WriteString("};\n")
}

// escaped is an argument of CMake in quotes.
func escaped(s string) string {
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case strings.IndexByte("\\\"$;@#", c) >= 0:
			b.WriteString(`\` + string(c))
		case c == '\n' || c == '\r' || c == 0:
			b.WriteByte('?')
		default:
			b.WriteByte(c)
		}
	}
	return `"` + b.String() + `"`
}

func (t *Test) cmake(s *steer.Schedule, p *plan, opt Options) string {
	variable := "RACE_" + strings.ToUpper(s.Race.ID) + "_TARGET"
	var b strings.Builder
	fmt.Fprintf(&b, "# Regression test of race %s: %s.\n# include() this after the application's target. Build with -fsanitize=address.\n", s.Race.ID, said(s.Race.Summary))
	modules := "Test"
	if len(p.inputs) > 0 {
		modules += " Gui Widgets"
	}
	if len(opt.Sources) > 0 {
		t.application(&b, opt)
	}
	fmt.Fprintf(&b, "set(%s %s CACHE STRING \"the application's target, which race %s is tested in\")\n", variable, escaped(opt.Target), s.Race.ID)
	fmt.Fprintf(&b, "set(application ${%s})\n", variable)
	fmt.Fprintf(&b, "if(NOT TARGET ${application})\n  message(FATAL_ERROR \"${application} is no target: set %s to the application's\")\nendif()\n", variable)
	fmt.Fprintf(&b, "if(TARGET Qt6::Core)\n  find_package(Qt6 COMPONENTS %s REQUIRED)\n  set(qt Qt6)\nelse()\n  find_package(Qt5 COMPONENTS %s REQUIRED)\n  set(qt Qt5)\nendif()\n", modules, modules)
	if len(p.inputs) > 0 {
		b.WriteString("if(NOT TARGET ${qt}::GuiPrivate)\n  message(FATAL_ERROR \"the test plays input: install Qt's private headers (qtbase5-private-dev, qt6-base-private-dev)\")\nendif()\n")
	}
	fmt.Fprintf(&b, `add_executable(%[1]s ${CMAKE_CURRENT_LIST_DIR}/%[1]s.cpp $<TARGET_OBJECTS:${application}>)
set_target_properties(%[1]s PROPERTIES AUTOMOC ON CXX_STANDARD 17)
target_compile_options(%[1]s PRIVATE $<TARGET_PROPERTY:${application},COMPILE_OPTIONS>)
target_link_options(%[1]s PRIVATE $<TARGET_PROPERTY:${application},LINK_OPTIONS> -Wl,--wrap=main)
target_link_libraries(%[1]s PRIVATE $<TARGET_PROPERTY:${application},LINK_LIBRARIES>`, t.Name)
	for _, m := range strings.Fields(modules) {
		fmt.Fprintf(&b, " ${qt}::%s", m)
	}
	if len(p.inputs) > 0 {
		b.WriteString(" ${qt}::GuiPrivate")
	}
	fmt.Fprintf(&b, ")\nenable_testing()\nadd_test(NAME %[1]s COMMAND %[1]s", t.Name)
	if len(s.Program) > 1 {
		for _, a := range s.Program[1:] {
			b.WriteString(" " + escaped(a))
		}
	}
	fmt.Fprintf(&b, ")\nset_tests_properties(%s PROPERTIES TIMEOUT %d SKIP_REGULAR_EXPRESSION \"SKIP   :\"%s)\n", t.Name, s.WatchdogMS/1000*2+60, environment(s))
	return b.String()
}

// application builds the objects from sources, where no target has them.
func (t *Test) application(b *strings.Builder, opt Options) {
	b.WriteString("find_package(QT NAMES Qt6 Qt5 COMPONENTS Widgets REQUIRED)\nfind_package(Qt${QT_VERSION_MAJOR} COMPONENTS Widgets REQUIRED)\n")
	fmt.Fprintf(b, "add_library(%s OBJECT", opt.Target)
	for _, s := range opt.Sources {
		if abs, err := filepath.Abs(s); err == nil {
			if dir, err := filepath.Abs(opt.Dir); err == nil {
				if rel, err := filepath.Rel(dir, abs); err == nil {
					s = rel
				}
			}
		}
		fmt.Fprintf(b, "\n  ${CMAKE_CURRENT_LIST_DIR}/%s", strings.Trim(escaped(s), `"`))
	}
	fmt.Fprintf(b, ")\nset_target_properties(%[1]s PROPERTIES AUTOMOC ON AUTOUIC ON AUTORCC ON CXX_STANDARD 17)\ntarget_link_libraries(%[1]s PRIVATE Qt${QT_VERSION_MAJOR}::Widgets)\n", opt.Target)
}

func filling(s *steer.Schedule) string {
	if s.KeepFreed {
		return steer.KeepFreed
	}
	return steer.FillFreed
}

func environment(s *steer.Schedule) string {
	var words []string
	words = append(words, "ASAN_OPTIONS="+filling(s)) // code without instrumentation meets what it cannot follow
	for k, v := range s.Environment {                 // names are of a fixed list
		words = append(words, k+"="+v)
	}
	slices.Sort(words)
	for i, w := range words {
		words[i] = strings.Trim(escaped(w), `"`)
	}
	return ` ENVIRONMENT "` + strings.Join(words, ";") + `"`
}
