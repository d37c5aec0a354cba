import { expect, it } from 'vitest';
import { Meter } from '../../../../shared/kit/table/meter.ts';

it('a meter counts calls, read units and write units', () => {
  const meter = new Meter();
  meter.count('read', { CapacityUnits: 2 });
  meter.count('read', [{ CapacityUnits: 0.5 }, { CapacityUnits: 3 }]);
  meter.count('write', { CapacityUnits: 4 });
  meter.count('write', {});
  meter.count('read', undefined);
  expect(meter).toEqual({ calls: 5, readUnits: 5.5, writeUnits: 4 });
});
