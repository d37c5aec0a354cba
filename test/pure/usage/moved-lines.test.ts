/** Lines of usage in an export have the values that an import of a report writes. */
import { expect, it } from 'vitest';
import { api } from '../../../shared/service/api.ts';
import { usageFiles } from '../../../shared/usage/moved/files.ts';

const common = { owner: '11', import: 'abcdefghijklmnop.2', run: '114876805523268' };
const line = ['QZXYZ2600001', '300', 'DE', 7, '-0.5', 'EUR', '256'];
const good = {
  'usage-plays': {
    ...common,
    subject: { type: 'artists', id: '20' },
    month: '2026-02',
    dsp: '3',
    album: '256',
    plays: { '2026-02-28': { DE: 7 } },
  },
  'usage-lines': { ...common, dsp: '3', date: '2026-02-28', part: 0, lines: [line] },
  'usage-revenue': { ...common, currency: 'EUR', month: '2026-02', revenue: '-0.5' },
} as const;

const faultsOf = (name: string, given: object) => {
  const found = usageFiles.find((file) => file.name === name)?.inspect(api, given);
  return found && 'faults' in found ? found.faults : [];
};

it.each(Object.entries(good))('a line of %s written by an import is accepted', (name, given) =>
  expect(faultsOf(name, given)).toEqual([]),
);

const oddLine = (place: number, value: unknown) => ({ lines: [line.with(place, value as string)] });

it.each<[keyof typeof good, object]>([
  ['usage-plays', { month: '2026-13' }],
  ['usage-plays', { plays: { '2026-02-30': { DE: 7 } } }],
  ['usage-plays', { plays: { '2026-02-28': { de: 7 } } }],
  ['usage-plays', { plays: { '2026-02-28': { DE: 0.5 } } }],
  ['usage-plays', { dsp: '3#256' }],
  ['usage-plays', { import: 'a#b' }],
  ['usage-lines', { date: '2026-02-28#9' }],
  ['usage-lines', { part: -1 }],
  ['usage-lines', oddLine(0, 'QZXYZ2600001\tx')],
  ['usage-lines', oddLine(1, '300\n')],
  ['usage-lines', oddLine(2, 'D')],
  ['usage-lines', oddLine(3, 1e300)],
  ['usage-lines', oddLine(4, 'much')],
  ['usage-lines', oddLine(5, 'EURO')],
  ['usage-lines', oddLine(6, 'none')],
  ['usage-lines', { lines: [line.slice(0, 6)] }],
  ['usage-revenue', { month: 'always' }],
  ['usage-revenue', { currency: 'EUR#2026-01' }],
])('a line of %s with %j is a fault', (name, odd) =>
  expect(faultsOf(name, { ...good[name], ...odd })).toHaveLength(1),
);
