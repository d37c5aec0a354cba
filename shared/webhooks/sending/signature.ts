/** Signs one attempt, so that the receiver can verify the sender (specification, section 6.2). */
import { createHmac } from 'node:crypto';

interface Signing {
  /** The whole signing secret, including `whsec_`. */
  readonly secret: string;
  /** The exact text sent. Do not serialize it again, because receivers verify the bytes they got. */
  readonly body: string;
  /** The time of this attempt. Receivers reject messages more than five minutes old. */
  readonly sentAt: Date;
}

/**
 * @returns the value of the Service-Signature header.
 * @example signature({ secret, body, sentAt: new Date() }) // 't=1795867200,v1=5f0c...'
 */
export function signature({ secret, body, sentAt }: Signing): string {
  const seconds = Math.floor(sentAt.getTime() / 1000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}
