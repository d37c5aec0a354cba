<?php
// Verifies a webhook: copy this file into your receiver.

const TOLERANCE_SECONDS = 300;

/**
 * @param string $rawBody of the request as received, before parsing: file_get_contents('php://input')
 * @param string $header Service-Signature: $_SERVER['HTTP_SERVICE_SIGNATURE']
 * @param string $secret the whole signing secret, whsec_ included
 */
function is_genuine(string $rawBody, string $header, string $secret, ?int $now = null): bool
{
    $values = [];
    foreach (explode(',', $header) as $field) {
        [$name, $value] = explode('=', $field, 2) + [1 => ''];
        $values[$name][] = $value;
    }
    $t = $values['t'][0] ?? '';
    // The signed time prevents replays of recorded messages.
    if (!preg_match('/^[0-9]{1,15}$/D', $t) || abs(($now ?? time()) - (int) $t) > TOLERANCE_SECONDS) {
        return false;
    }
    $expected = hash_hmac('sha256', "$t.$rawBody", $secret);
    // In constant time, so that the duration does not reveal how much of a guess is right.
    return array_filter($values['v1'] ?? [], fn ($given) => hash_equals($expected, $given)) !== [];
}
