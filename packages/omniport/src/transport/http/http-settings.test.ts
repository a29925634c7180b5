import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { consoleLogger } from '../../async/runtime/logger.js'
import { defaultRuntime } from '../../async/runtime/runtime.js'
import { defaultLimits } from '../../protocol/limits/limits.js'
import { createMemoryBudgets } from '../../protocol/limits/memory-budgets.js'
import { revisions } from '../../protocol/revisions/revision.js'
import type { Environment, ServeTarget } from '../environment.js'
import type { Authenticate } from './auth/authenticate.js'
import type { AllowedHosts } from './guards/allowed-names.js'
import type { HttpOptions } from './http-options.js'
import { createHttpSettings } from './http-settings.js'

const serve = async () => undefined
const settingsOf = (options?: HttpOptions, environment?: Environment) =>
  createHttpSettings({ serve, environment }, options)

/** JavaScript can give anything. */
const settingsOfAny = (options: unknown) => settingsOf(options as HttpOptions)

describe('what is not given', () => {
  test('has defaults', () => {
    const { direct, budgets, allowedHosts, ...settings } = settingsOf()
    expect(settings).toEqual({
      target: { serve, environment: undefined },
      path: '/mcp',
      answers: 'auto',
      sessions: true,
      sessionIdleMs: 600_000,
      sseEndpoints: undefined,
      allowedOrigins: undefined,
      isLocal: true,
      auth: undefined,
      serverCard: undefined,
      hiddenHeaders: new Set(),
      limits: { ...defaultLimits, handlerMs: 300_000 },
      runtime: defaultRuntime,
      logger: consoleLogger,
      revisions,
      servesLegacy: true,
      secrets: undefined,
      nameParams: undefined,
    })
    expect(
      ['localhost:1', '127.0.0.1', '[::1]', 'example.com'].map((host) => (allowedHosts as AllowedHosts).has(host)),
    ).toEqual([true, true, true, false])
    expect(budgets).not.toBe(settingsOf().budgets)
    expect(direct).toBeTypeOf('function')
  })

  test('comes from the environment of the server', () => {
    const environment: Environment = {
      runtime: createManualRuntime(),
      logger: { error: () => {}, warn: () => {} },
      budgets: createMemoryBudgets(),
      secrets: ['s'.repeat(32)],
      nameParams: new Map([['a/b', 'name']]),
      revisions: ['2026-07-28'],
      limits: { ...defaultLimits, sessionIdleMs: 1_000, handlerMs: 5 },
    }
    const settings = settingsOf({}, environment)
    expect(settings).toMatchObject({ ...environment, servesLegacy: false, sessionIdleMs: 1_000 })
  })
})

describe('the limits', () => {
  test('are those of the options over those of the server', () => {
    const limits = { ...defaultLimits, batch: 7, streams: 8 }
    expect(settingsOf({ limits: { batch: 3 } }, { limits }).limits).toEqual({ ...limits, batch: 3, handlerMs: 300_000 })
  })

  test('of handlers are those of HTTP, unless all have one', () => {
    expect(settingsOf({ limits: { handlerHttpMs: 9 } }).limits.handlerMs).toBe(9)
    expect(settingsOf({ limits: { handlerHttpMs: 9, handlerMs: 8 } }).limits.handlerMs).toBe(8)
  })
})

test.each([
  [true, true, 600_000],
  [false, false, 600_000],
  [{}, true, 600_000],
  [{ idleMs: 5 }, true, 5],
  [undefined, true, 600_000],
])('the option sessions: %j', (sessions, stored, sessionIdleMs) => {
  expect(settingsOf({ sessions })).toMatchObject({ sessions: stored, sessionIdleMs })
})

test.each([
  [true, { stream: '/sse', messages: '/messages' }],
  [false, undefined],
  [
    { stream: '/a', messages: '/b' },
    { stream: '/a', messages: '/b' },
  ],
])('the option sseEndpoints: %j', (sseEndpoints, expected) => {
  expect(settingsOf({ sseEndpoints }).sseEndpoints).toEqual(expected)
  expect(settingsOf({ sseEndpoints }, { revisions: ['2026-07-28'] }).sseEndpoints).toBeUndefined()
})

test.each([
  [['localhost', '127.0.0.1:80'], true],
  [['localhost', 'mcp.example'], false],
  ['any' as const, false],
])('with the hosts %j only programs of this machine are served: %s', (allowedHosts, isLocal) => {
  expect(settingsOf({ allowedHosts }).isLocal).toBe(isLocal)
})

test('any host may be allowed, and origins are as they were given', () => {
  const allowedOrigins = ['https://app.example']
  expect(settingsOf({ allowedHosts: 'any', allowedOrigins })).toMatchObject({ allowedHosts: 'any', allowedOrigins })
})

