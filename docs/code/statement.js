const month = 'filter[period-from]=2026-10&filter[period-to]=2026-10';
const statement = await fetch(`${address}/royalties/statements?group=track,country&${month}`, {
  headers: { Authorization: `Bearer ${token}`, Accept: 'text/csv' },
});
console.log(await statement.text());
