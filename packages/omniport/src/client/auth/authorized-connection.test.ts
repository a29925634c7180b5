import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import {
  createFakeAuthorizationServer,
  type FakeAuthorizationServer,
} from '../../auth/client/fixtures/fake-authorization-server.js'
import { createFileAuthStore } from '../../auth/node/file-auth-store.js'
import { connect } from '../connect.js'
import { discovered } from '../fixtures/fake-server.js'

/** An MCP server and its authorization server on one port of this machine. */
let web: Server
let authority: FakeAuthorizationServer
let origin: string
let folder: string
/** The tokens that the MCP server takes no more. */
let revoked: Set<string>
/** What the MCP server was sent with each request: the token's scope, or nothing. */
let received: (string | undefined)[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'omniport-auth-'))
  revoked = new Set()
  received = []
  web = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const { method = 'GET' } = request
    const url = new URL(request.url ?? '/', origin)
    const reply = await answer(new Request(url, { method, headers, ...(body !== '' && { body }) }), body)
    response.writeHead(reply.status, Object.fromEntries(reply.headers))
    response.end(await reply.text())
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
  authority = createFakeAuthorizationServer({ issuer: origin })
})

afterEach(async () => {
  await new Promise((resolve) => web.close(resolve))
  await rm(folder, { recursive: true })
})

async function answer(request: Request, body: string): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/.well-known/oauth-protected-resource/mcp') {
    return Response.json({ resource: `${origin}/mcp`, authorization_servers: [origin] })
  }
  return pathname === '/mcp' ? answerMcp(request, body) : authority.fetch(request)
}

function answerMcp(request: Request, body: string): Response {
  const meta = `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`
  const token = request.headers.get('authorization')?.slice('Bearer '.length) ?? ''
  const grant = revoked.has(token) ? undefined : authority.tokens.get(token)
  received.push(grant?.scope)
  const refuse = (status: number, challenge: string) =>
    new Response(null, { status, headers: { 'www-authenticate': `Bearer ${meta}, ${challenge}` } })
  if (grant?.resource !== `${origin}/mcp`) return refuse(401, 'scope="read"')
  const { id, method } = JSON.parse(body) as { readonly id: number; readonly method: string }
  if (method === 'tools/list' && !grant.scope.includes('tools')) {
    return refuse(403, 'error="insufficient_scope", scope="tools"')
  }
  const reply =
    method === 'server/discover'
      ? discovered({ tools: {} })
      : { result: { tools: [], resultType: 'complete', ttlMs: 0, cacheScope: 'private' } }
  return Response.json({ jsonrpc: '2.0', id, ...reply })
}

/** A person who agrees at once; the address that their browser ends up at is really asked. */
function person() {
  const opened: string[] = []
  const open = async (url: string) => {
    opened.push(url)
    const page = await fetch(authority.authorize(url))
    await page.text()
  }
  return { opened, open }
}

test('a person agrees in a browser, once more for more scopes, and not again in the next run', async () => {
  verifies('AUTH-15', 'AUTH-38', 'AUTH-47', 'AUTH-57')
  const { open, opened } = person()
  const path = join(folder, 'auth.json')
  const run = async () => {
    const client = await connect(`${origin}/mcp`, { auth: { open, store: createFileAuthStore({ path }) } })
    await client.listTools({ fresh: true })
    await client.close()
  }
  await run()
  expect(received).toEqual([undefined, 'read', 'read', 'read tools'])
  expect(opened.map((url) => new URL(url).searchParams.get('scope'))).toEqual(['read', 'read tools'])
  received = []
  await run()
  expect([received, opened.length]).toEqual([['read tools', 'read tools'], 2])
  const stored = await readFile(path, 'utf8')
  expect([...authority.tokens.keys()].filter((token) => stored.includes(token))).toHaveLength(1)
})

test('what is revoked while connected is refreshed, without anybody noticing', async () => {
  verifies('AUTH-15', 'AUTH-50')
  const { open, opened } = person()
  const client = await connect(`${origin}/mcp`, { auth: { open, scopes: ['tools'] } })
  await client.listTools({ fresh: true })
  for (const token of authority.tokens.keys()) revoked.add(token)
  await Promise.all(Array.from({ length: 20 }, () => client.listTools({ fresh: true })))
  const grants = authority.requestsTo('/token').map(({ form }) => form.get('grant_type'))
  expect([grants, opened.length]).toEqual([['authorization_code', 'authorization_code', 'refresh_token'], 2])
  await client.close()
})

test('a person who does not come is an error that says so, and closing the client ends the wait', async () => {
  const gone = new AbortController()
  let onOpened = () => {}
  const opened = new Promise<void>((resolve) => {
    onOpened = resolve
  })
  const connecting = connect(`${origin}/mcp`, { auth: { open: () => onOpened() }, signal: gone.signal })
  await opened
  gone.abort(new Error('enough'))
  await expect(connecting).rejects.toThrow('enough')
  await expect(connect(`${origin}/mcp`, { auth: { open: () => {}, personMs: 1 } })).rejects.toMatchObject({
    code: 'unauthorized',
    status: 401,
    message: `No access to ${origin}/mcp: no redirect came from ${origin} within 1 ms`,
  })
})
