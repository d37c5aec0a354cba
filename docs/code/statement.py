accepting = {'Authorization': f'Bearer {token}', 'Accept': 'text/csv'}
with send('/royalties/statements?group=country', 'GET', None, accepting) as response:
    print(response.read().decode())
