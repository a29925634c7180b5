import { describe, expect, test } from 'vitest'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { AuthOptions } from '../auth-options.js'
import type { Challenge } from '../challenge/challenge.js'
import { own, setUp } from './fixtures/authority.js'
import type { RenewalCause } from './token-renewal.js'

const issuer = 'https://as.example'
const userNeeded = new OmniportError('unauthorized', 'the user has to agree, and is asked with the next call')

function cause(refused: string | undefined, parts: Partial<RenewalCause> = {}): RenewalCause {
  return { challenge: undefined, isRenewed: false, isQuiet: false, ...parts, refused }
}

const withScope = (scope: string): Challenge => ({ scheme: 'bearer', params: new Map([['scope', scope]]) })

/** A renewal whose first token, `t1` with the refresh token `r1`, was issued and lives for an hour. */
async function issued(options: AuthOptions = {}, scope = 'read') {
  const all = setUp(options)
  all.authority.expiresIn = 3600
  const renewal = all.createRenewal()
  const first = await renewal.renew(cause(undefined, { challenge: withScope(scope) }), own())
  all.authority.log.length = all.discoveries.length = 0
  return { ...all, renewal, first }
}

/** What is stored under the key of the tokens. */
function readStored({ store }: ReturnType<typeof setUp>) {
  const key = JSON.stringify(['tokens', issuer, 'https://mcp.example/mcp', 'authorization_code', 'loopback'])
  return store.get(key)
}

describe('tokens for the first time', () => {
  test('are obtained for the scopes of the challenge, and stored with the time and the scopes', async () => {
    const all = await issued()
    const tokens = { accessToken: 't1', type: 'bearer', refreshToken: 'r1', expiresAt: 4_600_000, scopes: ['read'] }
    expect(all.first).toMatchObject({
      tokens,
      requested: ['read'],
      since: 1_000_000,
      authorization: { server: { issuer } },
    })
    expect(await readStored(all)).toEqual({ tokens, requested: ['read'], since: 1_000_000 })
    expect(await all.createRenewal().loadLast()).toMatchObject({ tokens, authorization: { server: { issuer } } })
  })

  test('are those of whoever was faster', async () => {
    const { createRenewal, authority } = await issued()
    expect((await createRenewal().renew(cause(undefined), own())).tokens.accessToken).toBe('t1')
    expect(authority.log).toEqual([])
  })

  test('are not there to be loaded', async () => {
    expect(await setUp().createRenewal().loadLast()).toBeUndefined()
  })
})

