/** A request in each language of the documentation, as Markdown. */
import { addressed, languages, type SampleRequest } from '../.vitepress/theme/forms/languages.ts';

/** @returns Markdown that shows one language at a time. */
export const samplesOf = (request: SampleRequest): string =>
  [
    '::: code-group',
    ...languages.map(
      ({ code, name, write }) => `\`\`\`${code} [${name}]\n${write(addressed(request))}\n\`\`\``,
    ),
    ':::',
  ].join('\n\n');
