import { withTable } from '../../support/table.ts';
import { service } from './service.ts';
import { describePaths } from './suite/paths.ts';

withTable();
describePaths(service);
