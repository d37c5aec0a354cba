/** Ignores case, marks and punctuation: "Hip Hop / Rap" is "Hip-Hop/Rap". */
export const simpleName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]/gu, '');
