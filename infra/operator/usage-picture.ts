/** Draws plays by day and by country, as SVG. */
import { nice, ticks } from 'd3-array';
import type { Bar, PlaySeries } from './play-series.ts';
import { cut, element, escaped } from './svg.ts';

const WIDTH = 1000;
const MARGIN = 40;
const TICKS = 5;
const DAYS = { left: 110, right: WIDTH - MARGIN, top: 148, bottom: 388, mostLabels: 9, mostWidth: 40 };
const COUNTRIES = { left: 250, right: WIDTH - 200, top: 496, rowHeight: 26, below: 70 };
const BLUE = '#1f5fa8';
const INK = '#222222';
const GREY = '#555555';
const LINE = '#e0e0e0';

interface Place {
  readonly x: number;
  readonly y: number;
}

interface Style {
  readonly size?: number;
  readonly color?: string;
  readonly weight?: 'bold';
  readonly anchor?: 'start' | 'middle' | 'end';
  /** Degrees. */
  readonly turned?: number;
}

/** @param name of the user. @returns the text of an SVG file. */
export function usagePicture(name: string, { total, days, countries }: PlaySeries): string {
  const height = COUNTRIES.top + countries.length * COUNTRIES.rowHeight + COUNTRIES.below;
  const title = `${shown(total)} ${total === 1 ? 'play' : 'plays'}, ${name}`;
  const first = days[0]?.label;
  const last = days.at(-1)?.label;
  const range = first === last ? `${first}` : `${first} to ${last}`;
  const described = `${title}, ${range}, by day and by country. ${countries.map(sentence).join(' ')}`;
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    width: WIDTH,
    height,
    viewBox: `0 0 ${WIDTH} ${height}`,
    'font-family': 'Helvetica, Arial, sans-serif',
    role: 'img',
    'aria-labelledby': 'title',
    'aria-describedby': 'text',
  };
  const content = [
    '\n',
    // What readers of screens say instead of the picture.
    element('title', { id: 'title' }, escaped(title)),
    element('desc', { id: 'text' }, escaped(described)),
    element('rect', { width: WIDTH, height, fill: '#ffffff' }),
    // Names of users can be longer than the picture is wide.
    text(cut(title, 24, 0.9 * WIDTH), { x: MARGIN, y: 46 }, { size: 24, weight: 'bold' }),
    text(range, { x: MARGIN, y: 74 }, { size: 15, color: GREY }),
    text('Plays by day', { x: MARGIN, y: 122 }, { size: 17, weight: 'bold' }),
    ...dayPanel(days),
    text('Plays by country', { x: MARGIN, y: 478 }, { size: 17, weight: 'bold' }),
    ...countryPanel(countries),
  ];
  return element('svg', attributes, content.join(''));
}

const shown = (count: number): string => count.toLocaleString('en');
const sentence = ({ label, plays }: Bar): string => `${label}: ${shown(plays)}.`;

function text(content: string, { x, y }: Place, style: Style = {}): string {
  const { size = 13, color = INK, weight, anchor = 'start', turned } = style;
  return element(
    'text',
    {
      x,
      y,
      'font-size': size,
      fill: color,
      'text-anchor': anchor,
      ...(weight && { 'font-weight': weight }),
      ...(turned && { transform: `rotate(${turned} ${x} ${y})` }),
    },
    escaped(content),
  );
}

const axisName = (name: string, place: Place, turned = 0): string =>
  text(name, place, { size: 14, color: GREY, anchor: 'middle', turned });
const line = (from: Place, to: Place, color = LINE): string =>
  element('line', { x1: from.x, y1: from.y, x2: to.x, y2: to.y, stroke: color });

/** @returns whole numbers from 0 to one that no bar exceeds. */
function scaleOf(bars: readonly Bar[]): { readonly most: number; readonly marks: readonly number[] } {
  const [, most] = nice(0, Math.max(1, ...bars.map(({ plays }) => plays)), TICKS);
  return { most, marks: ticks(0, most, TICKS).filter(Number.isInteger) };
}

function dayPanel(days: readonly Bar[]): string[] {
  const { left, right, top, bottom, mostLabels, mostWidth } = DAYS;
  const { most, marks } = scaleOf(days);
  const step = (right - left) / days.length;
  const width = Math.min(0.85 * step, mostWidth);
  const heightOf = (plays: number) => ((bottom - top) * plays) / most;
  const isLabelled = (index: number) => index % Math.ceil(days.length / mostLabels) === 0;
  return [
    ...marks.flatMap((mark) => {
      const y = bottom - heightOf(mark);
      const label = text(shown(mark), { x: left - 8, y: y + 4 }, { anchor: 'end' });
      return [line({ x: left, y }, { x: right, y }), label];
    }),
    ...days.flatMap(({ label, plays }, index) => {
      const middle = left + (index + 0.5) * step;
      const height = heightOf(plays);
      const bar = { x: middle - width / 2, y: bottom - height, width, height, fill: BLUE };
      const named = isLabelled(index)
        ? [text(label, { x: middle, y: bottom + 18 }, { anchor: 'middle' })]
        : [];
      return [element('rect', bar), ...named];
    }),
    line({ x: left, y: bottom }, { x: right, y: bottom }, GREY),
    axisName('Day (UTC)', { x: (left + right) / 2, y: bottom + 42 }),
    axisName('Plays', { x: MARGIN, y: (top + bottom) / 2 }, -90),
  ];
}

/** Behind each bar: the plays of the country, and its share of all. */
function countryPanel(countries: readonly Bar[]): string[] {
  const { left, right, top, rowHeight } = COUNTRIES;
  const { most, marks } = scaleOf(countries);
  const bottom = top + countries.length * rowHeight;
  const total = countries.reduce((sum, { plays }) => sum + plays, 0);
  const widthOf = (plays: number) => ((right - left) * plays) / most;
  return [
    ...marks.flatMap((mark) => {
      const x = left + widthOf(mark);
      const label = text(shown(mark), { x, y: bottom + 18 }, { anchor: 'middle' });
      return [line({ x, y: top }, { x, y: bottom }), label];
    }),
    ...countries.flatMap(({ label, plays }, index) => {
      const y = top + index * rowHeight;
      const width = widthOf(plays);
      const share = `${shown(plays)} (${((100 * plays) / total).toFixed(1)} %)`;
      const baseline = y + rowHeight / 2 + 4;
      return [
        element('rect', { x: left, y: y + 4, width, height: rowHeight - 8, fill: BLUE }),
        text(cut(label, 13, 190), { x: left - 8, y: baseline }, { anchor: 'end' }),
        text(share, { x: left + width + 6, y: baseline }),
      ];
    }),
    line({ x: left, y: top }, { x: left, y: bottom }, GREY),
    axisName('Plays', { x: (left + right) / 2, y: bottom + 42 }),
    axisName('Country', { x: MARGIN, y: (top + bottom) / 2 }, -90),
  ];
}
