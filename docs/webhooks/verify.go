package webhooks // Verifies a webhook: copy this file into your receiver.

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
)

// IsGenuine takes the body as received, before parsing, the header Service-Signature, the whole secret, whsec_ included,
// and the current time: time.Now().Unix().
func IsGenuine(rawBody []byte, header, secret string, now int64) bool {
	values := map[string][]string{}
	for _, field := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(field, "=")
		values[name] = append(values[name], value)
	}
	t := append(values["t"], "")[0]
	seconds, err := strconv.ParseUint(t, 10, 63)
	if age := now - int64(seconds); err != nil || age > 300 || age < -300 {
		return false // The signed time prevents replays of recorded messages.
	}
	mac, isGenuine := hmac.New(sha256.New, []byte(secret)), false
	fmt.Fprintf(mac, "%s.%s", t, rawBody)
	for _, given := range values["v1"] { // Equal takes constant time, so that it does not help to guess.
		isGenuine = isGenuine || hmac.Equal([]byte(given), []byte(fmt.Sprintf("%x", mac.Sum(nil))))
	}
	return isGenuine
}
