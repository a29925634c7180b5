import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OwnAddresses } from './own-addresses.js'

const server = 'http://api.test:8080'
const tap = 'http://127.0.0.1:4711'

function create() {
  const replaced: string[] = []
  const addresses = new OwnAddresses({
    server,
    tap,
    onReplaced: (place, address) => replaced.push(`${place} ${address}`),
  })
  return { addresses, replaced }
}

test.each([
  ['http://api.test:8080/a?b#c', `${tap}/a?b#c`],
  ['HTTP://API.test:8080/a', `${tap}/a`],
  ['//api.test:8080/a', `${tap}/a`],
  ['http://api.test:8080', tap],
  ['/a', '/a'],
  ['a', 'a'],
  ['http://api.test/a', 'http://api.test/a'],
  ['https://api.test:8080/a', 'https://api.test:8080/a'],
  ['http://api.test:8080.evil.test/a', 'http://api.test:8080.evil.test/a'],
  ['http://me@api.test:8080/a', 'http://me@api.test:8080/a'],
  ['http://other.test/?http://api.test:8080/', 'http://other.test/?http://api.test:8080/'],
])('a redirect to %s leads to %s', (address, expected) => {
  const { addresses, replaced } = create()
  const headers = ['X-First', address, 'LOCATION', address]
  expect(addresses.headers(headers)).toEqual(['X-First', address, 'LOCATION', expected])
  expect(replaced).toEqual(expected === address ? [] : [`Location ${address}`])
})

const own = `event: endpoint\ndata: ${server}/messages?id=é\n\n`
const passed = `event: endpoint\ndata: ${tap}/messages?id=é\n\n`
const message = `event: message\ndata: ${server}/messages\n\n`

test.each([
  ['its address', own, passed],
  ['one after comments', `: hello\n\n:\r\n\n${own}${message}`, `: hello\n\n:\r\n\n${passed}${message}`],
  ['one with carriage returns', own.replaceAll('\n', '\r\n'), passed.replaceAll('\n', '\r\n')],
  ['no spaces', own.replaceAll(': ', ':'), passed.replaceAll(': ', ':')],
  ['a path', 'event: endpoint\ndata: /messages\n\n', 'event: endpoint\ndata: /messages\n\n'],
  ['another origin', own.replace('api', 'other'), own.replace('api', 'other')],
  ['a message first', message + own, message + own],
  ['something else', `event: endpoints\ndata: ${server}\n\n`, `event: endpoints\ndata: ${server}\n\n`],
  ['no end', own.trimEnd(), own.trimEnd()],
  ['a long one', `event: endpoint\ndata: ${'x'.repeat(70_000)}`, `event: endpoint\ndata: ${'x'.repeat(70_000)}`],
])('a stream with %s is passed on, in pieces of any size', (_what, sent, expected) => {
  const bytes = Buffer.from(sent)
  const cuts = fc.uniqueArray(fc.nat(bytes.length), { maxLength: 12 })
  fc.assert(
    fc.property(cuts, (given) => {
      const filter = create().addresses.events()
      const at = [0, ...given.sort((a, b) => a - b), bytes.length]
      const pieces = at.slice(1).map((end, index) => filter.push(bytes.subarray(at[index], end)))
      expect(Buffer.concat([...pieces, filter.end()]).toString()).toBe(expected)
    }),
    { numRuns: 40 },
  )
})

test('what cannot be an endpoint event is not held back', () => {
  const filter = create().addresses.events()
  expect(String(filter.push(Buffer.from('event: mess')))).toBe('event: mess')
  const other = create().addresses.events()
  expect([other.push(Buffer.from('event: endp')), other.push(Buffer.from('oint2')), other.end()].map(String)).toEqual([
    '',
    'event: endpoint2',
    '',
  ])
})
