/** Shows the OpenAPI document with Swagger UI, and signs in for its requests. */
import { emptyParameters, foldFields, resolveQuickly } from './try-out.js';

const form = document.querySelector('#sign-in');
const output = form.querySelector('output');
const dark = matchMedia('(prefers-color-scheme: dark)');
const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);

function followColors() {
  document.documentElement.classList.toggle('dark-mode', dark.matches);
}
dark.addEventListener('change', followColors);
followColors();

if (isLocal) {
  form.email.value = 'admin@demo.example';
  form.password.value = 'Demo-Password-1';
}

async function show() {
  const specification = await (await fetch('/openapi.json')).json();
  // Requests go to the stage that serves the page.
  specification.servers = [{ url: `${location.origin}/api/v1` }];
  emptyParameters(specification);
  const ui = SwaggerUIBundle({
    spec: specification,
    dom_id: '#reference',
    deepLinking: true,
    docExpansion: 'none',
    filter: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
    plugins: [() => foldFields(specification), resolveQuickly],
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    signIn(ui).catch(() => {
      output.textContent = 'The service could not be reached.';
    });
  });
}

async function signIn(ui) {
  const { email, password } = Object.fromEntries(new FormData(form));
  const response = await fetch('/oauth/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password, grant_type: 'password' }),
  });
  const body = await response.json();
  if (!response.ok) {
    output.textContent = body.errors?.[0]?.detail ?? `The service responded with ${response.status}.`;
    return;
  }
  ui.preauthorizeApiKey('bearer', body.access_token);
  form.password.value = '';
  output.textContent = `Signed in as ${email}.`;
}

show().catch(() => {
  document.querySelector('#reference').textContent = 'The reference could not be loaded.';
});
