import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../packages/omniport/src/client/connect.js'
import { Received } from './received.js'

const secrets = ['client-secret-4411', 'access-token-8822']

/** What arrived: a careless server repeats it. */
interface Arrived {
  readonly path: string
  readonly body: string
  readonly reported: string
}

type Part = (arrived: Arrived, response: ServerResponse, origin: string) => void

const sendJson = (response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}

const granting: Part = (_, response) =>
  sendJson(response, 200, { access_token: secrets[1], token_type: 'Bearer', expires_in: 3_600 })

const repeating =
  (status: number): Part =>
  ({ reported }, response) =>
    sendJson(response, status, { error: 'invalid_client', error_description: reported })

const refusing =
  (status: number): Part =>
  ({ reported }, response) => {
    const error = { code: -32000, message: reported, data: { reported } }
    const challenge = `Bearer error="insufficient_scope", scope="a", error_description="${reported.replaceAll('"', "'")}"`
    sendJson(response, status, { jsonrpc: '2.0', id: 1, error }, { 'www-authenticate': challenge })
  }

/** An MCP server that is its own authorization server. */
async function serve(parts: { readonly token: Part; readonly mcp: Part }): Promise<string> {
  const server = createServer(async (request, response) => {
    const arrived = { path: request.url ?? '', body: await text(request), reported: '' }
    const reported = `you sent ${arrived.path} ${sentIn(request)} ${arrived.body}`
    answer({ ...arrived, reported }, response)
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const answer = (arrived: Arrived, response: ServerResponse) => {
    const { path } = arrived
    if (path.startsWith('/.well-known/oauth-protected-resource')) {
      return sendJson(response, 200, { resource: `${origin}/mcp`, authorization_servers: [origin] })
    }
    if (path.startsWith('/.well-known/')) return sendJson(response, 200, metadataOf(origin))
    return path === '/token' ? parts.token(arrived, response, origin) : parts.mcp(arrived, response, origin)
  }
  return origin
}

function sentIn({ headers }: IncomingMessage): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join(' | ')
}

function metadataOf(issuer: string): object {
  return {
    issuer,
    token_endpoint: `${issuer}/token`,
    authorization_endpoint: `${issuer}/authorize`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  }
}

/** 401 without a token; with one, what `part` does. */
const guarded =
  (part: Part): Part =>
  (arrived, response, origin) => {
    if (arrived.reported.includes('authorization: ')) return part(arrived, response, origin)
    const metadata = `${origin}/.well-known/oauth-protected-resource`
    return sendJson(response, 401, {}, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` })
  }

test.each<[string, Part, Part]>([
  ['an authorization server that refuses, repeating the request', repeating(401), guarded(refusing(403))],
  ['one that fails, repeating it', repeating(500), guarded(refusing(403))],
  ['one that gives no token', (_, response) => sendJson(response, 200, { token: secrets[1] }), guarded(refusing(403))],
  ['a server that refuses the token, repeating it', granting, guarded(refusing(401))],
  ['one that wants more, repeating it', granting, guarded(refusing(403))],
  ['one that fails, repeating it', granting, guarded(refusing(500))],
])('what is said of %s has no secrets', async (_name, token, mcp) => {
  const origin = await serve({ token, mcp })
  const received = new Received()
  const auth = { grant: 'client_credentials', issuer: origin, clientId: 'mine', clientSecret: secrets[0] } as const
  await received.outcome(connect(`${origin}/mcp`, { auth, onError: received.add }))
  expect(received.text).toMatch(/(?:Omniport|Rpc)Error/)
  expect(received.leaks(secrets)).toEqual([])
})
