/** The beginnings of image files, by their formats' specifications. */

/** The signature and the header of a PNG (RFC 2083). */
export function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(25);
  header.writeUInt32BE(13, 0);
  header.write('IHDR', 4, 'latin1');
  header.writeUInt32BE(width, 8);
  header.writeUInt32BE(height, 12);
  header.set([8, 2], 16);
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), header]);
}

/** A segment of a JPEG (ITU-T T.81). */
function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

interface Jpeg {
  /** Of the frame: 0xc0 baseline, 0xc2 progressive. */
  readonly frame?: number;
  /** Bytes of colour profiles before the frame. */
  readonly profileBytes?: number;
}

export function jpeg(width: number, height: number, { frame = 0xc0, profileBytes = 0 }: Jpeg = {}): Buffer {
  const size = Buffer.alloc(6);
  size.set([8], 0);
  size.writeUInt16BE(height, 1);
  size.writeUInt16BE(width, 3);
  size.set([3], 5);
  const components = Buffer.from([1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
  const profiles = Array.from({ length: Math.ceil(profileBytes / 60_000) }, () =>
    segment(0xe2, Buffer.alloc(60_000, 0x55)),
  );
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...profiles,
    segment(frame, Buffer.concat([size, components])),
    Buffer.from([0xff, 0xd9]),
  ]);
}
