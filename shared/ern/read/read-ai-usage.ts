/** Reads what a message of ERN 4.3.2 states about the use of artificial intelligence. */
import { type AiUse, aiUses } from '../../catalogue/rules/ai-usage.ts';
import { GENERATIVE_AI } from '../write/ai-statements.ts';
import { at, textAt, type XmlNode } from '../xml/xml-tree.ts';

/** Terms of roles, by what artificial intelligence is then used for. The first pattern that fits counts. */
const rolesFor: readonly (readonly [pattern: RegExp, uses: readonly AiUse[]])[] = [
  [/^(?:ComposerLyricist|SongWriter)$/, ['composition', 'lyrics']],
  [/^(?:Composer|Arranger|MusicArranger|SubArranger|VocalArranger|NonLyricAuthor)$/, ['composition']],
  [/^(?:Lyricist|SubLyricist|Author|Librettist|Translator|Adapter)$/, ['lyrics']],
  [
    /^(?:Mixer|CoMixer|SoundMixer|PostProducer|Remixer|Tonmeister)$|(?:Engineer|Producer)$/,
    ['post-production'],
  ],
  [/(?:Vocalist|Singer)$|^(?:Choir|ChoirMember|Narrator|Speaker|StoryTeller|VoiceActor)$/, ['vocals']],
  [
    /Musician$|^(?:Orchestra|OrchestraMember|Ensemble|Accompanyist|Programmer|SoundDesigner|DJ)$/,
    ['instruments'],
  ],
  [/Performer$/, ['vocals', 'instruments']],
];

export const isGenerativeAi = (contributor: XmlNode): boolean =>
  textAt(contributor, 'SpecialContributor') === GENERATIVE_AI;

/**
 * @param node a sound recording or video.
 * @returns what it states, or undefined if it states nothing that the catalogue can hold.
 */
export function aiUsageOf(node: XmlNode, note: (sentence: string) => void): AiUse[] | undefined {
  const stated = textAt(node, 'ContainsAI');
  const used = new Set(
    at(node, 'Contributor')
      .filter(isUsed)
      .flatMap((each) => usesOf(each, note)),
  );
  if (stated === 'All') return [...aiUses];
  if (used.size > 0) {
    if (stated === 'None')
      note('A recording with ContainsAI None has contributors that used AI. The contributors count.');
    return aiUses.filter((use) => used.has(use));
  }
  if (stated === 'None') return [];
  if (stated !== undefined) note(`ContainsAI ${stated} is omitted, because no contributor states the use.`);
  return undefined;
}

/** @param image the cover. */
export function artworkAiUsageOf(image: XmlNode, note: (sentence: string) => void): boolean | undefined {
  const stated = textAt(image, 'ContainsAI');
  const contributors = at(image, 'Contributor');
  if (!contributors.every(isGenerativeAi)) note('Contributors of a cover are omitted.');
  const isMade = contributors.some(isUsed) || stated === 'All' || stated === 'Partly';
  if (isMade || stated === 'None') return isMade;
  if (stated !== undefined) note(`ContainsAI ${stated} of a cover is omitted.`);
  return undefined;
}

/** Whether the contributor is generative AI, or a person who used it. */
function isUsed(contributor: XmlNode): boolean {
  const share = textAt(contributor, 'AiContribution');
  return isGenerativeAi(contributor) || share === 'All' || share === 'Partly';
}

function usesOf(contributor: XmlNode, note: (sentence: string) => void): readonly AiUse[] {
  const roles = at(contributor, 'Role').map((role) => textAt(role, 'Value') ?? role.text);
  const hasInstrument = [...at(contributor, 'InstrumentType'), ...at(contributor, 'Role', 'InstrumentType')];
  const uses = roles.flatMap((role) => {
    const known = rolesFor.find(([pattern]) => pattern.test(role))?.[1] ?? [];
    if (known.length === 0)
      note(`The role ${role} of artificial intelligence is not one of the uses of ai-usage.`);
    return known;
  });
  if (roles.length === 0) note('Artificial intelligence without a role is omitted.');
  return hasInstrument.length > 0 ? [...uses, 'instruments'] : uses;
}
