import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { createFakeAuthServices, type FakePage } from './fixtures/create-fake-auth-services.js'
import { found, refusal } from './fixtures/discovered.js'
import { atPath, issuer, metadata, oauth, openid, resource, server } from './fixtures/published.js'

type Replies = Readonly<Record<string, FakePage>>

describe('an authorization server', () => {
  const path = 'https://as.example/tenant1'
  const forms = (text: string, replies: Replies) =>
    createFakeAuthServices(server, { [atPath]: { ...resource, authorization_servers: [text] }, ...replies })
  const inserted = [`${oauth}/tenant1`, `${openid}/tenant1`]
  const appended = `${path}/.well-known/openid-configuration`
  const tenant = { ...metadata, issuer: path }

  const rows: readonly (readonly [string, string, Replies, readonly string[]])[] = [
    ['at the root', issuer, { [oauth]: metadata, [openid]: metadata }, [oauth]],
    ['at the root, with OpenID Connect', issuer, { [openid]: metadata }, [oauth, openid]],
    ['with a slash', `${issuer}/`, { [oauth]: { ...metadata, issuer: `${issuer}/` } }, [oauth]],
    ['with a path', path, { [`${oauth}/tenant1`]: tenant }, inserted.slice(0, 1)],
    ['with a path, with OpenID Connect', path, { [`${openid}/tenant1`]: tenant }, inserted],
    ['with a path before', path, { [appended]: tenant }, [...inserted, appended]],
    ['with a path and a slash', `${path}/`, { [appended]: { ...tenant, issuer: `${path}/` } }, [...inserted, appended]],
    [
      'behind a page',
      path,
      { [`${oauth}/tenant1`]: () => new Response('<html>'), [`${openid}/tenant1`]: tenant },
      inserted,
    ],
    ['behind a failure', path, { [`${oauth}/tenant1`]: 500, [`${openid}/tenant1`]: tenant }, inserted],
  ]
  test.each(rows)('%s', async (_name, text, replies, asked) => {
    verifies('AUTH-18')
    const services = forms(text, replies)
    expect((await found(services)).server).toEqual({ ...metadata, issuer: text })
    expect(services.asked).toEqual([atPath, ...asked])
  })

  test.each([
    ['https://attacker.example'],
    ['https://as.example//'],
    ['https://AS.example'],
    ['https://as.example:443'],
    [''],
    [null],
    [[issuer]],
    [undefined],
  ])('with the issuer %j in its document is another one', async (text) => {
    verifies('AUTH-19')
    const services = forms(issuer, { [oauth]: { ...metadata, issuer: text }, [openid]: metadata })
    const [message, asked] = await refusal(services)
    expect(message).toMatch(/^the metadata of the authorization server 'https:\/\/as\.example' names another issuer: /)
    expect(asked).toBe(2)
  })

  test.each([
    [issuer, `${issuer}/`],
    [`${issuer}/`, issuer],
  ])('listed as %s may spell itself %s, and is known by that', async (listed, own) => {
    const services = forms(listed, { [oauth]: { ...metadata, issuer: own } })
    expect((await found(services)).server.issuer).toBe(own)
  })

  test.each([
    ['as.example'],
    ['https://as.example?a=b'],
    ['https://as.example/#'],
    ['https://me:secret@as.example'],
    ['javascript:alert(1)'],
    [''],
  ])('is not %j', async (text) => {
    const [message, asked] = await refusal(forms(text, {}))
    expect(message).toMatch(/^'.*' is not a valid issuer URL$/)
    expect(asked).toBe(1)
  })

  test('says nothing', async () => {
    const [message] = await refusal(forms(path, { [`${openid}/tenant1`]: 500 }), undefined, 'unreachable')
    expect(message).toBe(
      "the authorization server 'https://as.example/tenant1' publishes no metadata: HTTP status 404, HTTP status 500, HTTP status 404",
    )
  })

  test('cannot be reached, and is asked once', async () => {
    const services = forms(path, { [`${oauth}/tenant1`]: new TypeError('secret') })
    const [message, asked] = await refusal(services, undefined, 'unreachable')
    expect(message).toBe(`the metadata at ${oauth}/tenant1 could not be fetched: it cannot be reached`)
    expect(asked).toBe(2)
  })
})
