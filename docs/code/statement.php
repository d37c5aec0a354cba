$month = 'filter[period-from]=2026-10&filter[period-to]=2026-10';
echo send("/royalties/statements?group=track,country&$month", 'GET', null, [
    'Authorization' => "Bearer $token",
    'Accept' => 'text/csv',
]);
