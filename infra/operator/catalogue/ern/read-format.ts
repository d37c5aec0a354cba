/** Reads the format of a release from its types and its tracks. */
import type { albumFormats } from '../../../../shared/catalogue/rules/catalogue.ts';
import { textsAt, type XmlNode } from './xml-tree.ts';

type Format = (typeof albumFormats)[number];

/** Allowed values of DDEX that name a format. Others, such as Bundle, say nothing about it. */
const formats: readonly (readonly [types: RegExp, format: Format])[] = [
  [/^Video(?:Album|Single|MastertoneRelease)$|VideoRelease$|^(?:Concert|LiveEvent)Video$/, 'video'],
  [/^(?:Documentary|Episode|FeatureFilm|Season|Series|ShortFilm)$/, 'video'],
  [/Single$/, 'single'],
  [/^(?:EP|MiniAlbum)$/, 'ep'],
  [/Album$|Box(?:ed)?Set/, 'album'],
];

/** @param areVideos for each track, whether it is a video. The format `video` takes only videos. */
export function formatOf(
  release: XmlNode,
  areVideos: readonly boolean[],
  note: (sentence: string) => void,
): Format {
  const types = textsAt(release, 'ReleaseType');
  const named = types
    .flatMap((type) => formats.filter(([pattern]) => pattern.test(type)))
    .map(([, format]) => format)[0];
  const areAllVideos = areVideos.length > 0 && !areVideos.includes(false);
  const bySize = areVideos.length === 1 && !types.includes('DjMix') ? 'single' : 'album';
  const format = named ?? (areAllVideos ? 'video' : bySize);
  const fitting = format === 'video' && !areAllVideos ? bySize : format;
  if (named !== fitting)
    note(`The release type ${types[0] ?? 'of a release'} is imported as the format ${fitting}.`);
  return fitting;
}
