/** An organization with usage that has moved from another stage. */
import { countryData } from '../../../shared/reference/data/countries.ts';
import { newAdmin, type Person, signIn } from '../../support/calls.ts';
import { command } from '../../support/distribution/stores.ts';
import { clearTable, type useMoves } from '../../support/moves.ts';
import { newDeliveredRelease } from '../../support/releases.ts';
import { service } from '../../table/conformance/service.ts';
import { importReport } from '../usage.ts';

const ISRC = 'DEAB12680001';
/** With all countries, so many plays and earnings that they do not fit beside their totals. */
const days = ['05', '07', '09', '16'];

export async function movedHere(moves: ReturnType<typeof useMoves>): Promise<Person> {
  const mia = await newAdmin();
  await newDeliveredRelease(mia, [{ title: 'Moved', isrc: ISRC }]);
  const content = countryData
    .rows()
    .flatMap((country, index) =>
      days.map((day) => `2026-06-${day},1,${country['alpha2-code']},${ISRC},${index + 1},3.${index}1,EUR`),
    );
  await importReport({ name: 'moved.csv', content });
  const folder = await moves.exported(mia.organizationId);
  await clearTable();
  await moves.imported(folder);
  const password = 'Correct-Horse-4';
  await command('reset-password', { email: mia.email, password });
  const token = await signIn(mia.email, password);
  // Months of reports that were moved are added up when they are first read, and kept.
  const path = '/royalties/statements?filter[period-from]=2026-06&filter[period-to]=2026-06&group=country';
  await service.ask({ group: 'royalties' }, 200, { path, token });
  return { ...mia, token };
}
