import { expect, it } from 'vitest';
import { eventIdOf } from '../../../../shared/kit/events/new-event.ts';
import { eventTypes } from '../../../../shared/webhooks/events.ts';

const record = { type: 'albums', id: '17', ownerId: '5', version: 3, fields: {} };

it('an event id is evt_ and a UUID, and is the same on every read of a change', () => {
  const id = eventIdOf(record, 'album.status_changed');
  expect(id).toMatch(/^evt_[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(eventIdOf({ ...record, fields: { title: 'Other' } }, 'album.status_changed')).toBe(id);
});

it('events of other versions, records or types have other ids', () => {
  const ids = [
    ...eventTypes.map((type) => eventIdOf(record, type)),
    eventIdOf({ ...record, version: 4 }, 'album.status_changed'),
    eventIdOf({ ...record, id: '173', version: 3 }, 'album.status_changed'),
    eventIdOf({ ...record, id: '1', version: 73 }, 'album.status_changed'),
    eventIdOf({ ...record, type: 'tracks' }, 'album.status_changed'),
  ];
  expect(new Set(ids).size).toBe(ids.length);
});
