import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { thrownBy } from '#test/support/thrown-by.js'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { OmniportError, type OmniportErrorCode } from '../../../values/errors/omniport-error.js'
import type { HttpRequest } from '../requests/http-request.js'
import { AuthFailureLog } from './auth-failure-log.js'
import type { Authenticate } from './authenticate.js'
import { authenticateRequest } from './authenticate-request.js'

const ada = { id: 'ada', scopes: ['a'], claims: { sub: 'ada' }, expiresAt: 5 }
const request: HttpRequest = {
  ...{ method: 'POST', prefix: '/api', path: '/mcp', query: 'a=b', url: 'http://localhost/api/mcp?a=b', network: '' },
  headers: new Headers({ 'x-a': '1' }),
  header: (name) => `the header ${name}`,
  hideHeaders: () => {},
  readBody: () => Promise.reject(new Error('nobody reads the body')),
  onClose: () => {},
}

function setUp(auth: unknown) {
  const runtime = createManualRuntime()
  const logger = createRecordingLogger()
  const failures = new AuthFailureLog(runtime, logger)
  const authenticate = () => authenticateRequest(request, { auth: auth as Authenticate, failures })
  return { authenticate, logger, runtime }
}

const message = 'auth failed for POST /api/mcp'

test('who is let in is what auth gives, at once or later', async () => {
  expect(setUp(() => ada).authenticate()).toBe(ada)
  const later = setUp(async () => ada).authenticate()
  expect(later).toBeInstanceOf(Promise)
  expect(await later).toBe(ada)
})

test('auth sees the method, the URL and the headers of the request', () => {
  const seen: unknown[] = []
  void setUp((given: HttpRequest) => {
    seen.push(given.method, given.url, given.headers.get('x-a'), given.header('dpop'))
    return ada
  }).authenticate()
  expect(seen).toEqual(['POST', 'http://localhost/api/mcp?a=b', '1', 'the header dpop'])
})

describe('a denial', () => {
  test.each(['missing', 'invalid', 'expired', 'proof', 'malformed'])('%s is a refusal', async (denied) => {
    const status = denied === 'malformed' ? 400 : 401
    const { authenticate, logger } = setUp(() => ({ ...ada, denied }))
    expect(thrownBy(authenticate)).toMatchObject({ name: 'HttpError', status })
    await expect(setUp(async () => ({ denied })).authenticate()).rejects.toMatchObject({ status })
    expect(logger.errors).toEqual([])
  })

  test('for scopes names them', () => {
    const { authenticate } = setUp(() => ({ denied: 'scope', scopes: ['x', 'y'] }))
    expect(thrownBy(authenticate)).toMatchObject({
      status: 403,
      headers: { 'www-authenticate': expect.stringContaining('scope="x y"') },
    })
  })
})

describe('what is neither a principal nor a denial', () => {
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'ada'],
    ['a principal without an id', { ...ada, id: undefined }],
    ['a principal with an empty id', { ...ada, id: '' }],
    ['a principal with a scope that is no text', { ...ada, scopes: [1] }],
    ['a principal whose claims are a text', { ...ada, claims: 'x' }],
    ['a principal whose claims are null', { ...ada, claims: null }],
    ['a principal whose end is a text', { ...ada, expiresAt: '5' }],
    ['a principal whose end is no number', { ...ada, expiresAt: Number.NaN }],
    ['a denial for a reason that there is not', { ...ada, denied: 'maybe' }],
    ['a denial without a reason', { ...ada, denied: undefined }],
    ['a denial for scopes that are no texts', { denied: 'scope', scopes: [1] }],
  ])('is an error that is logged: %s', (_name, result) => {
    const { authenticate, logger } = setUp(() => result)
    expect(thrownBy(authenticate)).toMatchObject({
      status: 500,
      headers: {},
      error: { code: -32603, message: 'Internal error' },
    })
    const reason = 'auth gave neither a principal, with id, scopes and claims, nor why there is none'
    expect(logger.errors).toEqual([{ message, error: new TypeError(reason) }])
  })
})

describe('an auth that fails', () => {
  test.each([
    ['at once', (error: unknown) => () => Promise.reject(error)],
    [
      'later',
      (error: unknown) => () => {
        throw error
      },
    ],
  ])('%s is logged, and its error is not shown', async (_name, failWith) => {
    const error = new OmniportError('denied', 'secret')
    const { authenticate, logger } = setUp(failWith(error))
    await expect((async () => authenticate())()).rejects.toMatchObject({
      status: 500,
      error: { code: -32603, message: 'Internal error' },
    })
    expect(logger.errors).toEqual([{ message, error }])
  })

  test.each<OmniportErrorCode>(['unreachable', 'timeout', 'limit'])('with %s is asked again later', (code) => {
    const error = new OmniportError(code, 'secret')
    const { authenticate, logger } = setUp(() => {
      throw error
    })
    expect(thrownBy(authenticate)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      error: { code: -32603, message: 'Authentication is not available now' },
    })
    expect(logger.errors).toEqual([{ message, error }])
  })
})

describe('the log of failures', () => {
  const setUpLog = () => {
    const runtime = createManualRuntime()
    const logger = createRecordingLogger()
    return { runtime, logger, log: new AuthFailureLog(runtime, logger) }
  }

  test('has one of those that pass in ten seconds, and counts the others', () => {
    const { runtime, logger, log } = setUpLog()
    for (const wait of [0, 0, 9_999, 1, 9_999, 1]) {
      runtime.advance(wait)
      log.addTransient('failed', 'why')
    }
    expect(logger.errors).toEqual([
      { message: 'failed', error: 'why' },
      { message: 'failed; 2 more failures were not logged', error: 'why' },
      { message: 'failed; 1 more failures were not logged', error: 'why' },
    ])
  })

  test('has all of the others', () => {
    const { logger, log } = setUpLog()
    log.addTransient('passes', 1)
    for (const error of [2, 3]) log.add('stays', error)
    expect(logger.errors.map(({ error }) => error)).toEqual([1, 2, 3])
  })
})
