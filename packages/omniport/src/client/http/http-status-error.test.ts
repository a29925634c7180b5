import { expect, test } from 'vitest'
import { HttpStatusError } from './http-status-error.js'
import { SentSecrets } from './sent-secrets.js'

const nowMs = Date.parse('2026-01-01T00:00:00Z')

/** A server that is away, with this header `Retry-After`. */
function refuse(retryAfter: string | undefined): HttpStatusError {
  const address = 'http://server.test/mcp'
  const header = (name: string) => (name === 'retry-after' ? retryAfter : undefined)
  const reply = { status: 503, header, headers: () => [], body: (async function* () {})() }
  const secrets = new SentSecrets(new URL(address), {})
  return new HttpStatusError({ address, reply, body: { isMessage: false, namesSession: false }, secrets, nowMs })
}

test.each<[string, string | undefined, number]>([
  ['seconds', '7', 7_000],
  ['zero', '0', 0],
  ['a date to come', 'Thu, 01 Jan 2026 00:00:09 GMT', 9_000],
  ['a date that has passed', 'Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['a thousand hours', '3600000', 300_000],
  ['more seconds than there are', '9'.repeat(400), 300_000],
  ['a date in a thousand years', 'Thu, 01 Jan 3026 00:00:00 GMT', 300_000],
  ['a date that begins with its day', '1 Jan 2026 00:00:09 GMT', 9_000],
  ['a date that ends with its zone', '2026-01-01T01:00:09+01:00', 9_000],
  ['something else', 'soon', 0],
  ['an empty value', '', 0],
  ['nothing', undefined, 0],
])('Retry-After may be %s', (_name, value, ms) => {
  expect(refuse(value).retryAfterMs).toBe(ms)
})
