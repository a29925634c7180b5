import { expect, test } from 'vitest'
import { assertServeTarget } from './assert-serve-target.js'

test('anything with a function serve can be served', () => {
  expect(assertServeTarget('serveX', { serve: async () => undefined })).toBeUndefined()
})

test.each([
  ['nothing', undefined, 'undefined'],
  ['null', null, 'null'],
  ['a text', 'server', '"server"'],
  ['options', { port: 3000 }, 'an object'],
  ['an object whose serve is no function', { serve: 'x' }, 'an object'],
])('%s cannot be served', (_, target, got) => {
  expect(() => assertServeTarget('serveX', target)).toThrow(
    new TypeError(`serveX: the server must be what createServer or createGateway gives, or { serve }, got ${got}`),
  )
})
