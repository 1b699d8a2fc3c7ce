/* The C that the clock stands on: headers, link lines, and what Swift cannot call by itself. */
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/Xatom.h>
#include <X11/XKBlib.h>
#include <X11/Xresource.h>
#include <X11/Xlib-xcb.h>
#include <xcb/xcbext.h>
#include <X11/keysym.h>
#include <X11/extensions/XI2proto.h>
#include <X11/extensions/Xfixes.h>
#include <X11/extensions/Xrandr.h>
#include <X11/extensions/Xrender.h>
#include <X11/extensions/dpms.h>
#include <X11/extensions/scrnsaver.h>
#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_COLOR_H
#include <png.h>
/* Declared by Xlibint.h, among macros that no other header can live with. */
Bool (*XESetWireToEventCookie(Display *, int, Bool (*)(Display *, XGenericEventCookie *, xEvent *)))(
    Display *, XGenericEventCookie *, xEvent *);

/* Variadic: Swift cannot call it. The input method shows what is half typed in a window of its own. */
static inline XIC CreateTextContext(XIM method, Window window) {
  return XCreateIC(method, XNInputStyle, XIMPreeditNothing | XIMStatusNothing, XNClientWindow, window, XNFocusWindow,
                   window, (char *)0);
}
