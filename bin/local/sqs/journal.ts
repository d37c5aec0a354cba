/** Stores the messages of all queues in the stage's state, so that they survive a restart or a crash. */
import * as v from 'valibot';
import type { State } from '../host/state.ts';
import type { Message } from '../observed/message.ts';

const rowSchema = v.object({
  id: v.string(),
  content: v.string(),
  visibleAt: v.number(),
  receiveCount: v.number(),
  firstReceivedAt: v.nullable(v.number()),
});

type Content = Pick<Message, 'body' | 'attributes' | 'group' | 'sentAt'>;

export interface Journal {
  add(queue: string, message: Message): void;
  /** Stores when the message becomes visible and how often it was received. */
  update(message: Message): void;
  move(id: string, toQueue: string): void;
  remove(id: string): void;
  /** @returns the messages of a queue in the order they were sent. */
  load(queue: string): Message[];
}

export function openJournal({ database }: State): Journal {
  database.exec(`CREATE TABLE IF NOT EXISTS messages (
    id TEXT UNIQUE, queue TEXT, content TEXT, visible_at REAL, receive_count INTEGER, first_received_at REAL)`);
  const statements = {
    add: database.prepare('INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?)'),
    update: database.prepare(
      'UPDATE messages SET visible_at = ?, receive_count = ?, first_received_at = ? WHERE id = ?',
    ),
    move: database.prepare('UPDATE messages SET queue = ? WHERE id = ?'),
    remove: database.prepare('DELETE FROM messages WHERE id = ?'),
    load: database.prepare(
      `SELECT id, content, visible_at AS visibleAt, receive_count AS receiveCount,
       first_received_at AS firstReceivedAt FROM messages WHERE queue = ? ORDER BY rowid`,
    ),
  };
  return {
    add(queue, { id, visibleAt, receiveCount, firstReceivedAt, body, attributes, group, sentAt }) {
      const content: Content = { body, attributes, group, sentAt };
      const received = firstReceivedAt ?? null;
      statements.add.run(id, queue, JSON.stringify(content), visibleAt, receiveCount, received);
    },
    update({ id, visibleAt, receiveCount, firstReceivedAt }) {
      statements.update.run(visibleAt, receiveCount, firstReceivedAt ?? null, id);
    },
    move: (id, toQueue) => statements.move.run(toQueue, id),
    remove: (id) => statements.remove.run(id),
    load: (queue) => statements.load.all(queue).map(messageOf),
  };
}

function messageOf(row: unknown): Message {
  const { content, firstReceivedAt, ...stored } = v.parse(rowSchema, row);
  const { body, attributes, group, sentAt }: Content = JSON.parse(content);
  const received = firstReceivedAt ?? undefined;
  return { ...stored, body, attributes, group, sentAt, firstReceivedAt: received, position: 'none' };
}
