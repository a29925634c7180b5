import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { authorized, forever, insufficient, refusal, sentBy, setUp } from './fixtures/authority.js'

test('insufficient_scope asks for all scopes so far and those of the challenge', async () => {
  verifies('AUTH-47', 'AUTH-48', 'SEC-14')
  const { authorizer, authority } = setUp()
  const first = await sentBy(authorizer)
  await authorizer.recover(refusal(first, { challenge: 'Bearer scope="read"' }), forever)
  for (const scope of ['write', 'read delete']) {
    const sent = await sentBy(authorizer)
    expect(await authorizer.recover(refusal(sent, insufficient(scope)), forever)).toBe(true)
  }
  expect(authority.log.slice(1)).toEqual([
    'obtain https://as.example read write',
    'obtain https://as.example read write delete',
  ])
})

test('the same scopes are not asked for twice', async () => {
  verifies('AUTH-47')
  const { authorizer, authority } = setUp()
  await authorized(authorizer)
  await authorizer.recover(refusal(await sentBy(authorizer), insufficient('a')), forever)
  const sent = await sentBy(authorizer)
  await expect(authorizer.recover(refusal(sent, { ...insufficient('a'), retries: 1 }), forever)).rejects.toMatchObject({
    code: 'unauthorized',
    status: 403,
    message: "No access to https://mcp.example/mcp: it answers insufficient_scope, and a token for 'a' is not enough",
  })
  expect(authority.log).toHaveLength(2)
})

test('scopes that were asked for in vain are not asked for again, whatever the token is said to have', async () => {
  verifies('AUTH-47')
  const { authorizer, authority } = setUp()
  const obtain = authority.obtain.bind(authority)
  authority.obtain = async (asked) => ({ ...(await obtain(asked)), scopes: ['read'] })
  await authorized(authorizer)
  expect(await authorizer.recover(refusal(await sentBy(authorizer), insufficient('a')), forever)).toBe(true)
  await expect(authorizer.recover(refusal(await sentBy(authorizer), insufficient('a')), forever)).rejects.toThrow(
    "a token for 'a' is not enough",
  )
  expect(authority.log).toHaveLength(2)
})

test('scopes that a stored token has are not asked for', async () => {
  verifies('AUTH-47')
  const { create, authority } = setUp()
  const first = create()
  await first.recover(refusal(await sentBy(first), { challenge: 'Bearer scope="a b"' }), forever)
  const second = create()
  await expect(second.recover(refusal(await sentBy(second), insufficient('a')), forever)).rejects.toThrow(
    "a token for 'a b' is not enough",
  )
  expect(authority.log).toHaveLength(1)
})
