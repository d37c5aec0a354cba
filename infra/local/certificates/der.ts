/** The parts of DER (ITU-T X.690) that certificates need. Each function returns one encoded element. */

const element = (tag: number, ...contents: Uint8Array[]): Buffer => {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), encodedLength(content.length), content]);
};

function encodedLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  const significant = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
  return Buffer.concat([Buffer.from([0x80 | significant.length]), significant]);
}

export const sequence = (...items: Uint8Array[]) => element(0x30, ...items);
export const set = (...items: Uint8Array[]) => element(0x31, ...items);
export const boolean = (value: boolean) => element(0x01, Buffer.from([value ? 0xff : 0]));
export const octets = (content: Uint8Array) => element(0x04, content);
export const utf8 = (text: string) => element(0x0c, Buffer.from(text));

/** A non-negative integer. @param bytes most significant first. */
export const integer = (bytes: Uint8Array) =>
  element(0x02, ...((bytes[0] ?? 0) >= 0x80 ? [Buffer.from([0])] : []), bytes);

/** A bit string. @param unusedBits at the end of the last byte. */
export const bits = (content: Uint8Array, unusedBits = 0) =>
  element(0x03, Buffer.from([unusedBits]), content);

/** Elements in an explicit tag `[number]`. */
export const explicit = (number: number, ...items: Uint8Array[]) => element(0xa0 | number, ...items);

/** A byte string with an implicit tag `[number]`. */
export const implicit = (number: number, content: Uint8Array) => element(0x80 | number, content);

/** @param dotted such as `2.5.29.17`. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) digits.unshift(0x80 | (rest & 0x7f));
  return digits;
}

/** The year has two digits until 2049, and four from 2050 on (RFC 5280, 4.1.2.5). */
export function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]|\.\d+/g, '');
  return date.getUTCFullYear() < 2050
    ? element(0x17, Buffer.from(digits.slice(2)))
    : element(0x18, Buffer.from(digits));
}
