/** Finds the element that a field of a release or track was read from, for messages about its value. */
import { at, type XmlNode } from '../xml/xml-tree.ts';

export interface ElementPlace {
  readonly line: number;
  /** @example 'SoundRecording/DisplayTitle/TitleText' */
  readonly path: string;
}

/** Paths below a release or resource, by field. `Edition` is an edition of the resource. */
const paths: Readonly<Record<string, readonly string[]>> = {
  title: ['DisplayTitle/TitleText', 'DisplayTitleText'],
  'title-translations': ['DisplayTitle/TitleText', 'DisplayTitleText', 'AdditionalTitle/TitleText'],
  'version-description': ['DisplayTitle/SubTitle'],
  version: ['DisplayTitle/SubTitle'],
  'upc-code': ['ReleaseId/ICPN'],
  'catalogue-number': ['ReleaseId/CatalogNumber'],
  'isrc-code': ['Edition/ResourceId/ISRC', 'ResourceId/ISRC'],
  'iswc-code': ['WorkId/ISWC'],
  release_date: ['ReleaseDate', 'OriginalReleaseDate'],
  'rights-owner-year': ['PLine/Year', 'Edition/PLine/Year', 'CLine/Year', 'PLine', 'Edition/PLine'],
  'rights-owner-name': [
    ...['PLine/PLineCompany', 'Edition/PLine/PLineCompany', 'CLine/CLineCompany'],
    ...['PLine/PLineText', 'Edition/PLine/PLineText', 'CLine/CLineText'],
  ],
  publishing: ['PLine/PLineText'],
  copyright: ['CLine/CLineText'],
  label: ['ReleaseLabelReference'],
  artists: ['DisplayArtist', 'DisplayArtistName'],
  'extended-credits': ['Contributor'],
  format: ['ReleaseType'],
  'is-compilation': ['IsMultiArtistCompilation', 'IsCompilation', 'ReleaseType'],
  'is-explicit': ['ParentalWarningType'],
  'primary-genre': ['Genre', 'DisplayGenre'],
  language: ['LanguageOfPerformance'],
  length: ['Duration'],
  'ai-usage': ['ContainsAI'],
  artwork: ['ResourceGroup/LinkedReleaseResourceReference'],
  tracks: ['ResourceGroup'],
  'full-audiofile-url': filesWith('URI'),
  masters: filesWith('URI'),
  md5: filesWith('HashSum/HashSumValue'),
  'preview-start': [
    'Edition/TechnicalDetails/ClipDetails/Timing/StartPoint',
    'TechnicalDetails/PreviewDetails/StartPoint',
  ],
};

/** The fields that an element gives. */
export const placedFields: readonly string[] = Object.keys(paths);

/** Paths below the files of a resource or of its edition. */
function filesWith(below: string): string[] {
  const folders = ['Edition/TechnicalDetails', 'TechnicalDetails'];
  const files = folders.flatMap((folder) => [`${folder}/DeliveryFile/File`, `${folder}/File`]);
  return files.map((file) => `${file}/${below}`);
}

const pathsKept = new Map<string, string>();

/** @returns the same string for each equal path, because an import keeps many. */
function interned(path: string): string {
  const first = pathsKept.get(path) ?? path;
  pathsKept.set(path, first);
  return first;
}

/**
 * @param node the release or resource.
 * @param value the value of the field, or a sentence with it, by which one of several elements is chosen.
 * @returns the place of the element, or that of the node if no element gives the field.
 */
export function elementOf(node: XmlNode, field: string, value: unknown): ElementPlace {
  const all = (paths[field] ?? []).flatMap((path) => {
    const names = path.replace('Edition/', `${node.name}Edition/`).split('/');
    return at(node, ...names).map((element) => ({ element, names }));
  });
  const sought = typeof value === 'string' ? value : '';
  const has = ({ text }: XmlNode) => text !== '' && (sought.includes(text) || text.includes(sought));
  const match = (sought === '' ? undefined : all.find(({ element }) => has(element))) ?? all[0];
  return match
    ? { line: match.element.line, path: interned([node.name, ...match.names].join('/')) }
    : { line: node.line, path: node.name };
}
