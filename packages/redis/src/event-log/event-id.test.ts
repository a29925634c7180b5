import { describe, expect, test } from 'vitest'
import { formatEventId, parseEventId } from './event-id.js'
import { fromEventText, toEventText } from './event-text.js'

const epoch = '0123456789ab'
const nonce = 'abcdefghijklmnop.12'

describe('the id of an event', () => {
  test.each([
    [1, '1'],
    [36, '10'],
    [3_656_158_440_062_975, 'zzzzzzzzzz'],
  ])('has its number in few characters: %i', (number, text) => {
    const id = `${epoch}-${text}-${nonce}`
    expect(formatEventId({ epoch, number, nonce })).toBe(id)
    expect(parseEventId(id)).toEqual({ epoch, number, nonce })
  })

  test.each([
    ...['', 'x', `${epoch}-1`, `-1-${nonce}`, `${epoch}0-1-${nonce}`, `${epoch.slice(1)}-1-${nonce}`],
    ...[`${epoch}-0-${nonce}`, `${epoch}-01-${nonce}`, `${epoch}-zzzzzzzzzzz-${nonce}`, `${epoch}-1-${nonce}x`],
    ...[`${epoch}-1-abcdefghijklmnop`, `${epoch}-1-abcdefghijklmnop.`, `${epoch}-1-abcdefghijklmnop.1234567890123456`],
    ...[`${epoch}-1-abcdefghijklmno.1`, ` ${epoch}-1-${nonce}`, `${epoch.toUpperCase()}-1-${nonce}`],
  ])('is not %j', (id) => {
    expect(parseEventId(id)).toBeUndefined()
  })
})

describe('the text of an event', () => {
  test.each([
    ['a string', 'abc', 'sabc'],
    ['an empty string', '', 's'],
    ['a string that looks like a gap', 'g', 'sg'],
    ['a string with half of a pair', 'a\ud800', 'j"a\\ud800"'],
    ['a value', { a: [1, null] }, 'j{"a":[1,null]}'],
    ['null', null, 'jnull'],
  ])('is that of %s', (_what, event, text) => {
    expect(toEventText(event)).toBe(text)
    expect(fromEventText(text)).toEqual({ value: event })
  })

  test('is that of a gap', () => {
    expect(fromEventText('g')).toBeUndefined()
  })

  test('needs a value of JSON', () => {
    expect(() => toEventText(undefined as never)).toThrow(
      new TypeError('event log: an event must be a JSON value, got undefined'),
    )
  })
})
