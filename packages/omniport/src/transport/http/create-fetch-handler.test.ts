import { afterEach, describe, expect, test, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { modernHeaders, modernRequest } from '#test/support/http-client.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { createFetchHandler } from './create-fetch-handler.js'
import type { HttpOptions } from './http-options.js'

const call = { name: 'echo', arguments: { a: 1 } }

/** Calls a tool at `host`, from a page of `origin` if there is one, and returns the status. */
async function statusOf(options: HttpOptions | undefined, host: string, origin?: string): Promise<number> {
  await using handler = createFetchHandler(defineHttpServer({}).server, options)
  const headers = {
    ...modernHeaders('tools/call', call),
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(origin !== undefined && { origin }),
  }
  const body = JSON.stringify(modernRequest('tools/call', call))
  const response = await handler(new Request(`https://${host}/mcp`, { method: 'POST', headers, body }))
  await response.text()
  return response.status
}

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

describe.each([
  ['Cloudflare Workers', () => vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' })],
  [
    'Deno Deploy',
    () => vi.stubGlobal('Deno', { env: { get: (name: string) => (name === 'DENO_DEPLOYMENT_ID' ? 'a' : undefined) } }),
  ],
  ['Vercel', () => vi.stubEnv('VERCEL', '1')],
  ['AWS Lambda', () => vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'a')],
  ['Netlify', () => vi.stubGlobal('Netlify', { env: {} })],
])('a fetch handler on %s', (_, deploy) => {
  test('answers any Host, and no page', async () => {
    verifies('HTTP-03', 'HTTP-04')
    deploy()
    expect(await statusOf(undefined, 'mcp.example')).toBe(200)
    expect(await statusOf({}, 'mcp.example')).toBe(200)
    expect(await statusOf({}, 'mcp.example', 'https://mcp.example')).toBe(403)
    expect(await statusOf({}, 'evil.example', 'https://evil.example')).toBe(403)
    expect(await statusOf({}, 'localhost', 'https://localhost')).toBe(403)
    expect(await statusOf({}, 'mcp.example', 'null')).toBe(403)
  })

  test('answers pages of the origins it is told', async () => {
    deploy()
    const options = { allowedOrigins: ['https://app.example'] }
    expect(await statusOf(options, 'mcp.example', 'https://app.example')).toBe(200)
    expect(await statusOf(options, 'mcp.example', 'https://mcp.example')).toBe(403)
  })

  test('answers the hosts it is told, and no others', async () => {
    deploy()
    const options = { allowedHosts: ['mcp.example'] }
    expect(await statusOf(options, 'mcp.example')).toBe(200)
    expect(await statusOf(options, 'evil.example')).toBe(403)
  })
})

test('a fetch handler on a machine answers the names of the machine', async () => {
  expect(await statusOf(undefined, 'localhost')).toBe(200)
  expect(await statusOf(undefined, 'localhost', 'https://localhost')).toBe(200)
  expect(await statusOf(undefined, 'mcp.example')).toBe(403)
})

test('a fetch handler looks at the platform when it is created', async () => {
  await using handler = createFetchHandler(defineHttpServer({}).server)
  vi.stubEnv('VERCEL', '1')
  const response = await handler(new Request('https://mcp.example/mcp', { method: 'POST' }))
  expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('allowedHosts')])
})