test.each(['auto', 'json', 'sse'] as const)('answers may be %s', (answers) => {
  expect(settingsOf({ answers }).answers).toBe(answers)
})

test('headers with credentials are hidden where somebody authenticates', () => {
  const auth: Authenticate = Object.assign(() => ({ denied: 'missing' as const }), { credentialHeaders: ['X-Key'] })
  const settings = settingsOf({ auth })
  expect(settings.auth).toBe(auth)
  expect([...settings.hiddenHeaders]).toEqual([
    'authorization',
    'proxy-authorization',
    'dpop',
    'cookie',
    'x-api-key',
    'x-key',
  ])
})

test('a card is told the path, the name and the revisions of its server', () => {
  const calls: unknown[] = []
  const serverCard = { serve: (...args: unknown[]) => void calls.push(args) }
  const info = { name: 's', version: '1' }
  settingsOf({ path: '/x', serverCard } as never, { info, revisions: ['2026-07-28'] })
  expect(calls).toEqual([['/x', { info, revisions: ['2026-07-28'] }]])
})

test.each([
  [undefined, 'undefined'],
  [null, 'null'],
  [{ serve: 'x' }, 'an object'],
])('%j is no server', (target, got) => {
  expect(() => createHttpSettings(target as unknown as ServeTarget)).toThrow(
    new TypeError(
      `createHttpSettings: the server must be what createServer or createGateway gives, or { serve }, got ${got}`,
    ),
  )
})

const optionList =
  'The options are path, answers, sessions, sseEndpoints, allowedHosts, allowedOrigins, auth, serverCard, limits'

test.each<[unknown, string]>([
  [{ answers: 'xml' }, 'answers must be "auto", "json" or "sse"'],
  [{ path: 'mcp' }, 'path must be a path such as "/mcp", got "mcp"'],
  [{ path: '/mcp?a' }, 'path must be a path such as "/mcp", got "/mcp?a"'],
  [{ path: 'x/mcp' }, 'path must be a path such as "/mcp", got "x/mcp"'],
  [{ path: 5 }, 'path must be a path such as "/mcp", got 5'],
  [{ path: ['/mcp'] }, 'path must be a path such as "/mcp", got ["/mcp"]'],
  [
    { sseEndpoints: { stream: '/a b', messages: '/b' } },
    'sseEndpoints.stream must be a path such as "/mcp", got "/a b"',
  ],
  [
    { sseEndpoints: { stream: '/a', messages: '/b#c' } },
    'sseEndpoints.messages must be a path such as "/mcp", got "/b#c"',
  ],
  [{ serverCard: {} }, 'serverCard must be what serverCard() of omniport/http gives'],
  [{ zzzzzzzz: 1 }, `createHttpSettings: there is no option "zzzzzzzz". ${optionList}`],
  [{ sessions: { zzzzzzzz: 1 } }, 'sessions: there is no option "zzzzzzzz". The options are idleMs'],
  [{ sseEndpoints: { zzzzzzzz: 1 } }, 'sseEndpoints: there is no option "zzzzzzzz". The options are stream, messages'],
  [{ allowedHosts: 'localhost' }, 'allowedHosts must be an array, got "localhost"'],
  [{ allowedOrigins: 'null' }, 'allowedOrigins must be an array, got "null"'],
  [{ auth: {} }, 'auth must be a function, got object'],
])('the options %j are refused', (options, message) => {
  expect(() => settingsOfAny(options)).toThrow(new TypeError(message))
})

const listening = 'a handler does not listen: the program that calls it does, or serveHttp'

test.each([
  ['endpoint', 'use "path"'],
  ['sessionIdGenerator', 'write sessions: false where it is undefined, and nothing otherwise'],
  ['stateless', 'write sessions: false'],
  ['enableJsonResponse', "write answers: 'json'"],
  ['cors', 'use "allowedOrigins"'],
  ['origin', 'use "allowedOrigins"'],
  ['authenticate', 'use "auth"'],
  ['eventStore', 'streams can be resumed without it; "stores" of createServer says where their events are'],
  ['host', listening],
  ['hostname', listening],
  ['port', listening],
])('the option %s of others is refused with what to write', (name, advice) => {
  expect(() => createHttpSettings({ serve }, { [name]: undefined }, 'createFetchHandler')).toThrow(
    new TypeError(`createFetchHandler: there is no option "${name}"; ${advice}. ${optionList}`),
  )
})

test.each(['/', '/a/b', '/%20'])('%s may be the path', (path) => {
  expect(settingsOf({ path }).path).toBe(path)
})
