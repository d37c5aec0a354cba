month = 'filter[period-from]=2026-10&filter[period-to]=2026-10'
accepting = {'Authorization': f'Bearer {token}', 'Accept': 'text/csv'}
with send(f'/royalties/statements?group=track,country&{month}', 'GET', None, accepting) as response:
    print(response.read().decode())
