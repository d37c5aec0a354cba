/** The ERN messages that the service writes of parcels, and what tests look for in them. */
import { newReleaseMessage } from '../../../shared/ern/write/new-release-message.ts';
import type { Parcel } from '../../../shared/ern/write/parcel.ts';
import { dspData } from '../../../shared/reference/data/dsps.ts';
import { testSettings } from '../table.ts';
import { transferred } from './package-files.ts';
import { allNodes, at, type XmlNode, xmlTree } from './xml-tree.ts';

/** Half of the DSPs get another version. */
const settings = {
  ...testSettings.packages,
  messageVersions: Object.fromEntries(
    dspData.rows().map(({ id }) => [id, Number(id) % 2 === 0 ? '4.3.2' : '4.3'] as const),
  ),
};
export const write = (one: Parcel) => newReleaseMessage(one, transferred(one), settings);
export const message = (one: Parcel) => xmlTree(write(one));

export const textsOf = (node: XmlNode, ...names: readonly string[]) =>
  allNodes(node).flatMap(({ name, text }) => (names.includes(name) ? [text] : []));

export const recordings = ['SoundRecording', 'Video'] as const;
export const editionsIn = (node: XmlNode) =>
  recordings.flatMap((kind) => at(node, 'ResourceList', kind, `${kind}Edition`));
