import { expect, test } from 'vitest'
import { connect } from '../../connect.js'
import { checkAddress } from './check-address.js'

test.each<[string, unknown]>([
  [
    'connect: target.url must be an http: or https: address, got text that is no address; a program to start is { command, args }',
    'server',
  ],
  [
    'connect: target.url must be an http: or https: address, got localhost:; write http:// or https:// before the host',
    'localhost:3000/mcp',
  ],
  [
    'connect: target.url must be an http: or https: address, got text that is no address; write http:// or https:// before the host',
    '127.0.0.1:3000',
  ],
  [
    'connect: target.url must be an http: or https: address, got text that is no address; write http:// or https:// before the host',
    '[::1]:3000/mcp',
  ],
  [
    'connect: target.url must be an http: or https: address, got text that is no address; a program to start is { command, args }',
    '[::x]:3000',
  ],
  [
    'connect: target: there is no option "comand"; did you mean "command"? The options are command, args, env, cwd, url, headers',
    { comand: 'node' },
  ],
  [
    'connect: target: there is no option "arg"; did you mean "args"? The options are command, args, env, cwd',
    { command: 'node', arg: [] },
  ],
  [
    'connect: target: there is no option "header"; did you mean "headers"? The options are url, headers',
    { url: 'https://example.com', header: {} },
  ],
  ['connect: target.url must be an http: or https: address, got file:', 'file:///etc/passwd'],
  ['connect: target.url must be an http: or https: address, got number', { url: 1 }],
  [
    'connect: target.url must hold no credentials; send them as a header: { url, headers }',
    'https://a:b@example.com/mcp',
  ],
  ['connect: target.headers must be an object of strings, got string', { url: 'https://example.com', headers: 'a' }],
  [
    'connect: target.headers: "a b" is no header that can be sent',
    { url: 'https://example.com', headers: { 'a b': 'x' } },
  ],
  [
    'connect: target.headers: "a" is no header that can be sent',
    { url: 'https://example.com', headers: { a: 'secret\r\nb: x' } },
  ],
  ['connect: target.headers: "a" is no header that can be sent', { url: 'https://example.com', headers: { a: 1 } }],
  [
    'connect: target.headers: "Mcp-Session-Id" is no header that can be sent',
    { url: 'https://example.com', headers: { 'Mcp-Session-Id': 'x' } },
  ],
])('%s', async (message, target) => {
  await expect(connect(target as never)).rejects.toEqual(new TypeError(message))
})

test('an address is taken without its fragment, and headers in lower case without those that are undefined', () => {
  const { url, headers } = checkAddress({
    url: 'HTTPS://Example.com/mcp?a=1#top',
    headers: { 'X-A': '1', b: undefined },
  })
  expect([url.href, headers]).toEqual(['https://example.com/mcp?a=1', { 'x-a': '1' }])
})

test.each([
  'Accept',
  'Content-Type',
  'Content-Length',
  'Last-Event-Id',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Protocol-Version',
  'Mcp-Session-Id',
])('the header %s is set by the client itself', (name) => {
  expect(() => checkAddress({ url: 'https://example.com', headers: { [name]: '1' } })).toThrow(
    new TypeError(`connect: target.headers: "${name}" is no header that can be sent`),
  )
})

test.each(['https://a@example.com/mcp', 'https://:b@example.com/mcp'])('%s holds credentials', (url) => {
  expect(() => checkAddress({ url }, 'proxy: to')).toThrow(
    new TypeError('proxy: to.url must hold no credentials; send them as a header: { url, headers }'),
  )
})

test('what is no address, or no headers, is told by its kind', () => {
  expect(() => checkAddress({ url: null })).toThrow(
    new TypeError('connect: target.url must be an http: or https: address, got null'),
  )
  expect(() => checkAddress({ url: 'https://example.com', headers: null })).toThrow(
    new TypeError('connect: target.headers must be an object of strings, got object'),
  )
})
