/** Whether a stage decodes AAC and Apple Lossless (`decodesAac`), and how it rejects them otherwise. */
import { formatNames } from '../rules/master-files.ts';
import { Unsupported } from '../unsupported.ts';

export interface AacOption {
  readonly decodesAac: boolean;
}

export const expectedFormats = ({ decodesAac }: AacOption): string =>
  formatNames(({ isOption }) => decodesAac || !isOption);

/** @throws Unsupported if the stage does not decode it. */
export function requireAac(option: AacOption, codec: 'AAC' | 'Apple Lossless'): void {
  if (option.decodesAac) return;
  throw new Unsupported(
    `The audio in the file is ${codec}, which this service does not analyze. Use ${expectedFormats(option)} instead.`,
  );
}