describe('tokens that were refused', () => {
  test('are refreshed at a server that is found anew, and what was requested stays', async () => {
    const all = await issued()
    all.pass(500)
    const second = await all.renewal.renew(cause('t1'), own())
    expect(second).toMatchObject({ tokens: { accessToken: 't2' }, requested: ['read'], since: 1_000_500 })
    expect(await readStored(all)).toMatchObject({
      tokens: { accessToken: 't2' },
      requested: ['read'],
      since: 1_000_500,
    })
    expect([all.authority.log, all.discoveries]).toEqual([[`refresh ${issuer} r1`], ['forget', 'get']])
  })

  test('are refreshed for the scopes that they have, else for those that were requested', async () => {
    const asked: unknown[] = []
    const { authority, renewal, pass } = await issued()
    const refresh = authority.refresh.bind(authority)
    authority.refresh = async (token, request) => {
      asked.push(request.scopes)
      const refreshed = await refresh(token, request)
      return refreshed && { ...refreshed, scopes: asked.length === 1 ? ['other'] : undefined }
    }
    for (const refused of ['t1', 't2', 't3']) {
      await renewal.renew(cause(refused), own())
      pass(1)
    }
    expect(asked).toEqual([['read'], ['other'], ['read']])
  })

  test('that were issued for this request are given up', async () => {
    const { renewal, authority, discoveries } = await issued()
    await expect(renewal.renew(cause('t1', { isRenewed: true }), own())).rejects.toThrow(
      new OmniportError('unauthorized', 'it refuses the token that was just issued for it'),
    )
    expect([authority.log, discoveries]).toEqual([[], []])
  })

  test('that were refreshed for this request are obtained anew, for the same scopes', async () => {
    const { renewal, authority } = await issued()
    await renewal.renew(cause('t1'), own())
    await renewal.renew(cause('t2', { isRenewed: true }), own())
    expect(authority.log).toEqual([`refresh ${issuer} r1`, `obtain ${issuer} read`])
  })

  test('are replaced by stored ones that are still good, not by ones that are over', async () => {
    const { renewal, authority, pass } = await issued()
    expect((await renewal.renew(cause('t0'), own())).tokens.accessToken).toBe('t1')
    expect(authority.log).toEqual([])
    pass(3_600_000)
    expect((await renewal.renew(cause('t0'), own())).tokens.accessToken).toBe('t2')
    expect(authority.log).toEqual([`refresh ${issuer} r1`])
  })

  test('lose a refresh token that is not good any more', async () => {
    const all = await issued()
    all.authority.revoke()
    all.authority.isRefusing = true
    await expect(all.renewal.renew(cause('t1'), own())).rejects.toThrow('as refused: access_denied')
    const { tokens } = (await readStored(all)) as { tokens: object }
    expect(tokens).toEqual({ accessToken: 't1', type: 'bearer', expiresAt: 4_600_000, scopes: ['read'] })
    expect(all.authority.log).toEqual([`refresh ${issuer} r1`, `obtain ${issuer} read`])
  })

  test('are not refreshed for one who gave up', async () => {
    const { renewal, authority } = await issued()
    const gone = AbortSignal.abort(new Error('enough'))
    await expect(renewal.renew(cause('t1'), gone)).rejects.toThrow('enough')
    await expect(renewal.stepUp(cause('t1', { challenge: withScope('write') }), gone)).rejects.toThrow('enough')
    expect(authority.log).toEqual([])
  })
})

describe('where the user must not be asked', () => {
  const quiet = { isQuiet: true }

  test('nothing is done without tokens', async () => {
    const { createRenewal, authority, discoveries } = setUp()
    await expect(createRenewal().renew(cause(undefined, quiet), own())).rejects.toThrow(userNeeded)
    await expect(createRenewal().stepUp(cause(undefined, quiet), own())).rejects.toThrow(userNeeded)
    expect([authority.log, discoveries]).toEqual([[], []])
  })

  test('tokens are refreshed while that is possible', async () => {
    const { renewal, authority, discoveries } = await issued()
    expect((await renewal.renew(cause('t1', quiet), own())).tokens.accessToken).toBe('t2')
    authority.revoke()
    await expect(renewal.renew(cause('t2', quiet), own())).rejects.toThrow(userNeeded)
    expect(authority.log).toEqual([`refresh ${issuer} r1`, `refresh ${issuer} r2`])
    discoveries.length = 0
    await expect(renewal.renew(cause('t2', quiet), own())).rejects.toThrow(userNeeded)
    expect(discoveries).toEqual([])
  })

  test('tokens that somebody else got are used, also without a refresh token', async () => {
    const { renewal, authority } = await issued()
    authority.revoke()
    await expect(renewal.renew(cause('t1', quiet), own())).rejects.toThrow(userNeeded)
    expect((await renewal.renew(cause('t0', quiet), own())).tokens.accessToken).toBe('t1')
  })

  test.each<AuthOptions>([
    { grant: 'client_credentials', clientId: 'c' },
    { grant: { type: 'jwt-bearer', assertion: () => 'a' }, clientId: 'c' },
  ])('a grant without a user goes on: %j', async (options) => {
    const { createRenewal, authority } = setUp(options)
    const renewal = createRenewal()
    const first = await renewal.renew(cause(undefined, quiet), own())
    expect(first.tokens.accessToken).toBe('t1')
    await renewal.stepUp(cause('t1', { ...quiet, challenge: withScope('write') }), own())
    expect(authority.log).toEqual([`obtain ${issuer} undefined`, `obtain ${issuer} write`])
  })
})

