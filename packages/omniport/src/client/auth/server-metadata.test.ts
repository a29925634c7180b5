import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { createServer } from '../../server/create-server.js'
import { createNodeHandler } from '../../transport/node/create-node-handler.js'
import { connect } from '../connect.js'

const auth = { grant: 'client_credentials', clientId: 'nightly', clientSecret: 'a secret' } as const
const metadataPath = '/.well-known/oauth-authorization-server'

/** A server that takes one token, and the authorization server that gives it, at an address that only its metadata names. */
async function publish(hasMetadata: boolean) {
  const server = createServer({ name: 'notes', version: '1' })
  const handler = createNodeHandler(server)
  const asked: string[] = []
  const web = createHttpServer((request, response) => {
    const { url = '/', method, headers } = request
    if (url === '/mcp' && headers.authorization === 'Bearer good') return void handler(request, response)
    request.resume()
    if (url === '/mcp') {
      const challenge = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`
      return void response.writeHead(401, { 'www-authenticate': challenge }).end()
    }
    asked.push(`${method} ${url}`)
    const page = pages.get(url)
    if (page === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page))
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
  const token = { token_type: 'Bearer', expires_in: 3_600 }
  const pages = new Map<string, object>([
    ['/.well-known/oauth-protected-resource/mcp', { resource: `${origin}/mcp`, authorization_servers: [`${origin}`] }],
    ['/o/t/9', { ...token, access_token: 'good' }],
    ['/token', { ...token, access_token: 'guessed' }],
  ])
  if (hasMetadata) {
    pages.set(metadataPath, {
      issuer: origin,
      authorization_endpoint: `${origin}/o/a/7`,
      token_endpoint: `${origin}/o/t/9`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
    })
  }
  onTestFinished(async () => {
    await server.close()
    web.closeAllConnections()
    await new Promise((resolve) => web.close(resolve))
  })
  return { url: `${origin}/mcp`, asked }
}

describe.each(['2025-06-18', '2025-11-25'] as const)('%s: the endpoints of an authorization server', (revision) => {
  test('are those of its RFC 8414 metadata', async () => {
    verifies('AUTH-16')
    const { url, asked } = await publish(true)
    const client = await connect(url, { revision, auth })
    expect(client.revision).toBe(revision)
    expect(asked).toEqual(['GET /.well-known/oauth-protected-resource/mcp', `GET ${metadataPath}`, 'POST /o/t/9'])
    await client.close()
  })

  test('are not guessed where it has none', async () => {
    verifies('AUTH-16')
    const { url, asked } = await publish(false)
    await expect(connect(url, { revision, auth })).rejects.toMatchObject({ code: 'unauthorized' })
    expect(asked[1]).toBe(`GET ${metadataPath}`)
    expect(asked.filter((request) => request.startsWith('POST'))).toEqual([])
  })
})
