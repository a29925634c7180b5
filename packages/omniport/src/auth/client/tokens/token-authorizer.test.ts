import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import {
  authorized,
  forever,
  insufficient,
  own,
  refusal,
  request,
  type Sent,
  sentBy,
  setUp,
} from './fixtures/authority.js'

test('without tokens nothing is sent; a 401 gets one for the scopes of its challenge, as a header', async () => {
  verifies('AUTH-15', 'AUTH-38', 'AUTH-39')
  const { authorizer, authority, finds } = setUp()
  const sent = await sentBy(authorizer)
  const challenge = 'Bearer resource_metadata="https://mcp.example/meta", scope="a b"'
  expect([sent, await authorizer.recover(refusal(sent, { challenge }), forever)]).toEqual([{}, true])
  expect(await sentBy(authorizer)).toEqual({ authorization: 'Bearer t1' })
  expect([authority.log, finds]).toEqual([['obtain https://as.example a b'], ['https://mcp.example/meta']])
})

test('other refusals stand', async () => {
  const { authorizer, authority } = setUp()
  const sent = await authorized(authorizer)
  for (const challenge of ['Bearer', 'Bearer error="invalid_token"', 'Basic']) {
    expect(await authorizer.recover(refusal(sent, { status: 403, challenge }), forever)).toBe(false)
  }
  expect(await authorizer.recover(refusal(sent, { challenge: 'ApiKey' }), forever)).toBe(false)
  expect(authority.log).toHaveLength(1)
})

test('of two challenges that in the scheme of the client counts', async () => {
  const { authorizer, authority } = setUp()
  const sent = await authorized(authorizer)
  const challenge = 'DPoP error="invalid_token", Bearer error="insufficient_scope", scope="a"'
  expect(await authorizer.recover(refusal(sent, { status: 403, challenge }), forever)).toBe(true)
  expect(authority.log.at(-1)).toBe('obtain https://as.example a')
})

test('50 requests that are refused with one token cause one refresh, and one that comes late none', async () => {
  const { authorizer, authority } = setUp()
  await authorized(authorizer)
  const all = await Promise.all(Array.from({ length: 50 }, () => authorizer.headers(request, own())))
  const late = await sentBy(authorizer)
  expect(await Promise.all(all.map((sent) => authorizer.recover(refusal(sent), own())))).toEqual(all.map(() => true))
  expect(await authorizer.recover(refusal(late), forever)).toBe(true)
  expect(authority.log).toEqual(['obtain https://as.example undefined', 'refresh https://as.example r1'])
  expect(await sentBy(authorizer)).toEqual({ authorization: 'Bearer t2' })
})

test('two clients with one store use no refresh token twice', async () => {
  const { create, authority } = setUp()
  const [one, two] = [create(), create()]
  await authorized(one)
  const [sentByOne, sentByTwo] = [await sentBy(one), await sentBy(two)]
  expect(sentByTwo).toEqual({ authorization: 'Bearer t1' })
  await Promise.all([one.recover(refusal(sentByOne), forever), two.recover(refusal(sentByTwo), forever)])
  expect([await sentBy(one), await sentBy(two)]).toEqual([
    { authorization: 'Bearer t2' },
    { authorization: 'Bearer t2' },
  ])
  expect(authority.log).toEqual(['obtain https://as.example undefined', 'refresh https://as.example r1'])
})

test('a refresh token that somebody used without waiting for turns: what they got is used', async () => {
  const { store, create, authority } = setUp()
  const one = create()
  const sent = await authorized(one)
  const { refresh } = authority
  authority.refresh = async (refreshToken, asked) => {
    const [key = ''] = [JSON.stringify(['tokens', 'https://as.example', request.url, 'authorization_code', 'loopback'])]
    await store.set(key, { tokens: { accessToken: 'theirs', type: 'bearer' }, since: 1_000_000 })
    authority.revoke()
    return refresh.call(authority, refreshToken, asked)
  }
  expect(await one.recover(refusal(sent), forever)).toBe(true)
  expect(await sentBy(one)).toEqual({ authorization: 'Bearer theirs' })
})

test('a refresh token that is not good any more is forgotten, and tokens are got anew', async () => {
  verifies('AUTH-50')
  const { authorizer, authority } = setUp()
  const sent = await authorized(authorizer)
  authority.revoke()
  authority.isRefusing = true
  await expect(authorizer.recover(refusal(sent), forever)).rejects.toMatchObject({
    code: 'unauthorized',
    status: 401,
    message: 'No access to https://mcp.example/mcp: as refused: access_denied',
  })
  authority.isRefusing = false
  expect(await authorizer.recover(refusal(await sentBy(authorizer)), forever)).toBe(true)
  expect(authority.log).toEqual([
    'obtain https://as.example undefined',
    'refresh https://as.example r1',
    'obtain https://as.example undefined',
    'obtain https://as.example undefined',
  ])
})

