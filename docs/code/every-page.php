$next = '/tracks?page[size]=3&fields[tracks]=title';
while ($next) {
    $page = api(str_replace($address, '', $next));
    foreach ($page['data'] as $one) echo $one['attributes']['title'], "\n";
    $next = $page['links']['next'];
}
