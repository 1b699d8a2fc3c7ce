import CX11
import ColourClock

@testable import XWindow

extension PNG {
  /// Reads a picture without its alpha; `nil` if there is none at `path` or it is not a PNG.
  init?(path: String) {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    guard png_image_begin_read_from_file(&image, path) != 0 else { return nil }
    image.format = UInt32(PNG_FORMAT_FLAG_COLOR)
    let size = Size(width: Int(image.width), height: Int(image.height))
    var bytes = [UInt8](repeating: 0, count: size.width * size.height * 3)
    guard png_image_finish_read(&image, nil, &bytes, 0, nil) != 0 else { return nil }
    self.init(size: size, bytes: bytes)
  }
}
