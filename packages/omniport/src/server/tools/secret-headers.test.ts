import { expect, test } from 'vitest'
import { z } from 'zod'
import { verifies } from '#test/requirements/verifies.js'
import { createServer } from '../create-server.js'
import { tool } from './tool.js'

const marked = (name: string) => ({ 'x-mcp-header': name })
const define = (input: unknown) => () =>
  createServer({ name: 's', version: '1', tools: { t: tool({ input: input as never, run: () => 'ok' }) } })
const object = (properties: object) => ({ type: 'object', properties })
const text = (name: string, more: object = {}) => ({ type: 'string', ...marked(name), ...more })

test.each<[string, unknown, string]>([
  ['password', z.object({ password: z.string().meta(marked('P')) }), 'password'],
  ['an API key', object({ 'api-key': text('Key') }), 'api-key'],
  ['a token, within an object', object({ login: object({ access_token: text('T') }) }), 'login.access_token'],
  ['a number of a card', object({ cardNumber: { type: 'integer', ...marked('C') } }), 'cardNumber'],
  ['by its header', object({ value: text('Api-Key') }), 'value'],
  ['by its format', object({ value: text('V', { format: 'password' }) }), 'value'],
  ['by its mark', object({ value: text('V', { writeOnly: true }) }), 'value'],
])('a secret cannot be a header: %s', (_name, input, path) => {
  verifies('HTTP-67')
  expect(define(input)).toThrow(
    new TypeError(`tool "t": input: x-mcp-header of ${path}: a header must not hold a secret, since logs show headers`),
  )
})

test.each<[string, object]>([
  ['a secret without a mark', object({ password: { type: 'string' }, region: text('Region') })],
  ['a choice', object({ secret: text('S', { enum: ['a', 'b'] }) })],
  ['a flag', object({ secret: { type: 'boolean', ...marked('S') } })],
  ['a longer name', object({ passwordHint: text('Hint') })],
])('%s may stand in a tool', (_name, input) => {
  expect(define(input)).not.toThrow()
})