test('a token that ends soon is refreshed before it is sent, once for all', async () => {
  const { authorizer, authority, pass } = setUp()
  authority.expiresIn = 3600
  await authorized(authorizer)
  pass(3_569_000)
  expect(await sentBy(authorizer)).toEqual({ authorization: 'Bearer t1' })
  pass(1_000)
  const all = await Promise.all([sentBy(authorizer), sentBy(authorizer)])
  expect(all).toEqual([{ authorization: 'Bearer t2' }, { authorization: 'Bearer t2' }])
  expect(authority.log.slice(1)).toEqual(['refresh https://as.example r1'])
})

test('a token that lives shortly is refreshed after half of its life', async () => {
  const { authorizer, authority, pass } = setUp()
  authority.expiresIn = 10
  await authorized(authorizer)
  pass(4_999)
  expect(await sentBy(authorizer)).toEqual({ authorization: 'Bearer t1' })
  pass(1)
  expect(await sentBy(authorizer)).toEqual({ authorization: 'Bearer t2' })
})

test('refreshing ahead asks no person: where it fails the old token is sent', async () => {
  const { authorizer, authority, pass } = setUp()
  authority.expiresIn = 60
  await authorized(authorizer)
  authority.revoke()
  pass(59_000)
  expect([await sentBy(authorizer), await sentBy(authorizer)]).toEqual([
    { authorization: 'Bearer t1' },
    { authorization: 'Bearer t1' },
  ])
  expect(authority.log.slice(1)).toEqual(['refresh https://as.example r1'])
})

test('a server that refuses what was just got for it is given up', async () => {
  const { authorizer, authority } = setUp()
  const sent = await authorized(authorizer)
  await authorizer.recover(refusal(sent), forever)
  await authorizer.recover(refusal(await sentBy(authorizer), { retries: 1 }), forever)
  const last = await sentBy(authorizer)
  await expect(authorizer.recover(refusal(last, { retries: 2 }), forever)).rejects.toMatchObject({
    code: 'unauthorized',
    message: 'No access to https://mcp.example/mcp: it refuses the token that was just issued for it',
  })
  expect(authority.log).toEqual([
    'obtain https://as.example undefined',
    'refresh https://as.example r1',
    'obtain https://as.example undefined',
  ])
})

test('a server that moved to another authorization server shows it nothing of the old one', async () => {
  verifies('AUTH-42', 'AUTH-27')
  const { authorizer, authority, location } = setUp()
  const sent = await authorized(authorizer)
  location.issuer = 'https://other.example'
  await authorizer.recover(refusal(sent), forever)
  expect(await sentBy(authorizer)).toEqual({ authorization: 'Bearer t2' })
  expect(authority.log).toEqual(['obtain https://as.example undefined', 'obtain https://other.example undefined'])
})

test('what a person declined is not asked again for requests that were on their way', async () => {
  const { authorizer, authority } = setUp()
  authority.isRefusing = true
  const all = await Promise.all(Array.from({ length: 50 }, () => authorizer.headers(request, own())))
  const outcomes = await Promise.allSettled(all.slice(0, 25).map((sent) => authorizer.recover(refusal(sent), own())))
  const later = await Promise.allSettled(all.slice(25).map((sent) => authorizer.recover(refusal(sent), own())))
  const declined = { code: 'unauthorized', message: 'No access to https://mcp.example/mcp: as refused: access_denied' }
  const reasons = [...outcomes, ...later].map((outcome) => (outcome as PromiseRejectedResult).reason)
  expect(reasons).toMatchObject(Array(50).fill(declined))
  expect(authority.log).toHaveLength(1)
  authority.isRefusing = false
  expect(await authorizer.recover(refusal(await sentBy(authorizer)), forever)).toBe(true)
})

test('one who gives up leaves the others waiting; when nobody waits it is aborted', async () => {
  const { authorizer, authority } = setUp()
  let open = () => {}
  authority.gate = new Promise((resolve) => {
    open = resolve
  })
  const [one, two] = [new AbortController(), new AbortController()]
  const sent = await sentBy(authorizer)
  const [first, second] = [one, two].map(({ signal }) => authorizer.recover(refusal(sent), signal))
  one.abort(new Error('enough'))
  await expect(first).rejects.toThrow('enough')
  two.abort(new Error('enough too'))
  await expect(second).rejects.toThrow('enough too')
  await new Promise((resolve) => setImmediate(resolve))
  expect(authority.log).toEqual(['obtain https://as.example undefined', 'aborted'])
  open()
  expect(await authorizer.recover(refusal(sent), forever)).toBe(true)
  expect(authority.log).toHaveLength(3)
})

