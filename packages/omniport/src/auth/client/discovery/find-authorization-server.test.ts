import { describe, expect, test } from 'vitest'
import { createFakeAuthServices, type FakePage } from './fixtures/create-fake-auth-services.js'
import { found, refusal } from './fixtures/discovered.js'
import { atPath, issuer, metadata, oauth, resource, server } from './fixtures/published.js'

type Replies = Readonly<Record<string, FakePage>>

describe('of several authorization servers', () => {
  const other = 'https://other.example'
  const atOther = `${other}/.well-known/oauth-authorization-server`
  const key = `issuer ${server}`
  const several = (replies: Replies, servers: readonly unknown[] = [issuer, other]) =>
    createFakeAuthServices(server, { [atPath]: { ...resource, authorization_servers: servers }, ...replies })
  const both = { [oauth]: metadata, [atOther]: { ...metadata, issuer: other } }

  test('the first is used', async () => {
    const services = several(both)
    expect((await found(services)).server.issuer).toBe(issuer)
    expect(services.asked).toEqual([atPath, oauth])
    expect([...services.stored]).toEqual([[key, issuer]])
  })

  test.each<readonly [string, FakePage]>([
    ['cannot be reached', new TypeError('down')],
    ['says nothing', 404],
    ['is wrong', { ...metadata, issuer: other }],
  ])('the next is used where one %s', async (_name, reply) => {
    const services = several({ ...both, [oauth]: reply })
    expect((await found(services)).server.issuer).toBe(other)
    expect(services.stored.get(key)).toBe(other)
  })

  test('the one that was used before is used again, while it is listed', async () => {
    const services = several(both)
    services.stored.set(key, other)
    expect((await found(services)).server.issuer).toBe(other)
    expect(services.asked).toEqual([atPath, atOther])
    services.replies.set(atPath, { ...resource, authorization_servers: [issuer, 'https://third.example'] })
    expect((await found(services)).server.issuer).toBe(issuer)
    expect(services.stored.get(key)).toBe(issuer)
  })

  test('the one that was used before is known by either spelling', async () => {
    const services = several({ ...both, [atOther]: { ...metadata, issuer: `${other}/` } })
    services.stored.set(key, `${other}/`)
    expect((await found(services)).server.issuer).toBe(`${other}/`)
    expect(services.asked).toEqual([atPath, atOther])
  })

  test('what is stored is not trusted', async () => {
    const services = several(both)
    services.stored.set(key, { issuer: 'https://evil.example' })
    expect((await found(services)).server.issuer).toBe(issuer)
  })

  test('where one of them may be there in a moment, so may access', async () => {
    const services = several({ [oauth]: 503, [atOther]: 404 })
    await refusal(services, undefined, 'unreachable')
  })

  test('at most five are asked, and each refusal is told', async () => {
    const services = several(
      {},
      Array.from({ length: 9 }, (_, index) => `http://as${index}.example/a b`),
    )
    const [message, asked] = await refusal(services)
    expect(message.match(/is not a valid issuer URL/g)).toHaveLength(5)
    expect(asked).toBe(1)
  })
})
