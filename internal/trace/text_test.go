package trace

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
)

// readAll reads a source through the checker.
func readAll(src Source) (ops []Op, r Reader, err error) {
	r, err = Checked(src).Open()
	if err != nil {
		return nil, nil, err
	}
	for {
		var op Op
		err := r.Next(&op)
		if errors.Is(err, io.EOF) {
			return ops, r, nil
		}
		if err != nil {
			return ops, r, err
		}
		op.Attrs = append([]Attr(nil), op.Attrs...)
		op.Objects = append([]Span(nil), op.Objects...)
		op.Objects = append([]Span(nil), op.Objects...)
		ops = append(ops, op)
	}
}

func toText(t *testing.T, src Source) string {
	t.Helper()
	r, err := src.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var out bytes.Buffer
	if _, err := WriteText(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

const everything = `# loop: batch
# pid: 42
# start: 1700000000
# command: ./app "a b" ""
# module: 0x1000 0x2000 0x1000 /usr/lib/liba.so 00ff
# stack: 1 0 0x1234
enterloop(stack=1)
# stack: 2 1 0x1300
enq(e1,prio=3,label="post: \"x\"",stack=2)
enq(e2,kind=deferred,level=2)
fork(e4)
deq(e1,ms=4)
alloc(buf,16,type=View,stack=1)
alloc(0x5000,8,type="std::map<int, View>",stack=1)
alloc(0x6000,8,type=View,thread=1)
free(0x5000,0,type=Base,stack=1)
alloc(0x7000,8,type=View)
alloc(0x8000,8,stack=1)
read(buf,8,use=1)
write(0xff00,4,atomic=1,val=17,stack=2)
read(0xff00,4,atomic=1,was=17)
read(0xff00,4,atomic=1,loose=1,was=17)
# site: 1 function name="Saver::save(int, char const*)"
# site: 2 read address=a0
read(buf,8,local=1,site=2)
write(buf,8,link=1)
# site: 3 write value=2,5 address=a0 control=2
write(buf,8,site=3,val=9)
read(buf,3,site=2,thread=1)
copy(0xff08,buf,24)
# site: 4 call name=put control=2 arg= arg=2,a1
flow(4,0xff08:24,buf:0)
# site: 5 back value=4
flow(5)
pause(e1,v1,what=exec,ms=281474976710656)
deq(mouse,kind=input)
reset(v1)
enq(e3,thread=1)
end(mouse,ms=1000)
resume(e1,v1,ms=1004)
join(e4)
sink("file:$HOME/a b",buf,16,op=replace,to="file:$HOME/b")
sink("settings:a#b",buf,0,op=remove)
free(buf,16)
end(e1)
drop(e2)
exitloop
# site: 6 return
# lost: 7 read=1 write=3
# fallback: yes
# complete: yes
`

func TestTextRoundTrip(t *testing.T) {
	src, err := ParseText("t", []byte(everything))
	if err != nil {
		t.Fatal(err)
	}
	if got := toText(t, src); got != everything {
		t.Errorf("written back:\n%s\nexpected:\n%s", got, everything)
	}
	if _, _, err := readAll(src); err != nil {
		t.Errorf("the checker refuses it: %v", err)
	}
}

func TestTextFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"deq(e1)\nbad(e2)", `t:2: corrupt trace: "bad" is no operation`},
		{"deq(e1", "closing bracket"},
		{"deq(e1) x", "after the closing bracket"},
		{"deq()", "found 0 arguments, expected 1"},
		{"pause(e1)", "found 1 arguments, expected 2"},
		{"deq(e 1)", "expected the name of an event"},
		{"read(0xzz)", "hexadecimal"},
		{"read(x,0)", "number of bytes"},
		{"read(x,-1)", "number of bytes"},
		{"read(x,9223372036854775808)", "number of bytes"},
		{"enq(e,prio=99999999999)", "expected a number"},
		{"enq(e,kind=odd)", "kind=odd"},
		{"read(x,1,label=5)", "found label="},
		{"read(x,stack=9)", "stack 9 has no"},
		{"read(x,4,was=1)", "behind atomic=1"},
		{"read(x,4,loose=1)", "expected it behind atomic=1"},
		{"read(x,4,atomic=1,loose=2)", "found loose=2, expected a number from 0 to 1"},
		{`enq(e,label="x)`, "closing bracket"},
		{"# loop: odd", "expected batch, unix, either or exact"},
		{"# stack: 1 7 0x1", "parent 7"},
		{"# module: 1 2", "found 2 words"},
		{"# site: 2 read", "expected number 1"},
		{"# site: 1 odd", "expected function, read"},
		{"# site: 1 read value=b", "expected the number of a site"},
		{"# site: 1 read other=1", "found other="},
		{"# site: 1 call arg=0", "expected the number of a site"},
		{"read(x,site=1)", "expected a number from 1 to 0"},
		{"flow(1)", "found site"},
		{"# site: 1 call\nflow(1,x)", "expected location:size"},
		{"# site: 1 call\nflow(1,x:y)", "found size"},
		{"copy(x)", "found 1 arguments, expected 2 to 3"},
	} {
		_, err := ParseText("t", []byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.Is(err, ErrCorrupt) {
			t.Errorf("%q: got error %v, expected %q", c.text, err, c.want)
		}
	}
}

func TestCheckFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"deq(a)\ndeq(b)", "t:2: corrupt trace: found deq(b) while the handler of a runs"},
		{"deq(a)\nend(b)", "t:2: corrupt trace: found end(b), but what is open is the handler of a"},
		{"deq(a)\nend(a)\ndeq(a)", "delivered or dropped before"},
		{"enq(a)\nenq(a)", "enqueued or delivered before"},
		{"deq(a)\nend(a)\nenq(a)", "enqueued or delivered before"},
		{"drop(a)", "expected its enq"},
		{"enq(a)\ndrop(a)\ndeq(a)", "delivered or dropped before"},
		{"pause(a,v)", "what is open is nothing"},
		{"deq(a)\npause(a,v)\nresume(a,w)", "what is open is the loop v of a"},
		{"deq(a)\npause(a,v)\nresume(a,v)\npause(a,v)", "a guard of its own"},
		{"deq(a)\nenterloop", "expected no open handler"},
		{"exitloop", "not running"},
		{"enterloop\nenterloop", "running already"},
	} {
		src, err := ParseText("t", []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err = readAll(src); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got error %v, expected %q", c.text, err, c.want)
		}
	}
}

func TestIncompleteTextIsKnown(t *testing.T) {
	src, err := ParseText("t", []byte("deq(a)\npause(a,v)\n"))
	if err != nil {
		t.Fatal(err)
	}
	_, r, err := readAll(src)
	if err != nil {
		t.Fatal(err)
	}
	if r.Meta().Complete {
		t.Error("a trace that stops inside a loop counts as complete")
	}
}

// A library unloaded and another one loaded in its place: each stack belongs
// to the one that was there when it was defined.
func TestModuleEpochs(t *testing.T) {
	src, err := ParseText("t", []byte(`# module: 0x1000 0x2000 0x1000 /first.so 01
# stack: 1 0 0x1234
enterloop(stack=1)
# module: 0x1000 0x2000 0x1000 /second.so 02
# stack: 2 0 0x1234
exitloop(stack=2)
`))
	if err != nil {
		t.Fatal(err)
	}
	_, r, err := readAll(src)
	if err != nil {
		t.Fatal(err)
	}
	tab := r.Tables()
	for i, want := range []string{1: "/first.so", 2: "/second.so"} {
		if i == 0 {
			continue
		}
		if m := tab.StackModule(&tab.Stacks[i], 0x1234); m == nil || m.Path != want {
			t.Errorf("stack %d lies in %+v, expected %s", i, m, want)
		}
	}
}
