import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import type { HttpAuthorizer } from '../../transport/http-authorizer.js'
import type { AuthOptions } from './auth-options.js'
import { type AuthorizerOptions, createAuthorizer } from './create-authorizer.js'
import { createFakeAuthStore } from './fixtures/fake-auth-store.js'
import { createFakeAuthorizationServer } from './fixtures/fake-authorization-server.js'
import { createFakeBrowser } from './fixtures/fake-browser.js'
import type { FakeServerOptions } from './fixtures/fake-options.js'

const resource = 'https://mcp.example/mcp'
const never = new AbortController().signal
const post = { method: 'POST', url: resource }

/** The authorizer of an MCP server, whose metadata names the authorization server. */
function create(options: AuthOptions, serverOptions: FakeServerOptions = {}, given: Partial<AuthorizerOptions> = {}) {
  const server = createFakeAuthorizationServer(serverOptions)
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = String(input)
    asked.push(url)
    if (!url.startsWith('https://mcp.example/')) return server.fetch(input, init)
    const isMetadata = url === 'https://mcp.example/.well-known/oauth-protected-resource/mcp'
    return isMetadata
      ? Response.json({ resource, authorization_servers: ['https://as.example'] })
      : new Response('', { status: 404 })
  }
  const authorizer = createAuthorizer({
    options,
    serverUrl: new URL(`${resource}?key=of-the-query#part`),
    clientName: 'Test client',
    runtime: createManualRuntime(),
    fetch,
    browser: createFakeBrowser((url) => server.authorize(url)),
    ...given,
  })
  return { authorizer, server, asked }
}

/** The headers that a request is sent with once it was refused for want of credentials. */
async function authorize(authorizer: HttpAuthorizer) {
  const sent = await authorizer.headers(post, never)
  const header = (name: string) => (name === 'www-authenticate' ? 'Bearer' : undefined)
  await authorizer.recover({ ...post, status: 401, sent, retries: 0, header }, never)
  return authorizer.headers(post, never)
}

describe('an authorizer', () => {
  test('with a token sends that, and asks nobody', async () => {
    const { authorizer, asked } = create({ token: 't' })
    expect(await authorizer.headers(post, never)).toEqual({ authorization: 'Bearer t' })
    expect(asked).toEqual([])
    const header = () => undefined
    const refusal = { ...post, status: 401, sent: { authorization: 'Bearer t' }, retries: 0, header }
    await expect(authorizer.recover(refusal, never)).rejects.toThrow(`${resource} refuses the token of auth.token`)
  })

  test('finds the authorization server, registers as the client, and asks for the server without its query', async () => {
    const { authorizer, server } = create({})
    expect(await authorize(authorizer)).toEqual({ authorization: expect.stringMatching(/^Bearer access-/) })
    const [registration] = server.requestsTo('/register')
    expect(JSON.parse(registration?.body ?? '{}')).toMatchObject({ client_name: 'Test client' })
    expect(server.requestsTo('/authorize')[0]?.form.get('resource')).toBe(resource)
  })

  test('has the name of the options, and shares their store', async () => {
    const store = createFakeAuthStore()
    const { authorizer, server } = create({ clientName: 'Mine', store })
    const first = await authorize(authorizer)
    expect(JSON.parse(server.requestsTo('/register')[0]?.body ?? '{}')).toMatchObject({ client_name: 'Mine' })
    const second = create({ clientName: 'Mine', store })
    expect(await second.authorizer.headers(post, never)).toEqual(first)
    expect(await create({ clientName: 'Mine' }).authorizer.headers(post, never)).toEqual({})
  })

  test('binds its tokens where that is wanted', async () => {
    const bound = await authorize(create({ dpop: true }, { dpop: 'bound' }).authorizer)
    expect(bound).toEqual({ authorization: expect.stringMatching(/^DPoP /), dpop: expect.any(String) })
    const plain = await authorize(create({}, { dpop: 'bound' }).authorizer)
    expect(Object.keys(plain)).toEqual(['authorization'])
  })

  test('gets tokens while timeouts are paused, if they can be', async () => {
    let pauses = 0
    const withTimeoutsPaused: AuthorizerOptions['withTimeoutsPaused'] = (work) => {
      pauses += 1
      return work()
    }
    await authorize(create({}, {}, { withTimeoutsPaused }).authorizer)
    expect(pauses).toBeGreaterThan(0)
    const before = pauses
    await create({ token: () => 't' }, {}, { withTimeoutsPaused }).authorizer.headers(post, never)
    expect(pauses).toBe(before + 1)
  })

  test('refuses options that do not fit', () => {
    expect(() => create({ grant: 'client_credentials' })).toThrow(TypeError)
    expect(() => create({}, {}, { browser: undefined })).toThrow(TypeError)
  })
})
