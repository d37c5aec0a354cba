import { expect, it } from 'vitest';
import { statesPicture } from '../../../bin/site/.vitepress/states-picture.ts';
import { statesOf } from '../../../bin/site/generated/states.ts';

interface Box {
  readonly name: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const RECT =
  /<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)" rx="\d+"\/><text[^>]*>([^<]*)</g;

const boxesIn = (picture: string): Box[] =>
  Array.from(picture.matchAll(RECT), ([, x, y, width, height, name = '']) => ({
    name,
    left: Number(x),
    top: Number(y),
    right: Number(x) + Number(width),
    bottom: Number(y) + Number(height),
  }));

const linesIn = (picture: string) =>
  Array.from(picture.matchAll(/<path d="(M[^"]*)"/g), ([, path = '']) =>
    Array.from(path.matchAll(/[ML]([\d.-]+) ([\d.-]+)/g), ([, x, y]) => ({ x: Number(x), y: Number(y) })),
  ).filter((points) => points.length > 2 || points[0]?.x !== 0);

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const isWithin = ({ x, y }: { readonly x: number; readonly y: number }, { left, top, right, bottom }: Box) =>
  x > left + 1 && x < right - 1 && y > top + 1 && y < bottom - 1;

const STEPS = 200;

/** The boxes that an arrow crosses, other than by ending at its border. */
function crossed(points: ReturnType<typeof linesIn>[number], boxes: readonly Box[]): string[] {
  const along = points.slice(1).flatMap((to, place) => {
    const from = points[place] ?? to;
    return Array.from({ length: STEPS }, (_, step) => ({
      x: from.x + ((to.x - from.x) * step) / STEPS,
      y: from.y + ((to.y - from.y) * step) / STEPS,
    }));
  });
  return boxes.filter((box) => along.some((point) => isWithin(point, box))).map(({ name }) => name);
}

it.each(['albums', 'distribution-requests', 'deliveries', 'webhook-events', 'analytics-reports'])(
  'the diagram of the states of %s has no overlapping labels',
  (type) => {
    const [, text = ''] = /```states\n(.*)\n```/s.exec(statesOf(type).join('\n\n')) ?? [];
    const picture = statesPicture(text);
    const boxes = boxesIn(picture);
    const states = new Set(text.match(/^\w+|(?<=-> )\w+/gm));
    expect(boxes.map(({ name }) => name)).toEqual(expect.arrayContaining([...states]));
    expect(boxes.filter((one) => boxes.some((other) => one !== other && overlap(one, other)))).toEqual([]);
    const lines = linesIn(picture);
    expect(lines.length).toBeGreaterThan(states.size);
    expect(lines.flatMap((points) => crossed(points, boxes))).toEqual([]);
  },
);

it('rejections by owners and by reviewers have the same name', () => {
  const [, lines = ''] = statesOf('distribution-requests');
  expect(lines).toContain('preapproved -> rejected: reject (owner)\n');
  expect(lines).toContain('pending -> rejected: reject (operator)\n');
});
