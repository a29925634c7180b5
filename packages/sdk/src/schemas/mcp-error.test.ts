import * as official from 'mcp-sdk-current/types.js'
import { describe, expect, test } from 'vitest'
import * as own from '../types.js'

const page: own.ElicitRequestURLParams = { mode: 'url', elicitationId: '1', url: 'http://a', message: 'm' }

type Errors = Pick<typeof own, 'McpError' | 'UrlElicitationRequiredError'>

const made: readonly (readonly [string, (errors: Errors) => own.McpError])[] = [
  ['an error', ({ McpError }) => new McpError(-32602, 'text', { a: 1 })],
  ['pages to open', ({ UrlElicitationRequiredError }) => new UrlElicitationRequiredError([page])],
  ['several pages', ({ UrlElicitationRequiredError }) => new UrlElicitationRequiredError([page, page])],
  ['no page', ({ UrlElicitationRequiredError }) => new UrlElicitationRequiredError([], 'text')],
  ['pages of a peer', ({ McpError }) => McpError.fromError(-32042, 'text', { elicitations: [page] })],
  ['a peer that names no pages', ({ McpError }) => McpError.fromError(-32042, 'text', {})],
  ['a peer without data', ({ McpError }) => McpError.fromError(-32042, 'text')],
  ['another code', ({ McpError }) => McpError.fromError(1.5, '')],
]

describe('an error of the protocol is as the official one', () => {
  test.each(made)('%s', (_, make) => {
    const read = (errors: Errors) => {
      const error = make(errors)
      const { name, message, code, data } = error
      const isPages = error instanceof errors.UrlElicitationRequiredError
      const pages = isPages ? error.elicitations : undefined
      return {
        name,
        message,
        code,
        data,
        isPages,
        pages,
        isError: error instanceof errors.McpError,
        keys: Object.keys(error),
      }
    }
    expect(read(own)).toEqual(read(official as unknown as Errors))
  })

  test('and so are the codes', () => {
    expect(own.ErrorCode).toEqual(official.ErrorCode)
  })
})

test('an error is of its class, and of a class of a program only if it is made of that', () => {
  class Special extends own.McpError {}
  expect(new Special(1, '') instanceof own.McpError).toBe(true)
  expect(new Special(1, '') instanceof Special).toBe(true)
  expect(new own.McpError(1, '') instanceof Special).toBe(false)
  expect(new own.McpError(1, '') instanceof own.UrlElicitationRequiredError).toBe(false)
  for (const other of [null, undefined, 5, {}, new Error('x')]) expect(other instanceof own.McpError).toBe(false)
})

test('an error of a second copy of this package is known by its brand', () => {
  const branded = (name: string) => Object.assign(new Error('x'), { [Symbol.for('@omniport/sdk/McpError')]: name })
  const classes = [own.McpError, own.UrlElicitationRequiredError]
  const known = ['McpError', 'UrlElicitationRequiredError', 'Other'].map((name) =>
    classes.map((type) => branded(name) instanceof type),
  )
  expect(known).toEqual([
    [true, false],
    [true, true],
    [false, false],
  ])
})

test.each([
  { jsonrpc: '2.0', id: 1, method: 'a' },
  { jsonrpc: '2.0', method: 'a' },
  { jsonrpc: '2.0', id: 1, result: {} },
  { jsonrpc: '2.0', id: 1, error: { code: 1, message: '' } },
  { method: 'initialize', params: { protocolVersion: '', capabilities: {}, clientInfo: { name: '', version: '' } } },
  { method: 'initialize', params: {} },
  { method: 'notifications/initialized' },
  { task: {} },
  { task: 1 },
  [],
  null,
])('the guards say of %j what they say there', (value) => {
  const guards = Object.entries(official).filter(([name]) => name.startsWith('is'))
  expect(guards.length).toBeGreaterThan(5)
  for (const [name, guard] of guards) {
    const check = (own as unknown as Record<string, (value: unknown) => boolean>)[name]
    expect([name, check?.(value)]).toEqual([name, (guard as (value: unknown) => boolean)(value)])
  }
})

test('what a completion is for is asserted', () => {
  const request = {
    method: 'completion/complete',
    params: { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: '', value: '' } },
  } as const
  expect(() => own.assertCompleteRequestPrompt(request)).not.toThrow()
  expect(() => own.assertCompleteRequestResourceTemplate(request)).toThrow(
    new TypeError('Expected CompleteRequestResourceTemplate, but got ref/prompt'),
  )
})
