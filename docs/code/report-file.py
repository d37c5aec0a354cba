import gzip

link = api(f'/analytics-reports/{report}')['data']['attributes']['download-url']
with urllib.request.urlopen(link) as response:
    print(gzip.decompress(response.read()).decode())
