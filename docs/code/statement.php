echo send('/royalties/statements?group=country', 'GET', null, [
    'Authorization' => "Bearer $token",
    'Accept' => 'text/csv',
]);
