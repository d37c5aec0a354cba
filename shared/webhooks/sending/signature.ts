/** Signs one attempt, so that a receiver can tell our messages from others' (specification, section 6.2). */
import { createHmac, randomBytes } from 'node:crypto';

export interface Signing {
  /** The whole signing secret, its `whsec_` included. */
  readonly secret: string;
  /** The very text that goes on the wire: receivers verify the bytes they got, not a re-serialisation. */
  readonly body: string;
  /** Moment of this attempt: receivers refuse messages more than five minutes old. */
  readonly sentAt: Date;
}

/** The value of the Service-Signature header. */
export function signature({ secret, body, sentAt }: Signing): string {
  const seconds = Math.floor(sentAt.getTime() / 1000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}

export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('hex')}`;
