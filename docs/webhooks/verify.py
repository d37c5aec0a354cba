"""Verifies a webhook: copy this file into your receiver."""
import hashlib
import hmac
import re
import time

TOLERANCE_SECONDS = 300


def is_genuine(raw_body, header, secret, now=None):
    """raw_body: bytes of the request as received, before parsing. header: Service-Signature.
    secret: the whole signing secret, whsec_ included."""
    fields = [field.partition("=") for field in header.split(",")]
    t = next((value for name, _, value in fields if name == "t"), "")
    # The signed time prevents replays of recorded messages.
    now = time.time() if now is None else now
    if not re.fullmatch("[0-9]{1,15}", t) or abs(now - int(t)) > TOLERANCE_SECONDS:
        return False
    signed = t.encode() + b"." + raw_body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest().encode()
    given = [value.encode() for name, _, value in fields if name == "v1"]
    # In constant time, so that the duration does not reveal how much of a guess is right.
    return any(hmac.compare_digest(each, expected) for each in given)
