/** Dead letters with data: of changes whose rows cannot be read, as publish-changes sets them aside, and of webhooks. */
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Images } from '../../../shared/kit/table/causes.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import type { Key } from '../../../shared/kit/table/keys.ts';
import { setAside } from '../../../shared/service/set-aside.ts';
import { CHANGE_DEAD_LETTERS, deadLettersOf } from '../../support/planned-queues.ts';
import { now, queue } from '../work-stage.ts';

export async function letterWith(row: Item & Key): Promise<void> {
  const position = '17';
  const change = { position, row: `${row.pk} ${row.sk}`, writtenAt: now(), sweptAt: undefined };
  const images = { NewImage: marshall({ causes: 'work', ...row }) } as Images;
  await setAside({ change, images, error: new Error('It cannot be read.') });
}

/** @returns the keys of their rows. */
export const lettersLeft = (): string[] =>
  queue()
    .queue(CHANGE_DEAD_LETTERS)
    .oldest(Number.POSITIVE_INFINITY)
    .map(({ body }) => String(JSON.parse(body).setAside.row));

const webhookLetters = () => queue().queue(deadLettersOf('Webhook'));

export function webhookLetter(body: unknown): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  webhookLetters().send({ body: text, group: undefined, attributes: {}, delaySeconds: 0 });
}

/** @returns their bodies. */
export const webhookLettersLeft = (): string[] =>
  webhookLetters()
    .oldest(Number.POSITIVE_INFINITY)
    .map(({ body }) => body);
