struct item { int n; };
int looks_other(struct item *p) { return p->n + 1; }
void outside(void) { __asm__ volatile(""); }
