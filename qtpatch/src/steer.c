/* steer.c: no schedule yet. */
#include "steer.h"
bool steer_open(const char *s, const char *v){(void)s;(void)v;return false;}
void steer_use(steer_post_fn *post){(void)post;}
bool steer_is_on(void){return false;}
bool steer_post(void *r, void *e, int p, int ty, const struct label *l, const struct pending *q){(void)r;(void)e;(void)p;(void)ty;(void)l;(void)q;return false;}
bool steer_timer(const struct timer *t, uint64_t l){(void)t;(void)l;return false;}
void steer_event_ended(uint64_t l){(void)l;}
void steer_event_dropped(uint64_t l){(void)l;}
void steer_goal(uint64_t l, enum steer_moment m){(void)l;(void)m;}
void steer_object_gone(const void *o){(void)o;}
void steer_removed(const void *r,int t){(void)r;(void)t;}
void steer_flushed(const void *r,int t){(void)r;(void)t;}
void steer_loop(bool d){(void)d;}
