import { withTable } from '../../support/table.ts';
import { service } from './service.ts';
import { describeLists } from './suite/lists.ts';

withTable();
describeLists(service);
