/** Scripts of the Postman collection: they test the status of each response, and pass ids on. */

export interface Script {
  readonly listen: 'test' | 'prerequest';
  readonly script: { readonly type: 'text/javascript'; readonly exec: readonly string[] };
}

const script = (listen: Script['listen'], exec: readonly string[]): Script => ({
  listen,
  script: { type: 'text/javascript', exec },
});

/** @param more lines after the test of the status. */
export const afterResponse = (status: number, more: readonly string[] = []): Script =>
  script('test', [
    `pm.test('responds with ${status}', () => pm.response.to.have.status(${status}));`,
    ...more,
  ]);

/** Keeps a value only if the response has the expected status, so that a variable never names another record. */
const keep = (variable: string, from: string, status: number): string =>
  `if (pm.response.code === ${status}) pm.collectionVariables.set('${variable}', ${from});`;

export const keepId = (variable: string, status: number): string =>
  keep(variable, 'pm.response.json().data.id', status);

/** Keeps the id of the first record of a list, or of a record that may be null. */
export const keepFirstId = (variable: string, status: number): string =>
  keep(
    variable,
    `[].concat(pm.response.json().data ?? [])[0]?.id ?? pm.collectionVariables.get('${variable}')`,
    status,
  );

export const keepToken = keep('token', 'pm.response.json().access_token', 200);

/** A UPC that no album has: eleven digits of the time, and the check digit. */
export const keepNewUpc: readonly string[] = [
  "const digits = '2' + String(Date.now()).slice(-10);",
  'const sum = [...digits].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);',
  "pm.collectionVariables.set('upc', digits + ((10 - (sum % 10)) % 10));",
];

export const keepDownloadToken: readonly string[] = [
  "const address = pm.response.json().data?.attributes['download-url'];",
  "pm.collectionVariables.set('downloadToken', address?.split('token=')[1] ?? '');",
];

/** There is none of a type that clients do not create. */
export const skipWithout = (variable: string): Script =>
  script('prerequest', [
    `if (!pm.collectionVariables.get('${variable}')) {`,
    `  console.log('Skipped, because the account has none: ${variable}.');`,
    '  pm.execution.skipRequest();',
    '}',
  ]);

const ATTEMPTS = 90;
const PAUSE_MS = 1000;

/**
 * Sends the request again until it responds as it must, when a folder or the collection is run.
 * @param hasEnded an expression. @param isRight an expression of the last response.
 */
export const repeatUntil = (hasEnded: string, isRight: string): readonly string[] => [
  `const attempts = Number(pm.collectionVariables.get('attempts')) + 1;`,
  'const shown = pm.response.json().data;',
  `if (${hasEnded} || attempts === ${ATTEMPTS}) {`,
  "  pm.collectionVariables.set('attempts', '0');",
  `  pm.test('ends as it must', () => pm.expect(${isRight}).to.be.true);`,
  '} else {',
  "  pm.collectionVariables.set('attempts', String(attempts));",
  '  pm.execution.setNextRequest(pm.info.requestId);',
  `  setTimeout(() => {}, ${PAUSE_MS});`,
  '}',
];
