/* The C libraries that the clock's windows need, and the functions that Swift cannot call or import by itself. */
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
/* Declared by Xlibint.h, whose macros would break other headers. */
Bool (*XESetWireToEventCookie(Display *, int, Bool (*)(Display *, XGenericEventCookie *, xEvent *)))(
    Display *, XGenericEventCookie *, xEvent *);

/* Wraps XCreateIC, which Swift cannot call because it is variadic. The input method shows unfinished text in a window
   of its own. */
static inline XIC CreateTextContext(XIM method, Window window) {
  return XCreateIC(method, XNInputStyle, XIMPreeditNothing | XIMStatusNothing, XNClientWindow, window, XNFocusWindow,
                   window, (char *)0);
}

/* Wraps XSetIMValues likewise. `ended` is called with `data` when the input method's server has ended. Xlib then frees
   the method and its contexts. */
static inline void OnEndOfTextMethod(XIM method, void *data, void (*ended)(XIM, XPointer, XPointer)) {
  XIMCallback callback = {(XPointer)data, (XIMProc)ended};
  XSetIMValues(method, XNDestroyCallback, &callback, (char *)0);
}
