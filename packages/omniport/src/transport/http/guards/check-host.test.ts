import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import type { HttpOptions } from '../http-options.js'
import { createHttpSettings } from '../http-settings.js'
import { openContext } from '../requests/fixtures/http-context.js'
import { checkHost, corsHeaders, preflightHeaders } from './check-host.js'

type Headers = Readonly<Record<string, string>>

function open(options: HttpOptions = {}) {
  const logger = createRecordingLogger()
  const settings = createHttpSettings({ serve: async () => undefined, environment: { logger } }, options)
  const check = (headers: Headers) => () => checkHost(openContext({ headers }).context.request, settings)
  return { logger, check }
}

const refused = (name: 'Host' | 'Origin') =>
  expect.objectContaining({
    status: 403,
    message: `The ${name} of this request is not allowed; see the option allowed${name}s`,
    error: expect.objectContaining({ code: -32600 }),
  })

describe('the host', () => {
  test('is one that is allowed', () => {
    const { check } = open({ allowedHosts: ['mcp.example'] })
    expect(check({ host: 'mcp.example:8080' })).not.toThrow()
    expect(check({ host: 'other.example' })).toThrow(refused('Host'))
    expect(check({})).toThrow(refused('Host'))
  })

  test('that is not is told once', () => {
    const { check, logger } = open()
    for (const host of ['a.example', 'a.example', 'b.example']) expect(check({ host })).toThrow(refused('Host'))
    expect(logger.warnings).toEqual(
      ['a', 'b'].map((name) => `Requests to the host "${name}.example" are refused; see allowedHosts`),
    )
  })

  test('may be any where that is said', () => {
    expect(open({ allowedHosts: 'any' }).check({ host: 'x' })).not.toThrow()
    expect(open({ allowedHosts: 'any' }).check({})).not.toThrow()
  })
})

describe('the origin', () => {
  const host = 'localhost'

  test.each(['http://localhost', 'https://LOCALHOST:5173', 'http://127.0.0.1:1'])('may be a host: %s', (origin) => {
    expect(open().check({ host, origin })).not.toThrow()
  })

  test.each([
    ...['http://evil.example', 'null', '', 'ftp://localhost', 'http://localhost/', 'http://localhost?x'],
    ...['http://localhost#x', 'xhttp://localhost', 'localhost', 'http://localhost.evil.example'],
  ])('is refused where it is none: %j', (origin) => {
    expect(open().check({ host, origin })).toThrow(refused('Origin'))
  })

  test('is one of those that are listed, if there is a list', () => {
    const { check } = open({ allowedOrigins: ['https://app.example'] })
    expect(check({ host, origin: 'https://app.example' })).not.toThrow()
    expect(check({ host, origin: 'http://localhost' })).toThrow(refused('Origin'))
    expect(check({ host })).not.toThrow()
  })

  test('is none where any host is allowed, unless it is listed', () => {
    expect(open({ allowedHosts: 'any' }).check({ host, origin: 'http://localhost' })).toThrow(refused('Origin'))
    const listed = open({ allowedHosts: 'any', allowedOrigins: ['https://app.example'] })
    expect(listed.check({ host, origin: 'https://app.example' })).not.toThrow()
  })
})

describe('a web page', () => {
  const requestOf = (headers: Headers) => openContext({ headers }).context.request
  const cors = {
    'access-control-allow-origin': 'http://localhost',
    'access-control-expose-headers': 'Mcp-Session-Id, WWW-Authenticate, Retry-After',
    vary: 'Origin',
  }

  test('may read the reply, which other programs need not be told', () => {
    expect(corsHeaders(requestOf({ origin: 'http://localhost' }))).toEqual(cors)
    expect(corsHeaders(requestOf({}))).toEqual({})
  })

  test('that asks before may send what it names', () => {
    const asked = { 'access-control-request-headers': 'x-a, x-b' }
    const allowed = { 'access-control-allow-methods': 'GET', 'access-control-max-age': '600' }
    expect(preflightHeaders(requestOf({ origin: 'http://localhost', ...asked }), 'GET')).toEqual({
      ...cors,
      ...allowed,
      'access-control-allow-headers': 'x-a, x-b',
    })
    expect(preflightHeaders(requestOf({}), 'GET')).toEqual(allowed)
  })
})
