import { describe, expect, test } from 'vitest'
import type { AuthServices } from '../auth-services.js'
import type { Authorization } from '../authorization.js'
import { createFakeAuthServices } from '../fixtures/fake-auth-services.js'
import { createFakeAuthorizationServer } from '../fixtures/fake-authorization-server.js'
import { TokenStore } from './token-store.js'

const authorization: Authorization = {
  resource: 'https://mcp.example/mcp',
  server: { issuer: 'https://as.example' },
  scopesSupported: undefined,
  isAssumed: false,
}
const other: Authorization = { ...authorization, server: { issuer: 'https://other.example' } }
const tokens = (accessToken: string, since = 1) => ({ tokens: { accessToken, type: 'bearer' as const }, since })

function setUp(options: AuthServices['options'] = {}) {
  const services = createFakeAuthServices(createFakeAuthorizationServer(), options)
  const reported: unknown[] = []
  let isFull = false
  const { store } = services
  const set: typeof store.set = async (key, value) => {
    if (isFull) throw new Error('no space left')
    await store.set(key, value)
  }
  const failing = { ...services, store: { ...store, set }, report: (reason: unknown) => reported.push(reason) }
  const fill = (is: boolean) => {
    isFull = is
  }
  return {
    entries: store.entries,
    reported,
    fill,
    create: () => new TokenStore(failing),
    store: new TokenStore(failing),
  }
}

const keyOf = (grant: string, client: string) =>
  JSON.stringify(['tokens', 'https://as.example', 'https://mcp.example/mcp', grant, client])

describe('tokens that were saved', () => {
  test('are there for the next one, of the authorization server that they came from', async () => {
    const { store, create } = setUp()
    await store.save({ ...tokens('a'), requested: ['read'], authorization })
    expect(await create().read(authorization)).toEqual({ ...tokens('a'), requested: ['read'] })
    expect(await create().read(other)).toBeUndefined()
    expect(await create().loadLast()).toEqual({ ...tokens('a'), requested: ['read'], authorization })
  })

  test('last are loaded, and the others stay', async () => {
    const { store } = setUp()
    await store.save({ ...tokens('a'), authorization })
    await store.save({ ...tokens('b'), authorization: other })
    expect((await store.loadLast())?.tokens.accessToken).toBe('b')
    expect((await store.read(authorization))?.tokens.accessToken).toBe('a')
  })

  test('are none where there is no authorization, or none for it', async () => {
    const { store, entries } = setUp()
    expect(await store.loadLast()).toBeUndefined()
    entries.set('["authorization","https://mcp.example/mcp"]', JSON.stringify(authorization))
    expect(await store.loadLast()).toBeUndefined()
  })

  test.each<[AuthServices['options'], string, string]>([
    [{}, 'authorization_code', 'loopback'],
    [{ redirectUrl: 'https://app.example/back' }, 'authorization_code', 'https://app.example/back'],
    [
      { clientMetadataUrl: 'https://app.example/c.json', redirectUrl: 'https://app.example/back' },
      'authorization_code',
      'https://app.example/c.json',
    ],
    [{ clientId: 'c', clientMetadataUrl: 'https://app.example/c.json' }, 'authorization_code', 'c'],
    [{ clientId: 'c', grant: 'client_credentials' }, 'client_credentials', 'c'],
    [{ grant: { type: 'jwt-bearer', assertion: () => 'a' } }, 'jwt-bearer', 'loopback'],
  ])('are those of one grant and one client: %j', async (options, grant, client) => {
    const { store, entries } = setUp(options)
    await store.save({ ...tokens('a'), authorization })
    expect([...entries.keys()]).toEqual([keyOf(grant, client), '["authorization","https://mcp.example/mcp"]'])
  })
})

describe('tokens that could not be saved', () => {
  test('are used all the same, and that is reported', async () => {
    const { store, reported, fill, create } = setUp()
    fill(true)
    await store.save({ ...tokens('a'), authorization })
    expect(await store.read(authorization)).toEqual(tokens('a'))
    expect([await store.read(other), await create().read(authorization)]).toEqual([undefined, undefined])
    expect(reported).toMatchObject([
      {
        code: 'unauthorized',
        message: 'The tokens for https://mcp.example/mcp could not be stored',
        cause: new Error('no space left'),
      },
    ])
  })

  test('go before older ones that are stored, not before newer ones', async () => {
    const { store, entries, fill } = setUp()
    fill(true)
    await store.save({ ...tokens('unsaved', 5), authorization })
    const read = async (since: number) => {
      entries.set(keyOf('authorization_code', 'loopback'), JSON.stringify(tokens('stored', since)))
      return (await store.read(authorization))?.tokens.accessToken
    }
    expect([await read(4), await read(5), await read(6)]).toEqual(['unsaved', 'unsaved', 'stored'])
  })

  test('are forgotten once others are saved', async () => {
    const { store, entries, fill, reported } = setUp()
    fill(true)
    await store.save({ ...tokens('unsaved', 9), authorization })
    fill(false)
    await store.save({ ...tokens('saved', 5), authorization })
    expect((await store.read(authorization))?.tokens.accessToken).toBe('saved')
    entries.clear()
    expect([await store.read(authorization), reported.length]).toEqual([undefined, 1])
  })
})

test('one at a time changes the tokens of one authorization server, and who gives up waits no longer', async () => {
  const { create } = setUp()
  const log: string[] = []
  let end = () => {}
  const never = new AbortController().signal
  const first = create().exclusive(authorization, never, async () => {
    await new Promise<void>((resolve) => {
      end = resolve
    })
    log.push('first')
  })
  const { store } = setUp()
  expect(await store.exclusive(authorization, never, async () => 'another store')).toBe('another store')
  end()
  await first
  const gone = AbortSignal.abort(new Error('enough'))
  await expect(create().exclusive(authorization, gone, async () => log.push('gone'))).rejects.toThrow('enough')
  expect(log).toEqual(['first'])
})