test('one who stays gets what was begun for one who left', async () => {
  const { authorizer, authority } = setUp()
  let open = () => {}
  authority.gate = new Promise((resolve) => {
    open = resolve
  })
  const one = new AbortController()
  const sent = await sentBy(authorizer)
  const first = authorizer.recover(refusal(sent), one.signal)
  const second = authorizer.recover(refusal(sent), forever)
  one.abort(new Error('enough'))
  await expect(first).rejects.toThrow('enough')
  open()
  expect(await second).toBe(true)
  expect(authority.log).toEqual(['obtain https://as.example undefined'])
})

test('tokens that come after everybody left are kept: the refresh token before them is used up', async () => {
  const { authorizer, authority, create } = setUp()
  const sent = await authorized(authorizer)
  let open = () => {}
  authority.gate = new Promise((resolve) => {
    open = resolve
  })
  const gone = new AbortController()
  const left = authorizer.recover(refusal(sent), gone.signal)
  await expect.poll(() => authority.log.length).toBe(2)
  gone.abort(new Error('enough'))
  await expect(left).rejects.toThrow('enough')
  open()
  expect(await authorizer.recover(refusal(sent), forever)).toBe(true)
  expect(await sentBy(create())).toEqual({ authorization: 'Bearer t2' })
  expect(authority.log).toEqual(['obtain https://as.example undefined', 'refresh https://as.example r1'])
})

test('tokens that cannot be kept are used all the same, and that is reported', async () => {
  const { authorizer, authority, store, reports } = setUp()
  const sent = await authorized(authorizer)
  const { set } = store
  store.set = () => Promise.reject(new Error('no space left'))
  await authorizer.recover(refusal(sent), forever)
  expect(await sentBy(authorizer)).toEqual({ authorization: 'Bearer t2' })
  await authorizer.recover(refusal(await sentBy(authorizer)), forever)
  expect(await sentBy(authorizer)).toEqual({ authorization: 'Bearer t3' })
  expect(reports).toEqual(Array(2).fill('The tokens for https://mcp.example/mcp could not be stored'))
  store.set = set
  await authorizer.recover(refusal(await sentBy(authorizer)), forever)
  expect(authority.log.slice(1)).toEqual(['r1', 'r2', 'r3'].map((token) => `refresh https://as.example ${token}`))
})

test('what went wrong on this side is named by its code, or by the option it is about', async () => {
  const { authorizer, authority } = setUp()
  const why = async (reason: Error) => {
    authority.obtain = () => Promise.reject(reason)
    const failed = authorizer.recover(refusal(await sentBy(authorizer)), forever)
    return failed.then(String, ({ message }: Error) => message)
  }
  const full = Object.assign(new Error('ENOSPC: /home/ada/secret'), { code: 'ENOSPC' })
  expect(await why(full)).toBe('No access to https://mcp.example/mcp: internal error (ENOSPC)')
  const wrong = new TypeError('auth.privateKey is no key for RS256')
  expect(await why(wrong)).toBe('No access to https://mcp.example/mcp: auth.privateKey is no key for RS256')
  const other = new TypeError('s3cret is not iterable')
  expect(await why(other)).toBe('No access to https://mcp.example/mcp: internal error')
})

test('for what nobody waits for nobody is asked: it gets what there is without', async () => {
  const { authorizer, authority } = setUp()
  const sent = await authorized(authorizer)
  const quiet = (headers: Sent) => authorizer.recover({ ...refusal(headers), isQuiet: true }, forever)
  expect(await quiet(sent)).toBe(true)
  authority.revoke()
  const old = await sentBy(authorizer)
  for (let round = 0; round < 2; round += 1) {
    await expect(quiet(old)).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'No access to https://mcp.example/mcp: the user has to agree, and is asked with the next call',
    })
  }
  expect(authority.log).toEqual([
    'obtain https://as.example undefined',
    'refresh https://as.example r1',
    'refresh https://as.example r2',
  ])
  const needy = { ...refusal(old, insufficient('a')), isQuiet: true }
  await expect(authorizer.recover(needy, forever)).rejects.toMatchObject({ status: 403 })
  expect(await authorizer.recover(refusal(old), forever)).toBe(true)
  expect(authority.log[3]).toBe('obtain https://as.example undefined')
  expect(await quiet(old)).toBe(true)
})

test('what needs nobody is got for what nobody waits for as well', async () => {
  const { authorizer } = setUp({ grant: 'client_credentials' })
  expect(await authorizer.recover({ ...refusal({}), isQuiet: true }, forever)).toBe(true)
})

test('tokens that are over as soon as they come are not refreshed for each request', async () => {
  const { authorizer, authority } = setUp()
  authority.expiresIn = 0
  await authorized(authorizer)
  for (let round = 0; round < 3; round += 1) {
    expect(await sentBy(authorizer)).toEqual({ authorization: 'Bearer t2' })
  }
  expect(authority.log).toHaveLength(2)
})
