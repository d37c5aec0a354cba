<?php
$address = 'http://localhost:3000';

function send($path, $method, $body, $headers) {
    global $address;
    return file_get_contents($address . $path, false, stream_context_create(['http' => [
        'method' => $method,
        'header' => array_map(fn($name) => "$name: $headers[$name]", array_keys($headers)),
        'content' => $body === null ? '' : json_encode($body),
        'ignore_errors' => true,
    ]]));
}

$credentials = ['email' => 'admin@demo.example', 'password' => 'Demo-Password-1', 'grant_type' => 'password'];
$token = json_decode(send('/oauth/token', 'POST', $credentials, ['Content-Type' => 'application/json']), true)['access_token'];

function api($path, $method = 'GET', $body = null, $headers = []) {
    global $token;
    $own = ['Authorization' => "Bearer $token", 'Content-Type' => 'application/vnd.api+json'];
    return json_decode(send($path, $method, $body, $headers + $own), true);
}

print_r(api('/auth/me'));
