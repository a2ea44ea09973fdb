/* picture.c - pictures in files: the options of all commands that draw. */
#include "cmd/picture.h"

#include "base/text.h"
#include "cmd/cmd.h"
#include "report/png.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define WIDTH_LEAST 320
#define WIDTH_MOST  8000
#define SCALE       2 /* screens with small pixels have two for one */
#define SCALE_MOST  16

static int find_theme(const char *word, enum svg_theme *theme)
{
	static const char *const words[] = { "auto", "light", "dark" };

	for (int i = 0; i < 3; i++)
		if (strcmp(word, words[i]) == 0) {
			*theme = (enum svg_theme)i;
			return 0;
		}
	return -EINVAL;
}

enum svg_theme picture_theme(const struct picture_opts *p)
{
	enum svg_theme theme = SVG_AUTO;

	if (p->theme)
		find_theme(p->theme, &theme);
	return theme;
}

int picture_check(const struct picture_opts *p, bool drawn, bool png,
    const char *file, struct err *e)
{
	enum svg_theme theme;

	if (!drawn && (p->width || p->scale || p->theme))
		return err_set(e, -EINVAL,
		    "'--%s' is of pictures: '-o x.svg' or '-o x.png' makes one",
		    p->width     ? "width" :
			p->scale ? "scale" :
				   "theme");
	if (p->width && (p->width < WIDTH_LEAST || p->width > WIDTH_MOST))
		return err_set(e, -EINVAL, "'--width' is from %d to %d pixels",
		    WIDTH_LEAST, WIDTH_MOST);
	if (p->scale > SCALE_MOST)
		return err_set(e, -EINVAL, "'--scale' is at most %d",
		    SCALE_MOST);
	if (p->scale && !png)
		return err_set(e, -EINVAL,
		    "'--scale' is of PNG: an SVG has any size");
	if (p->theme && find_theme(p->theme, &theme) < 0)
		return err_set(e, -EINVAL,
		    "bad value '%s' of '--theme', there are auto, light and "
		    "dark",
		    p->theme);
	if (png && !file && isatty(STDOUT_FILENO))
		return err_set(e, -EINVAL,
		    "a PNG is not for a terminal: '-o x.png' writes a file");
	return png ? png_ready(e) : 0;
}

int picture_check_beside(const struct picture_opts *p, const char *file,
    bool *png, struct err *e)
{
	int r;

	*png = file && text_ends(file, ".png");
	if (file && !*png && !text_ends(file, ".svg"))
		return err_set(e, -EINVAL,
		    "'%s' is no picture, its name must end in .svg or .png",
		    file);
	r = picture_check(p, file != NULL, *png, file, e);
	return r < 0 ? r : out_check(file, e);
}

int picture_draw(const struct picture_opts *p, const struct figure *fig,
    const struct figure_data *d, bool png, struct buf *out, struct err *e)
{
	struct svg_look look = svg_look_default;
	struct buf svg = BUF_INIT;
	int r;

	if (p->width)
		look.width = (double)p->width;
	look.theme = picture_theme(p);
	/* nobody is asked while pixels are drawn */
	if (png && look.theme == SVG_AUTO)
		look.theme = SVG_LIGHT;
	r = fig ? fig->draw(d, &look, &svg, e) :
		  figure_draw_any(d, &look, &svg, e);
	if (r == 0 && png)
		r = png_of_svg(&svg, p->scale ? (double)p->scale : SCALE, out,
		    e);
	else if (r == 0)
		buf_add_mem(out, buf_str(&svg), svg.len);
	buf_release(&svg);
	return r;
}