describe('more scopes', () => {
  test('are requested with those so far, at the server that is known', async () => {
    const { renewal, authority, discoveries } = await issued()
    const current = await renewal.stepUp(cause('t1', { challenge: withScope('write') }), own())
    expect(current).toMatchObject({ tokens: { accessToken: 't2' }, requested: ['read', 'write'] })
    expect([authority.log, discoveries]).toEqual([[`obtain ${issuer} read write`], ['get']])
  })

  test('that somebody else got are used', async () => {
    const { renewal, authority } = await issued()
    const current = await renewal.stepUp(cause('t0', { challenge: withScope('write') }), own())
    expect([current.tokens.accessToken, authority.log]).toEqual(['t1', []])
  })

  test('are requested once, in whatever order they are named', async () => {
    const { renewal, authority } = await issued()
    await renewal.stepUp(cause('t1', { challenge: withScope('write delete') }), own())
    const stepUp = renewal.stepUp(cause('t2', { challenge: withScope('delete write') }), own())
    await expect(stepUp).rejects.toThrow(
      new OmniportError(
        'unauthorized',
        "it answers insufficient_scope, and a token for 'delete read write' is not enough",
      ),
    )
    expect(authority.log).toEqual([`obtain ${issuer} read write delete`])
  })

  test('may be requested again after that failed', async () => {
    const { renewal, authority } = await issued()
    authority.isRefusing = true
    const stepUp = () => renewal.stepUp(cause('t1', { challenge: withScope('write') }), own())
    await expect(stepUp()).rejects.toThrow('as refused: access_denied')
    authority.isRefusing = false
    expect((await stepUp()).tokens.accessToken).toBe('t2')
  })

  test('that have no names are left to the server, once', async () => {
    const { createRenewal, authority } = setUp()
    const renewal = createRenewal()
    await renewal.renew(cause(undefined), own())
    expect((await renewal.stepUp(cause('t1'), own())).tokens.accessToken).toBe('t2')
    await expect(renewal.stepUp(cause('t2'), own())).rejects.toThrow(
      new OmniportError('unauthorized', 'it answers insufficient_scope, and names no scope that would be enough'),
    )
    expect(authority.log).toEqual([`obtain ${issuer} undefined`, `obtain ${issuer} undefined`])
  })

  test('with long names are cut off in the error', async () => {
    const long = 'x'.repeat(210)
    const { renewal } = await issued({}, long)
    await expect(renewal.stepUp(cause('t1', { challenge: withScope(long) }), own())).rejects.toThrow(
      `a token for '${'x'.repeat(200)}…' is not enough`,
    )
  })
})

describe('tokens that end soon', () => {
  test('are refreshed', async () => {
    const { renewal, first, authority, discoveries } = await issued()
    const refreshed = await renewal.refreshAhead(first, own())
    expect(refreshed).toMatchObject({ tokens: { accessToken: 't2' }, authorization: { server: { issuer } } })
    expect([authority.log, discoveries]).toEqual([[`refresh ${issuer} r1`], []])
  })

  test('are replaced by those that somebody else got, unless these are over too', async () => {
    const { renewal, first, createRenewal, authority, pass } = await issued()
    await createRenewal().renew(cause('t1'), own())
    pass(3_599_999)
    expect((await renewal.refreshAhead(first, own()))?.tokens.accessToken).toBe('t2')
    pass(1)
    expect((await renewal.refreshAhead(first, own()))?.tokens.accessToken).toBe('t3')
    expect(authority.log).toEqual([`refresh ${issuer} r1`, `refresh ${issuer} r2`])
  })

  test('stay where there is nothing to refresh them with', async () => {
    const { renewal, first, authority, store } = await issued()
    authority.revoke()
    expect(await renewal.refreshAhead(first, own())).toBeUndefined()
    expect(await renewal.refreshAhead(first, own())).toBeUndefined()
    expect(authority.log).toEqual([`refresh ${issuer} r1`])
    await store.delete(JSON.stringify(['tokens', issuer, 'https://mcp.example/mcp', 'authorization_code', 'loopback']))
    expect(await renewal.refreshAhead(first, own())).toBeUndefined()
    expect(authority.log).toEqual([`refresh ${issuer} r1`])
  })
})
