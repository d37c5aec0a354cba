with send('/labels', 'GET', None, {'Authorization': f'Bearer {token}'}) as response:
    for name in ['limit', 'remaining', 'reset']:
        print(name, response.headers[f'x-ratelimit-{name}'])
