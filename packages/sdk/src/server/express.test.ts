import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { closeServers, serve } from '../../test/express-servers.js'
import { type CreateMcpExpressAppOptions, createMcpExpressApp } from './express.js'

let warn: MockInstance<typeof console.warn>

beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(async () => {
  warn.mockRestore()
  await closeServers()
})

/** An app that says what body it has parsed. */
async function open(options?: CreateMcpExpressAppOptions) {
  const app = createMcpExpressApp(options)
  app.use((req, res) => void res.json({ parsed: req.body as unknown }))
  const origin = await serve(app)
  return (host: string) =>
    new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
      const headers = { host, 'content-type': 'application/json' }
      const sent = request(origin, { method: 'POST', headers, agent: false }, async (response) => {
        resolve({ status: response.statusCode, body: JSON.parse(await text(response)) })
      })
      sent.on('error', reject)
      sent.end('{"a":1}')
    })
}

const parsed = { status: 200, body: { parsed: { a: 1 } } }
const refused = (host: string) => ({
  status: 403,
  body: { jsonrpc: '2.0', error: { code: -32000, message: `Invalid Host: ${host}` }, id: null },
})

describe('an app', () => {
  test.each<CreateMcpExpressAppOptions | undefined>([
    undefined,
    {},
    { host: '127.0.0.1' },
    { host: 'localhost' },
    { host: '::1' },
  ])('with %j takes requests to this computer', async (options) => {
    const send = await open(options)
    expect(await send('localhost:5')).toEqual(parsed)
    expect(await send('a.example')).toEqual(refused('a.example'))
    expect(warn).not.toHaveBeenCalled()
  })

  test.each<CreateMcpExpressAppOptions>([
    { allowedHosts: ['a.example'] },
    { allowedHosts: ['a.example'], host: '0.0.0.0' },
  ])('with %j takes requests to these names', async (options) => {
    const send = await open(options)
    expect(await send('a.example')).toEqual(parsed)
    expect(await send('localhost')).toEqual(refused('localhost'))
    expect(warn).not.toHaveBeenCalled()
  })

  test.each(['0.0.0.0', '::'])('on all addresses takes any name, with a warning: %s', async (host) => {
    const send = await open({ host })
    expect(await send('a.example')).toEqual(parsed)
    expect(warn.mock.calls).toEqual([
      [
        `Warning: Server is binding to ${host} without DNS rebinding protection. Consider using the allowedHosts option to restrict allowed hosts, or use authentication to protect your server.`,
      ],
    ])
  })

  test('on another address takes any name', async () => {
    const send = await open({ host: '192.0.2.1' })
    expect(await send('a.example')).toEqual(parsed)
    expect(warn).not.toHaveBeenCalled()
  })
})
