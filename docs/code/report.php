$trends = api("/tracks/$track/trends?filter[dsp]=1&page[size]=1");
$day = $trends['data'][0]['attributes']['date'];
$report = api('/analytics-reports', 'POST', [
    'data' => ['type' => 'analytics-reports', 'attributes' => ['dsp-id' => 1, 'date' => $day]],
])['data']['id'];
echo "report $report of $day\n";
