import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { getToolUiResourceUri, isToolVisibilityAppOnly } from '@modelcontextprotocol/ext-apps/app-bridge'
import { app, createServer, tool } from 'omniport'
import { connect, loadApp } from 'omniport/client'
import { createHost } from 'omniport/host'
import { serveHttp } from 'omniport/node'
import { describe, expect, test } from 'vitest'
import { verifies, verifiesIn } from '../requirements/verifies.js'

const program = fileURLToPath(new URL('programs/sdk-2-apps-server.mjs', import.meta.url))
const command = { command: process.execPath, args: [program] }
const mimeType = 'text/html;profile=mcp-app'
const id = 'io.modelcontextprotocol/ui'

describe('a server that is made with the official packages', () => {
  const page = {
    uri: 'ui://clock/face.html',
    html: '<!doctype html><p>12:00',
    csp: { connectDomains: ['https://time.example'] },
    prefersBorder: true,
  }

  test.each(['2025-11-25', '2026-07-28'] as const)('has its app loaded by our client at %s', async (revision) => {
    verifiesIn(revision, 'APPS-07')
    const client = await connect(command, { revision, extensions: { [id]: { settings: { mimeTypes: [mimeType] } } } })
    const loaded = await loadApp(client, 'show')
    expect(loaded).toMatchObject(page)
    expect((await loaded.callTool('set')).content).toEqual([{ type: 'text', text: 'set' }])
    await client.close()
  })

  test('has its tools for apps kept from models by our host', async () => {
    verifies('APPS-08')
    const host = createHost({ servers: { clock: command }, apps: true, policy: () => 'allow' })
    expect((await host.tools()).map(({ tool }) => tool)).toEqual(['show'])
    const loaded = await host.loadApp({ server: 'clock', tool: 'show' })
    expect(loaded).toMatchObject(page)
    expect((await loaded.callTool('set')).content).toEqual([{ type: 'text', text: 'set' }])
    await host.close()
  })
})

test.each(['auto', 'legacy'] as const)(
  'our server has its app found and read by the official packages, mode %s',
  async (mode) => {
    verifies('APPS-02', 'APPS-04', 'APPS-23')
    const html = '<!doctype html><p>12:00'
    const face = app({ uri: 'ui://clock/face', html, csp: { connectDomains: ['https://time.example'] } })
    const server = createServer({
      name: 'clock',
      version: '1',
      tools: {
        show: tool({ app: face, run: () => ({ hours: 12 }) }),
        set: tool({ app: face, visibility: ['app'], run: () => 'set' }),
      },
    })
    const served = await serveHttp(server, { port: 0 })
    const capabilities = { extensions: { [id]: { mimeTypes: [mimeType] } } }
    const client = new Client({ name: 'sdk', version: '2.0.0' }, { capabilities, versionNegotiation: { mode } })
    await client.connect(new StreamableHTTPClientTransport(new URL(served.url)))
    const { tools } = await client.listTools()
    expect(tools.map((one) => [one.name, getToolUiResourceUri(one), isToolVisibilityAppOnly(one)])).toEqual([
      ['show', 'ui://clock/face', false],
      ['set', 'ui://clock/face', true],
    ])
    expect(client.getServerCapabilities()?.extensions).toMatchObject({ [id]: { mimeTypes: [mimeType] } })
    expect((await client.readResource({ uri: 'ui://clock/face' })).contents).toEqual([
      {
        uri: 'ui://clock/face',
        mimeType,
        text: html,
        _meta: { ui: { csp: { connectDomains: ['https://time.example'] } } },
      },
    ])
    await client.close()
    await served.close()
    await server.close()
  },
)
