next_page = '/tracks?page[size]=3&fields[tracks]=title'
while next_page:
    page = api(next_page.replace(address, ''))
    for track in page['data']:
        print(track['attributes']['title'])
    next_page = page['links']['next']
