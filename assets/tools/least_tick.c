// The minimal cost of a second on a wall: one colour over the whole screen with the time and the code on it. Xlib
// creates everything at the start, and the three requests of a tick are prepared once. A tick changes the colour, the
// ink and the figures in them, and sends them. The clock's cost above this is that of its features.
// gcc -O2 -o least_tick least_tick.c $(pkg-config --cflags --libs x11-xcb xcb xrender freetype2 fontconfig)
#include <X11/Xlib-xcb.h>
#include <X11/Xlib.h>
#include <X11/extensions/Xrender.h>
#include <X11/extensions/renderproto.h>
#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <xcb/xcbext.h>

static Display *display;
static FT_Face font;

// A run of eight glyphs, whose numbers are their characters.
struct text {
  xRenderCompositeGlyphs8Req head;
  xGlyphElt run;
  char glyphs[8];
} __attribute__((packed));

static struct {
  xRenderFillRectanglesReq head;
  XRectangle all;
} __attribute__((packed)) fill;
static struct text clock_text, code_text;

static void open_font(void) {
  FT_Library library;
  FcResult result;
  FcChar8 *file;
  FcPattern *wanted = FcNameParse((const FcChar8 *)"sans:bold");
  FcConfigSubstitute(NULL, wanted, FcMatchPattern);
  FcDefaultSubstitute(wanted);
  FcPattern *found = FcFontMatch(NULL, wanted, &result);
  if (!found || FcPatternGetString(found, FC_FILE, 0, &file) || FT_Init_FreeType(&library) ||
      FT_New_Face(library, (char *)file, 0, &font))
    exit(1);
}

// A glyph set with the figures of one size; `advance` is the width of a zero.
static GlyphSet figures(int pixels, int *advance) {
  GlyphSet set = XRenderCreateGlyphSet(display, XRenderFindStandardFormat(display, PictStandardA8));
  FT_Set_Pixel_Sizes(font, 0, pixels);
  for (const char *figure = "f9876543210abcde#: 0"; *figure; figure++) {
    if (FT_Load_Char(font, *figure, FT_LOAD_RENDER)) exit(1);
    FT_Bitmap *image = &font->glyph->bitmap;
    int row = (image->width + 3) / 4 * 4;
    char *bytes = calloc(image->rows + 1, row + 4);
    for (unsigned y = 0; y < image->rows; y++) memcpy(bytes + y * row, image->buffer + y * image->pitch, image->width);
    Glyph number = *figure;
    *advance = font->glyph->advance.x / 64;
    XGlyphInfo info = {image->width, image->rows, -font->glyph->bitmap_left, font->glyph->bitmap_top, *advance, 0};
    XRenderAddGlyphs(display, set, &number, &info, 1, bytes, row * image->rows);
    free(bytes);
  }
  return set;
}

static void prepare(struct text *text, int opcode, Picture wall, int pixels, int x, int y, const char *glyphs) {
  int advance;
  text->head.reqType = opcode;
  text->head.renderReqType = X_RenderCompositeGlyphs8;
  text->head.length = sizeof *text / 4;
  text->head.op = PictOpOver;
  text->head.dst = wall;
  text->head.glyphset = figures(pixels, &advance);
  text->run.len = 8;
  text->run.deltax = x - 4 * advance;
  text->run.deltay = y;
  memcpy(text->glyphs, glyphs, 8);
}

static void two(char *place, int value, int base) {
  static const char digits[] = "0123456789abcdef";
  place[0] = digits[value / base];
  place[1] = digits[value % base];
}

// Called when Xlib takes the socket back; nothing is left to write.
static void give_back(void *unused) { (void)unused; }

int main(void) {
  int event, error, opcode;
  display = XOpenDisplay(NULL);
  if (!display || !XRenderQueryExtension(display, &event, &error)) return 1;
  XQueryExtension(display, "RENDER", &opcode, &event, &error);
  int screen = DefaultScreen(display), width = DisplayWidth(display, screen), height = DisplayHeight(display, screen);
  XSetWindowAttributes attributes = {.override_redirect = True};
  Window window = XCreateWindow(display, DefaultRootWindow(display), 0, 0, width, height, 0, CopyFromParent, InputOutput,
                                CopyFromParent, CWOverrideRedirect, &attributes);
  XMapWindow(display, window);
  Picture wall = XRenderCreatePicture(display, window, XRenderFindVisualFormat(display, DefaultVisual(display, screen)), 0, NULL);
  Picture inks[] = {XRenderCreateSolidFill(display, &(XRenderColor){0xffff, 0xffff, 0xffff, 0xffff}),
                    XRenderCreateSolidFill(display, &(XRenderColor){0, 0, 0, 0xffff})};
  open_font();
  prepare(&clock_text, opcode, wall, width / 6, width / 2, height / 2, "00:00:00");
  prepare(&code_text, opcode, wall, width / 14, width / 2, height * 3 / 4, "#000000 ");
  fill.head.reqType = opcode;
  fill.head.renderReqType = X_RenderFillRectangles;
  fill.head.length = sizeof fill / 4;
  fill.head.op = PictOpSrc;
  fill.head.dst = wall;
  fill.head.color.alpha = 0xffff;
  fill.all = (XRectangle){0, 0, width, height};
  XSync(display, False);

  xcb_connection_t *connection = XGetXCBConnection(display);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  int timer = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC);
  timerfd_settime(timer, TFD_TIMER_ABSTIME, &(struct itimerspec){{1, 0}, {now.tv_sec + 1, 0}}, NULL);
  struct pollfd sources[] = {{timer, POLLIN, 0}, {ConnectionNumber(display), 0, 0}};
  for (uint64_t rings; poll(sources, 2, -1) > 0 && !sources[1].revents && read(timer, &rings, sizeof rings) > 0;) {
    clock_gettime(CLOCK_REALTIME, &now);
    int day = now.tv_sec % 86400, hour = day / 3600, minute = day / 60 % 60, second = day % 60;
    int red = hour * 255 / 24, green = minute * 255 / 60, blue = second * 255 / 60;
    two(clock_text.glyphs, hour, 10), two(clock_text.glyphs + 3, minute, 10), two(clock_text.glyphs + 6, second, 10);
    two(code_text.glyphs + 1, red, 16), two(code_text.glyphs + 3, green, 16), two(code_text.glyphs + 5, blue, 16);
    fill.head.color.red = red * 257, fill.head.color.green = green * 257, fill.head.color.blue = blue * 257;
    clock_text.head.src = code_text.head.src = inks[2 * red + 5 * green + blue > 1024];
    struct iovec requests[] = {{&fill, sizeof fill}, {&clock_text, sizeof clock_text}, {&code_text, sizeof code_text}};
    uint64_t sent;
    xcb_take_socket(connection, give_back, NULL, 0, &sent);
    xcb_writev(connection, requests, 3, 3);
  }
  return 1;
}
