package sparsehb
import ("testing";"os";"time";"sparseracer/internal/trace")
func TestZZ(t *testing.T){
 f:=os.Getenv("ZZ"); if f=="" {t.Skip()}
 src,err:=trace.OpenFile(f); if err!=nil{t.Fatal(err)}
 for _,r:=range []Rules{Batch}{
 s:=time.Now()
 o,err:=Build(src,r); if err!=nil{t.Fatal(err)}
 t.Log(r,"order",time.Since(s),"blocks",len(o.Blocks()),"edges",len(o.edges), "chains", o.Chains(), "dropped", o.dropped, "nodes", o.arena.n)
 s=time.Now()
 if os.Getenv("ZZA")!="" { res,err:=Analyze(src,Options{Rules:r}); if err!=nil{t.Fatal(err)}
 t.Log("analyze",time.Since(s),len(res.Races))}
 }
}
