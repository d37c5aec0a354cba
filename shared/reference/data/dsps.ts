/** The DSPs, under neutral names. Ids are never reused: users, albums and reports refer to them. */
import { type dspFamilies, dsps } from '../api/dsps.ts';
import { type RowOf, referenceData } from '../reference-data.ts';

export type Dsp = RowOf<typeof dsps>;
type DspFamily = (typeof dspFamilies)[number];

export const dspData = referenceData(dsps, () => [
  streaming(1, 'Alpha', { website: 'https://alpha.example' }),
  streaming(2, 'Gamma', { website: 'https://gamma.example' }),
  streaming(3, 'Epsilon', { website: 'https://epsilon.example' }),
  streaming(4, 'Beta', { website: 'https://beta.example', 'accepts-video': true }),
  fingerprint(5, 'Video Platform', { website: 'https://video-platform.example', 'accepts-video': true }),
  streaming(6, 'Zeta', { website: 'https://zeta.example' }),
  streaming(7, 'Eta', { website: 'https://eta.example', 'is-active': false }),
  streaming(9, 'Theta', { website: 'https://theta.example', 'accepts-video': true }),
  fingerprint(12, 'Delta', { website: 'https://delta.example', 'accepts-video': true }),
  fingerprint(16, 'Delta Library', { website: 'https://library.delta.example' }),
]);

export const dspById = (id: string): Dsp | undefined => dspData.rows().find((dsp) => dsp.id === id);

type Particulars = { readonly website: string } & Partial<Pick<Dsp, 'is-active' | 'accepts-video'>>;

const dsp = (family: DspFamily) => (id: number, name: string, particulars: Particulars) => ({
  id: String(id),
  name,
  family,
  'is-active': true,
  'accepts-video': false,
  ...particulars,
});
const streaming = dsp('streaming');
const fingerprint = dsp('fingerprint');
