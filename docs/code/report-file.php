$link = api("/analytics-reports/$report")['data']['attributes']['download-url'];
echo gzdecode(file_get_contents($link));
