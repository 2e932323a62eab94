// gtk.cpp: see gtk.h.
#include "gtk.h"

#include <dlfcn.h>

namespace gtk {

namespace {

Functions known;
bool four;

enum Versions { BOTH, THREE, FOUR };

const struct {
	Versions in;
	const char *symbol;
	void *at;
	bool may; // it need not be there
} table[] = {
#define OF(in, symbol, field) { in, symbol, &known.field, false }
#define MAY(in, symbol, field) { in, symbol, &known.field, true }
	OF(BOTH, "g_type_from_name", type_from_name),
	OF(BOTH, "g_type_check_instance_is_a", is_a),
	OF(BOTH, "g_type_name_from_instance", type_name),
	OF(BOTH, "g_object_ref", ref),
	OF(BOTH, "g_object_unref", unref),
	OF(BOTH, "g_free", free),
	OF(BOTH, "g_list_free", list_free),
	OF(BOTH, "g_source_new", source_new),
	OF(BOTH, "g_source_attach", source_attach),
	OF(BOTH, "g_source_set_priority", source_set_priority),
	OF(BOTH, "g_source_set_ready_time", source_set_ready_time),
	OF(BOTH, "g_source_get_ready_time", source_ready_time),
	OF(BOTH, "g_main_context_find_source_by_id", source_of),
	OF(BOTH, "g_source_set_can_recurse", source_set_can_recurse),
	OF(BOTH, "g_source_unref", source_unref),
	OF(BOTH, "g_source_destroy", source_destroy),
	OF(BOTH, "g_get_monotonic_time", monotonic_time),
	OF(BOTH, "g_main_context_wakeup", wakeup),
	OF(BOTH, "g_application_get_default", default_application),
	OF(BOTH, "g_application_quit", application_quit),
	OF(BOTH, "g_list_model_get_n_items", model_items),
	OF(BOTH, "g_list_model_get_item", model_item),
	OF(BOTH, "gdk_display_get_default", default_display),
	MAY(THREE, "gdk_x11_window_get_xid", window_xid),
	MAY(FOUR, "gdk_x11_surface_get_xid", surface_xid),
	OF(THREE, "gtk_main_level", main_level),
	OF(THREE, "gtk_main_quit", main_quit),
	OF(THREE, "gtk_window_list_toplevels", list_toplevels),
	OF(FOUR, "gtk_window_get_toplevels", toplevels),
	OF(THREE, "gtk_widget_get_window", widget_window),
	OF(FOUR, "gtk_native_get_surface", native_surface),
	OF(FOUR, "gtk_native_get_surface_transform", native_transform),
	OF(FOUR, "gtk_widget_get_native", widget_native),
	OF(THREE, "gtk_widget_get_toplevel", widget_toplevel),
	OF(FOUR, "gtk_widget_get_root", widget_root),
	OF(BOTH, "gtk_widget_get_parent", parent),
	OF(FOUR, "gtk_widget_get_first_child", first_child),
	OF(FOUR, "gtk_widget_get_next_sibling", next_sibling),
	OF(THREE, "gtk_container_forall", forall),
	OF(BOTH, "gtk_widget_get_mapped", mapped),
	OF(BOTH, "gtk_widget_is_sensitive", sensitive),
	OF(BOTH, "gtk_widget_get_allocated_width", width),
	OF(BOTH, "gtk_widget_get_allocated_height", height),
	OF(THREE, "gtk_widget_translate_coordinates", translate),
	OF(FOUR, "gtk_widget_translate_coordinates", translate4),
	OF(BOTH, "gtk_widget_get_name", name),
	OF(THREE, "gtk_widget_get_style_context", style),
	OF(THREE, "gtk_style_context_has_class", style_has),
	OF(THREE, "gtk_buildable_get_name", buildable_name),
	OF(FOUR, "gtk_buildable_get_buildable_id", buildable_id),
	OF(BOTH, "gtk_widget_get_tooltip_text", tooltip),
	OF(BOTH, "gtk_window_get_title", title),
	OF(THREE, "gtk_window_get_window_type", window_type),
	OF(THREE, "gtk_window_get_type_hint", type_hint),
	OF(BOTH, "gtk_window_is_active", is_active),
	OF(BOTH, "gtk_window_get_modal", modal),
	OF(BOTH, "gtk_window_get_focus", focus),
	OF(BOTH, "gtk_window_get_transient_for", transient_for),
	OF(THREE, "gtk_grab_get_current", grab),
	OF(THREE, "gtk_window_get_group", window_group),
	OF(THREE, "gtk_window_group_get_current_grab", group_grab),
	OF(BOTH, "gtk_label_get_text", label_text),
	OF(BOTH, "gtk_entry_get_visibility", entry_shows),
	OF(FOUR, "gtk_text_get_visibility", text_shows),
	OF(BOTH, "gtk_editable_get_editable", editable),
	OF(BOTH, "gtk_text_view_get_editable", view_editable),
	OF(THREE, "gtk_menu_item_get_submenu", submenu),
	OF(BOTH, "gtk_notebook_get_n_pages", pages),
	OF(BOTH, "gtk_notebook_get_nth_page", page),
	OF(BOTH, "gtk_notebook_get_tab_label", tab),
	OF(THREE, "gtk_accel_groups_from_object", accel_groups),
	OF(THREE, "gtk_accel_group_find", accel_find),
	OF(BOTH, "gtk_application_list_action_descriptions", action_list),
	OF(BOTH, "gtk_application_get_accels_for_action", accels_for),
	OF(BOTH, "gtk_accelerator_parse", accel_parse),
	OF(BOTH, "g_strfreev", strings_free),
	OF(BOTH, "gdk_event_get_event_type", event_type),
	OF(BOTH, "gdk_event_get_time", event_time),
	OF(THREE, "gdk_event_get_button", event_button),
	OF(THREE, "gdk_event_get_keyval", event_keyval),
	OF(THREE, "gdk_event_get_state", event_state),
	OF(THREE, "gdk_event_get_coords", event_coords),
	OF(THREE, "gdk_window_get_origin", window_origin),
	OF(THREE, "gdk_event_get_scroll_direction", event_direction),
	OF(THREE, "gdk_event_get_scroll_deltas", event_deltas),
	OF(THREE, "gdk_event_get_window", event_window),
	OF(THREE, "gdk_window_is_destroyed", window_gone),
	OF(THREE, "gdk_window_get_user_data", window_user_data),
	OF(BOTH, "gdk_keyval_to_unicode", keyval_to_unicode),
	OF(FOUR, "gdk_event_get_surface", event_surface),
	OF(FOUR, "gdk_button_event_get_button", button_of),
	OF(FOUR, "gdk_key_event_get_keyval", keyval_of),
	OF(FOUR, "gdk_event_get_modifier_state", state_of),
	OF(FOUR, "gdk_scroll_event_get_direction", direction_of),
	OF(FOUR, "gdk_event_get_position", position_of),
	OF(FOUR, "gdk_scroll_event_get_deltas", deltas_of),
	OF(FOUR, "gtk_native_get_for_surface", native_for),
};

bool resolve()
{
	void *library = dlopen("libgtk-3.so.0", RTLD_LAZY | RTLD_NOLOAD);
	four = !library && (library = dlopen("libgtk-4.so.1", RTLD_LAZY | RTLD_NOLOAD));
	if (!library)
		return false;
	bool all = true;
	for (const auto &row : table) {
		if (row.in == (four ? THREE : FOUR))
			continue;
		void *symbol = dlsym(library, row.symbol);
		*static_cast<void **>(row.at) = symbol;
		all = all && (symbol || row.may);
	}
	return all;
}

} // namespace

const Functions *functions()
{
	static bool resolved;
	if (!resolved && !(resolved = resolve()))
		return nullptr;
	return &known;
}

bool hasDisplay()
{
	return functions() && known.default_display();
}

bool isGtk4()
{
	return four;
}

// A type that nothing is of yet has no number.
bool is(const void *instance, const char *type)
{
	unsigned long number = instance ? known.type_from_name(type) : 0;
	return number && known.is_a(instance, number);
}

std::string classOf(const void *instance)
{
	const char *name = instance ? known.type_name(instance) : nullptr;
	return name ? name : "";
}

} // namespace gtk
