import { expect, test } from 'vitest'
import { parseMessage, toLiveRequest } from './live-message.js'

test.each([
  ['{"id":1}', { id: 1 }],
  ['[1]', [1]],
  ['null', null],
  ['{', undefined],
  ['', undefined],
])('the text %j is %j', (text, message) => {
  expect(parseMessage(text)).toEqual(message)
})

test('what nests too deeply to be compared is no message', () => {
  const deep = 200_000
  expect(parseMessage(`${'['.repeat(deep)}${']'.repeat(deep)}`)).toBe(undefined)
})

test('a live request has the ids and tokens of its messages', () => {
  const asked = [{ id: 1, params: { _meta: { progressToken: 'p' } } }, { method: 'a' }, { id: null }]
  expect(toLiveRequest(asked)).toEqual({ ids: [1, null], progressTokens: ['p', undefined, undefined] })
})
