/** The page of webhook events, and the examples that it and tests of a type show. */
import { slug } from 'github-slugger';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { eventsPage } from '../../../bin/site/generated/events.ts';
import { events, eventTypes } from '../../../shared/webhooks/events.ts';

const { markdown } = eventsPage();
const sections = markdown.split(/^## /m).slice(1);

describe('the page of events', () => {
  it('has a section for each type with its cause, age and example body', () => {
    expect(sections.map((section) => section.split('\n')[0])).toEqual(eventTypes);
    for (const [index, type] of eventTypes.entries()) {
      const { cause, example, since } = events[type];
      const section = sections[index] ?? '';
      expect(section).toContain(`${cause}. Sent since ${since}.`);
      const body = JSON.parse(/```json\n(.*?)```/s.exec(section)?.[1] ?? '');
      expect(body).toEqual({
        id: expect.stringMatching(/^evt_/),
        type,
        created_at: expect.any(String),
        data: example,
      });
    }
  });

  it('lists each type with a link to its section', () => {
    for (const type of eventTypes) expect(markdown).toContain(`| [\`${type}\`](#${slug(type)}) |`);
  });
});

/** All values under `id`, and under names that end with it. */
function idsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    /(^|_)id$/.test(name) ? [member] : idsIn(member),
  );
}

describe.each(eventTypes)('the example of %s', (type) => {
  const { payload, example, since } = events[type];

  it('is a payload of the type with all ids 0', () => {
    expect(v.is(payload, example)).toBe(true);
    const ids = idsIn(example);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids.map(Number))).toEqual(new Set([0]));
  });

  it('states since when the type is sent', () => {
    expect(since).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(Date.parse(since)).not.toBeNaN();
  });
});
