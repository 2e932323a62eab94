/* frames.h: what a thread of its own draws of a window of Qt Quick, frame by frame. */
#ifndef SPARSEQT_FRAMES_H
#define SPARSEQT_FRAMES_H
#include <stdbool.h>
#include <stdint.h>

void on_sync_scene_graph(void *window_private);
void on_render_scene_graph(void *window_private, const void *size, const void *surface_size); /* Qt 6.5 on: without the sizes */

bool on_condition_wait(void *condition, void *mutex, unsigned long ms);
bool on_condition_wait_until(void *condition, void *mutex, int64_t time, int64_t type_and_rest);
void on_condition_wake_one(void *condition);
void on_condition_wake_all(void *condition);
#endif
