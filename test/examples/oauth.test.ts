import { connect, textOf } from 'omniport/client'
import type { ServedHttp } from 'omniport/node'
import { revisions } from 'omniport/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthorizationServer, startAuthorizationServer } from '../auth/authorization-server.js'
import { createPerson } from '../auth/person.js'
import { signToken } from '../auth/sign-token.js'
import { codeBlocks, readDocument } from '../docs/code-blocks.js'
import { freePort } from '../support/free-port.js'
import { startProgram } from '../support/start-program.js'
import { loadExample } from './load-example.js'

const { serveOrders } = await loadExample<{
  serveOrders(options: { port: number; issuer: string }): Promise<ServedHttp>
}>('oauth/server.js')

let login: AuthorizationServer
let served: ServedHttp
beforeAll(async () => {
  login = await startAuthorizationServer()
  served = await serveOrders({ port: await freePort(), issuer: login.issuer })
})
afterAll(async () => {
  await served?.close()
  await login?.close()
})

const tokenOf = (sub: string, scope: string, aud = served.url) =>
  signToken(login.key, { iss: login.issuer, sub, aud, scope, client_id: 'a' })

test.each(revisions.filter((revision) => revision >= '2025-03-26'))(
  'each caller has orders of their own, at %s',
  async (revision) => {
    const orders = async (name: string) => {
      await using client = await connect(served.url, { revision, auth: { token: tokenOf(name, 'orders:read') } })
      return JSON.parse(textOf(await client.callTool('list_orders', {}))).orders
    }
    const article = `salt of ${revision}`
    await using client = await connect(served.url, { revision, auth: { token: tokenOf('bob', 'orders:write') } })
    expect(textOf(await client.callTool('place_order', { article }))).toBe(`Ordered ${article}`)
    expect([await orders('ada'), (await orders('bob')).at(-1)]).toEqual([['tea', 'milk'], article])
  },
)

test.each<[what: string, token: () => string, status: number]>([
  ['a token of nobody', () => 'made-up', 401],
  ['a token for another server', () => tokenOf('ada', 'orders:read', 'https://other.example/mcp'), 401],
  ['a token without the scope of all', () => tokenOf('ada', 'profile'), 403],
])('%s is refused', async (_, token, status) => {
  const response = await fetch(served.url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token()}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  })
  expect(response.status).toBe(status)
  await response.body?.cancel()
})

test('placing an order takes its scope', async () => {
  await using client = await connect(served.url, { auth: { token: tokenOf('ada', 'orders:read') } })
  await expect(client.callTool('place_order', { article: 'gin' })).rejects.toMatchObject({ code: 'unauthorized' })
})

test('the issuer for development signs anybody in, and gives the scopes that a call needs', {
  timeout: 60_000,
}, async () => {
  const [port, issuerPort] = await Promise.all([freePort(), freePort()])
  const RESOURCE = `http://127.0.0.1:${port}/mcp`
  const issuer = await startProgram(['examples/oauth/issuer.js'], { ISSUER_PORT: `${issuerPort}`, RESOURCE })
  const orders = await startProgram(['examples/oauth/main.js'], { ISSUER: issuer.line, PORT: `${port}` })
  const person = createPerson({ name: 'eve' })
  const client = await connect(orders.line, { auth: { open: person.open } })
  expect(textOf(await client.callTool('list_orders', {}))).toBe('{"orders":[]}')
  expect(textOf(await client.callTool('place_order', { article: 'tea' }))).toBe('Ordered tea')
  expect(textOf(await client.callTool('list_orders', {}))).toBe('{"orders":["tea"]}')
  expect(person.opened).toHaveLength(2)
  await client.close()
  orders.terminate()
  issuer.terminate()
  await Promise.all([orders.ended, issuer.ended])
})

test('docs/authorization.md shows the issuer for development as it is', () => {
  const block = codeBlocks(readDocument('docs/authorization.md')).find(({ file }) => file === 'issuer.js')
  expect(block?.text).toBe(readDocument('examples/oauth/issuer.js'))
})
