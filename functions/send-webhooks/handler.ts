/** Webhook queue -> receivers: each message makes one round of attempts to deliver an event. */
import { senderWith } from '../../shared/webhooks/sending/sender.ts';

export const handler = senderWith();
