file_get_contents($address . '/labels', false, stream_context_create(['http' => [
    'header' => ["Authorization: Bearer $token"],
]]));
echo implode("\n", preg_grep('/^x-ratelimit-/i', $http_response_header)), "\n";
