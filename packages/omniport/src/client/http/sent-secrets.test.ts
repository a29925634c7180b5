import { expect, test, vi } from 'vitest'
import { SentSecrets } from './sent-secrets.js'

const url = new URL('https://a.example/mcp?key=query-secret&v=1')
const create = () =>
  new SentSecrets(url, { authorization: 'Bearer abc/def', cookie: 'a=1; sid=cookie-secret', 'x-a': 'b' })

test.each([
  ['a token', 'no abc/def here', 'no *** here'],
  ['a token with its scheme', 'Bearer abc/def', '***'],
  ['a token, percent-encoded', 'token=abc%2Fdef', 'token=***'],
  ['a cookie', 'sid is cookie-secret', 'sid is ***'],
  ['a member of the query', '/mcp?key=query-secret', '/mcp?key=***'],
  ['the scheme of a token, which is none', 'Bearer realm="a"', 'Bearer realm="a"'],
  ['what is too short to be one', 'b and v=1', 'b and v=1'],
  ['nothing', 'Not found', 'Not found'],
])('a text that repeats %s is cleaned', (_name, text, clean) => {
  expect(create().clean(text)).toBe(clean)
})

test('credentials that came later are secrets too, the last 32 of them', () => {
  const secrets = create()
  secrets.add('session-1')
  secrets.addHeader('DPoP token-one')
  secrets.addAddress(new URL('https://a.example/messages?sessionId=session-2'))
  expect(secrets.clean('session-1 token-one session-2')).toBe('*** *** ***')
  for (let at = 0; at < 32; at += 1) secrets.add(`another-${at}`)
  expect(secrets.clean('session-1 another-0 another-31')).toBe('session-1 *** ***')
})

test('of long credentials fewer are remembered, and none that is longer than all may be', () => {
  const secrets = new SentSecrets(new URL('https://a.example/mcp'), {})
  const [first, second, third] = ['1', '2', '3'].map((character) => character.repeat(400_000)) as [
    string,
    string,
    string,
  ]
  for (const state of [first, second, third]) secrets.add(state)
  expect([first, second, third].map((state) => secrets.clean(state) === '***')).toEqual([false, true, true])
  secrets.add('4'.repeat(1024 * 1024 + 1))
  expect([secrets.clean(second), secrets.clean('4'.repeat(1024 * 1024 + 1)).length]).toEqual(['***', 1024 * 1024 + 1])
})

test('what to look for is made once for all texts of an error, and again when a secret was added', () => {
  const secrets = new SentSecrets(new URL('https://a.example/mcp'), {})
  secrets.add('first-secret')
  const encode = vi.spyOn(globalThis, 'encodeURIComponent')
  try {
    const data = Array.from({ length: 100 }, () => 'first-secret, second-secret')
    const clean = () => secrets.cleanMessage({ error: { data } })
    expect(clean()).toEqual({ error: { data: data.map(() => '***, second-secret') } })
    secrets.add('first-secret')
    clean()
    expect(encode).toHaveBeenCalledTimes(1)
    secrets.add('second-secret')
    expect(clean()).toEqual({ error: { data: data.map(() => '***, ***') } })
    expect(encode).toHaveBeenCalledTimes(3)
  } finally {
    encode.mockRestore()
  }
})

test('the errors of messages are cleaned, results are not', () => {
  const error = { code: 1, message: 'abc/def', data: { tokens: ['abc/def', 1, null] } }
  const clean = { code: 1, message: '***', data: { tokens: ['***', 1, null] } }
  const result = { id: 1, result: { text: 'abc/def' } }
  expect(create().cleanMessage({ id: 1, error })).toEqual({ id: 1, error: clean })
  expect(create().cleanMessage([result, { id: 2, error }])).toEqual([result, { id: 2, error: clean }])
  expect(create().cleanMessage(result)).toBe(result)
})

test('a cause that repeats one is replaced by its text', () => {
  const cause = new Error('failed', { cause: new Error('GET /mcp?key=query-secret') })
  const cleaned = create().cleanCause(cause) as Error
  expect([cleaned === cause, cleaned.message.includes('failed'), cleaned.message.includes('/mcp?key=***')]).toEqual([
    false,
    true,
    true,
  ])
  const lines = cleaned.message.split('\n')
  expect(lines.filter((line) => line.startsWith('Error: '))).toEqual(['Error: failed', 'Error: GET /mcp?key=***'])
  const harmless = new Error('connect ECONNREFUSED')
  expect(create().cleanCause(harmless)).toBe(harmless)
})
