/** Verifies a webhook: copy this file into your receiver. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 300;

/**
 * @param rawBody of the request, byte for byte: verify it before you parse it.
 * @param header Service-Signature.
 * @param secret the whole signing secret, `whsec_` included.
 */
export function isGenuine(
  rawBody: Uint8Array,
  header: string,
  secret: string,
  nowSeconds: number = Date.now() / 1000,
): boolean {
  const fields = header.split(',');
  const valuesOf = (name: string) =>
    fields.filter((field) => field.startsWith(`${name}=`)).map((field) => field.slice(name.length + 1));
  const [t = ''] = valuesOf('t');
  // The signed time prevents replays of recorded messages.
  if (!/^[0-9]+$/.test(t) || Math.abs(nowSeconds - Number(t)) > TOLERANCE_SECONDS) return false;
  const expected = Buffer.from(createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest('hex'));
  const given = valuesOf('v1').map((value) => Buffer.from(value));
  // In constant time, so that the duration does not reveal how much of a guess is right.
  return given.some((each) => each.length === expected.length && timingSafeEqual(each, expected));
}
