/** Filters and sorts that only toys have. All suites run on the service. */
import { withTable } from '../../support/table.ts';
import { describeLists } from './suite/lists.ts';
import { toys } from './toys.ts';

withTable();
describeLists(toys);
