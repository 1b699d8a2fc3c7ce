internal import CX11
package import ColourClock
package import System

package struct PNG: Equatable {
  package let size: Size
  /// Rows from the top; three bytes a pixel, or four with alpha.
  package let bytes: [UInt8]
  package let hasAlpha: Bool

  init(size: Size, bytes: [UInt8]) {
    precondition(bytes.count == size.width * size.height * 3, "a picture has three bytes a pixel")
    (self.size, self.bytes, hasAlpha) = (size, bytes, false)
  }

  /// `side` is in pixels.
  package init(iconOf side: Int) {
    size = Size(width: side, height: side)
    hasAlpha = true
    bytes = Icon.pixels(size: side).flatMap { pixel in [16, 8, 0, 24].map { UInt8(pixel >> $0 & 0xff) } }
  }

  package func write(to path: String) throws(SystemError) {
    try File.replace(path) { stream in
      var image = png_image()
      image.version = UInt32(PNG_IMAGE_VERSION)
      (image.width, image.height) = (UInt32(size.width), UInt32(size.height))
      image.format = UInt32(PNG_FORMAT_FLAG_COLOR | (hasAlpha ? PNG_FORMAT_FLAG_ALPHA : 0))
      return png_image_write_to_stdio(&image, UnsafeMutablePointer(stream), 0, bytes, 0, nil) != 0
    }
  }
}
