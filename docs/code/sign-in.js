const address = 'http://localhost:3000';

const signedIn = await fetch(`${address}/oauth/token`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ email: 'admin@demo.example', password: 'Demo-Password-1', grant_type: 'password' }),
});
const { access_token: token } = await signedIn.json();

async function api(path, method = 'GET', body = null, headers = {}) {
  const response = await fetch(address + path, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/vnd.api+json', ...headers },
    body: body && JSON.stringify(body),
  });
  return response.status === 204 ? null : response.json();
}

console.log(await api('/auth/me'));
