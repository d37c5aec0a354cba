/** Verifies webhooks. */

const TOLERANCE_SECONDS = 300;

export interface VerifyOptions {
  /** Greatest age of a signature. Defaults to 300 seconds. */
  readonly toleranceSeconds?: number | undefined;
  /** Epoch second. Defaults to the clock. */
  readonly nowSeconds?: number | undefined;
}

/** The request does not come from the service, or is a repetition of an old one. Respond with a 4xx. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: 'invalid_signature' | 'outside_tolerance' | 'not_an_event';

  constructor(code: WebhookError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * @param rawBody of the request, byte for byte: pass it before you parse it.
 * @param header Service-Signature.
 * @param secret the whole signing secret, `whsec_` included.
 * @returns the event.
 * @throws WebhookError if the request is not genuine.
 */
export async function verifyEvent<E>(
  rawBody: Uint8Array | string,
  header: string | null | undefined,
  secret: string,
  { toleranceSeconds = TOLERANCE_SECONDS, nowSeconds = Date.now() / 1000 }: VerifyOptions = {},
): Promise<E> {
  const body = typeof rawBody === 'string' ? bytesOf(rawBody) : rawBody;
  const fields = header?.split(',') ?? [];
  const valuesOf = (name: string) =>
    fields.filter((field) => field.startsWith(`${name}=`)).map((field) => field.slice(name.length + 1));
  const [time = ''] = valuesOf('t');
  if (!/^[0-9]+$/.test(time))
    throw new WebhookError('invalid_signature', 'The Service-Signature header is missing or has no time.');
  // The signed time prevents replays of recorded messages.
  if (Math.abs(nowSeconds - Number(time)) > toleranceSeconds)
    throw new WebhookError(
      'outside_tolerance',
      `The signature is not from the last ${toleranceSeconds} seconds. Check the clocks.`,
    );
  const signed = joined(bytesOf(`${time}.`), body);
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  // In constant time, so that the duration does not reveal how much of a guess is right.
  const verdicts = await Promise.all(
    valuesOf('v1').map((value) => crypto.subtle.verify('HMAC', key, signatureOf(value), signed)),
  );
  if (!verdicts.includes(true))
    throw new WebhookError('invalid_signature', 'The signature does not match the body and the secret.');
  return eventIn(body);
}

function eventIn<E>(body: Uint8Array): E {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as E;
  } catch {
    throw new WebhookError('not_an_event', 'The body is genuine, but not JSON.');
  }
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function joined(left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(left.length + right.length);
  bytes.set(left);
  bytes.set(right, left.length);
  return bytes;
}

/** @returns no bytes for what is not a digest in lower case, which no body has. */
function signatureOf(value: string): Uint8Array<ArrayBuffer> {
  if (!/^[0-9a-f]{64}$/.test(value)) return new Uint8Array();
  return Uint8Array.from({ length: 32 }, (_, at) => Number.parseInt(value.slice(2 * at, 2 * at + 2), 16));
}
