import json, urllib.error, urllib.request, uuid

address = 'http://localhost:3000'

def send(path, method, body, headers):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + path, data, headers, method=method)
    try:
        return urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        return error

credentials = {'email': 'admin@demo.example', 'password': 'Demo-Password-1', 'grant_type': 'password'}
with send('/oauth/token', 'POST', credentials, {'Content-Type': 'application/json'}) as response:
    token = json.load(response)['access_token']

def api(path, method='GET', body=None, headers={}):
    own = {'Authorization': f'Bearer {token}', 'Content-Type': 'application/vnd.api+json'}
    with send(path, method, body, {**own, **headers}) as response:
        return None if response.status == 204 else json.load(response)

print(api('/auth/me'))
