import { expect, test } from 'vitest'
import { authorized, own, refusal, sentBy, setUp } from './fixtures/authority.js'

/** Two clients that hold one token, which lives for an hour. */
async function two() {
  const all = setUp()
  all.authority.expiresIn = 3600
  const [one, other] = [all.create(), all.create()]
  await authorized(one)
  expect(await sentBy(other)).toEqual({ authorization: 'Bearer t1' })
  return { ...all, one, other }
}

test('what one client refreshed ahead is used by another', async () => {
  const { one, other, authority, pass } = await two()
  pass(3_590_000)
  expect([await sentBy(one), await sentBy(other)]).toEqual([
    { authorization: 'Bearer t2' },
    { authorization: 'Bearer t2' },
  ])
  expect(authority.log.slice(1)).toEqual(['refresh https://as.example r1'])
})

test('what one client refreshed is refreshed by another with the refresh token that came with it', async () => {
  const { one, other, authority, pass } = await two()
  pass(3_590_000)
  await sentBy(one)
  pass(3_600_000)
  expect(await sentBy(other)).toEqual({ authorization: 'Bearer t3' })
  expect(authority.log.slice(1)).toEqual(['refresh https://as.example r1', 'refresh https://as.example r2'])
})

test('a token that another client got is refreshed where it is refused, however often that was tried', async () => {
  const { other, authority } = await two()
  const sent = await sentBy(other)
  expect(await other.recover(refusal(sent, { retries: 1 }), own())).toBe(true)
  expect(await sentBy(other)).toEqual({ authorization: 'Bearer t2' })
  expect(authority.log.slice(1)).toEqual(['refresh https://as.example r1'])
})
