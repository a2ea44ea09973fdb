/* png.c - a picture in pixels, drawn by librsvg from the SVG.
 *
 * The library is loaded when a PNG is asked for, not linked: it brings 40
 * others, and a program takes 14 ms longer to start with them. */
#include "report/png.h"

#include <errno.h>

#ifdef PERFLOSS_RSVG
#include <librsvg/rsvg.h>

#include <dlfcn.h>
#include <math.h>
#include <string.h>

/* The name that every release since 2005 has. */
#define LIBRARY "librsvg-2.so.2"

/* What cairo takes: image sides of 15 bits. */
#define SIDE_MOST 32767

/* All are found through the one library: it depends on the others. */
#define FUNCTIONS(X) \
	X(rsvg_handle_new_from_data) \
	X(rsvg_handle_get_intrinsic_dimensions) \
	X(rsvg_handle_render_document) \
	X(cairo_image_surface_create) \
	X(cairo_surface_status) \
	X(cairo_surface_write_to_png_stream) \
	X(cairo_surface_destroy) \
	X(cairo_create) \
	X(cairo_destroy) \
	X(cairo_status_to_string) \
	X(g_object_unref) \
	X(g_error_free)

#define MEMBER(name) __typeof__(&name) name;
static struct {
	void *library;
	FUNCTIONS(MEMBER)
} lib;

/* POSIX has pointers to functions come as pointers to data. */
static int find(const char *name, void *to, struct err *e)
{
	void *at = dlsym(lib.library, name);

	if (!at)
		return err_set(e, -ENOTSUP,
		    "no PNG: this machine's librsvg lacks '%s'", name);
	memcpy(to, &at, sizeof(at));
	return 0;
}

#define FIND(name) r = r < 0 ? r : find(#name, &lib.name, e);

int png_ready(struct err *e)
{
	int r = 0;

	if (lib.library)
		return 0;
	lib.library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
	if (!lib.library)
		return err_set(e, -ENOTSUP,
		    "no PNG: cannot load %s (Debian: librsvg2-2)", LIBRARY);
	FUNCTIONS(FIND)
	if (r < 0) {
		dlclose(lib.library);
		lib.library = NULL;
	}
	return r;
}

static cairo_status_t add(void *to, const unsigned char *data,
    unsigned int length)
{
	buf_add_mem(to, data, length);
	return CAIRO_STATUS_SUCCESS;
}

static int draw(RsvgHandle *svg, double width, double height, struct buf *out,
    struct err *e)
{
	cairo_surface_t *image =
	    lib.cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)width,
		(int)height);
	const RsvgRectangle all = { 0, 0, width, height };
	cairo_t *pen = lib.cairo_create(image);
	cairo_status_t status = lib.cairo_surface_status(image);
	GError *why = NULL;
	int r = 0;

	if (status == CAIRO_STATUS_SUCCESS &&
	    !lib.rsvg_handle_render_document(svg, pen, &all, &why))
		r = err_set(e, -EIO, "no PNG: librsvg says '%s'",
		    why ? why->message : "?");
	if (status == CAIRO_STATUS_SUCCESS && r == 0)
		status = lib.cairo_surface_write_to_png_stream(image, add, out);
	if (status != CAIRO_STATUS_SUCCESS)
		r = err_set(e, -EIO, "no PNG: cairo says '%s'",
		    lib.cairo_status_to_string(status));
	if (why)
		lib.g_error_free(why);
	lib.cairo_destroy(pen);
	lib.cairo_surface_destroy(image);
	return r;
}

int png_of_svg(const struct buf *svg, double scale, struct buf *out,
    struct err *e)
{
	RsvgLength w = { 0, RSVG_UNIT_PX }, h = { 0, RSVG_UNIT_PX };
	gboolean has[3];
	GError *why = NULL;
	RsvgRectangle box;
	RsvgHandle *handle;
	int r = png_ready(e);

	if (r < 0)
		return r;
	handle = lib.rsvg_handle_new_from_data((const guint8 *)buf_str(svg),
	    svg->len, &why);
	if (!handle) {
		r = err_set(e, -EIO, "no PNG: librsvg says '%s'",
		    why ? why->message : "?");
		if (why)
			lib.g_error_free(why);
		return r;
	}
	lib.rsvg_handle_get_intrinsic_dimensions(handle, &has[0], &w, &has[1],
	    &h, &has[2], &box);
	w.length = round(w.length * scale);
	h.length = round(h.length * scale);
	if (!(fmax(w.length, h.length) <= SIDE_MOST))
		r = err_set(e, -EFBIG,
		    "the picture would have %.0f by %.0f pixels, more than %d "
		    "a side: take a smaller '--scale' or fewer rows",
		    w.length, h.length, SIDE_MOST);
	else
		r = draw(handle, w.length, h.length, out, e);
	lib.g_object_unref(handle);
	return r;
}

#else

int png_ready(struct err *e)
{
	return err_set(e, -ENOTSUP,
	    "no PNG: this perfloss is not built with librsvg; '-o x.svg' works "
	    "everywhere");
}

int png_of_svg(const struct buf *svg, double scale, struct buf *out,
    struct err *e)
{
	(void)svg;
	(void)scale;
	(void)out;
	return png_ready(e);
}

#endif
