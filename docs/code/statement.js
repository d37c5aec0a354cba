const statement = await fetch(`${address}/royalties/statements?group=country`, {
  headers: { Authorization: `Bearer ${token}`, Accept: 'text/csv' },
});
console.log(await statement.text());
