import { withTable } from '../support/table.ts';
import { describeConformance } from './suite/conformance.ts';
import { toys } from './toys.ts';

withTable();
describeConformance('toys', toys);
