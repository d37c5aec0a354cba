const limited = await fetch(`${address}/labels`, { headers: { Authorization: `Bearer ${token}` } });
for (const name of ['limit', 'remaining', 'reset'])
  console.log(name, limited.headers.get(`x-ratelimit-${name}`));
