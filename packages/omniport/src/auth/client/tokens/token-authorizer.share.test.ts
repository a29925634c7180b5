import { describe, expect, test } from 'vitest'
import { authorized, insufficient, own, refusal, sentBy, setUp } from './fixtures/authority.js'

const denied = { code: 'unauthorized', message: 'No access to https://mcp.example/mcp: as refused: access_denied' }

describe('requests that are refused at the same time', () => {
  test('for want of different scopes are not helped by one answer of the user', async () => {
    const { authorizer, authority } = setUp()
    const sent = await authorized(authorizer)
    authority.isRefusing = true
    const recovering = ['a', 'b'].map((scope) => authorizer.recover(refusal(sent, insufficient(scope)), own()))
    await expect(Promise.allSettled(recovering)).resolves.toMatchObject([{ reason: denied }, { reason: denied }])
    expect(authority.log.slice(1)).toEqual(['obtain https://as.example a', 'obtain https://as.example b'])
  })

  test('for want of the same scope are helped together', async () => {
    const { authorizer, authority } = setUp()
    const sent = await authorized(authorizer)
    authority.isRefusing = true
    const recovering = [1, 2].map(() => authorizer.recover(refusal(sent, insufficient('a')), own()))
    await expect(Promise.allSettled(recovering)).resolves.toMatchObject([{ reason: denied }, { reason: denied }])
    expect(authority.log.slice(1)).toEqual(['obtain https://as.example a'])
  })

  test('without a token are helped together, whatever scopes they name', async () => {
    const { authorizer, authority } = setUp()
    const sent = await sentBy(authorizer)
    authority.isRefusing = true
    const challenges = ['Bearer scope="a"', 'Bearer scope="b"', 'Bearer']
    const recovering = challenges.map((challenge) => authorizer.recover(refusal(sent, { challenge }), own()))
    await expect(Promise.allSettled(recovering)).resolves.toMatchObject(challenges.map(() => ({ reason: denied })))
    expect(authority.log).toEqual(['obtain https://as.example a'])
  })
})
