// Each access is reported from its own line: the test reads the marks.
struct Cell {
	int n;
	long m;
	void touch();
};

__attribute__((noinline)) void work(Cell *c, Cell *d, Cell *&e)
{
	c->n = 1; // write
	d->m = c->m; // read write
	__atomic_fetch_add(&c->m, 1, __ATOMIC_SEQ_CST); // atomic
	c->touch(); // use
	*d = *c; // read write
	e = d; // write
}

#ifdef OTHER
void Cell::touch() {}
#else
int main()
{
	Cell *c = new Cell, *d = new Cell, *e;
	work(c, d, e);
}
#endif
