import type { completable } from 'mcp-sdk-current/server/completable.js'
import type { McpServer, ResourceTemplate } from 'mcp-sdk-current/server/mcp.js'
import type * as types from 'mcp-sdk-current/types.js'
import { z } from 'zod/v3'
import type { Waits } from '../waits.js'

/** What is used of a release of the first major version of the SDK; typed as the last of them, which the others agree with. */
export interface Sdk1Server {
  readonly McpServer: typeof McpServer
  readonly ResourceTemplate: typeof ResourceTemplate
  readonly completable: typeof completable
  readonly types: Pick<
    typeof types,
    'LATEST_PROTOCOL_VERSION' | 'SetLevelRequestSchema' | 'SubscribeRequestSchema' | 'UnsubscribeRequestSchema'
  >
}

/** What the scenarios are played against, for one connection. */
export function createSdk1Server(sdk: Sdk1Server, waits: Waits): McpServer {
  const listChanged = true
  const resources = { subscribe: true, listChanged }
  const capabilities = { logging: {}, tools: { listChanged }, prompts: { listChanged }, resources }
  const mcp = new sdk.McpServer({ name: 'interop', version: '1.0.0' }, { capabilities, instructions: 'Ask for today.' })
  addAdd(mcp, sdk)
  mcp.tool('fail', () => {
    throw new Error('It broke')
  })
  addCount(mcp, waits)
  addLog(mcp, sdk)
  addWaits(mcp, waits)
  addAnnounce(mcp, sdk)
  addResources(mcp, sdk)
  addPrompts(mcp, sdk)
  return mcp
}

const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] })

/** Structured output came with 2025-06-18, and with it another way to say what a tool is. */
function addAdd(mcp: McpServer, { types }: Sdk1Server): void {
  const inputSchema = { a: z.number(), b: z.number() }
  if (types.LATEST_PROTOCOL_VERSION < '2025-06-18') {
    mcp.tool('add', inputSchema, ({ a, b }) => text(JSON.stringify({ sum: a + b })))
    return
  }
  mcp.registerTool('add', { inputSchema, outputSchema: { sum: z.number() } }, ({ a, b }) => {
    const structuredContent = { sum: a + b }
    return { ...text(JSON.stringify(structuredContent)), structuredContent }
  })
}

/** What a tool sends goes with its answer; the oldest release has but one stream for everything. */
function notifierOf(mcp: McpServer, sendNotification: Notify | undefined): Notify {
  return sendNotification ?? ((notification) => mcp.server.notification(notification))
}

type Notify = McpServer['server']['notification']

function addCount(mcp: McpServer, waits: Waits): void {
  mcp.tool('count', { key: z.string(), to: z.number() }, async ({ key, to }, { _meta, sendNotification }) => {
    const notify = notifierOf(mcp, sendNotification)
    const { progressToken } = _meta ?? {}
    for (let progress = 1; progress <= to && progressToken !== undefined; progress += 1) {
      const params = { progressToken, progress, total: to, message: `at ${progress}` }
      await notify({ method: 'notifications/progress', params })
    }
    return text(await waits.counted(key, to))
  })
  mcp.tool('heard', { key: z.string() }, ({ key }) => text(waits.heard(key)))
}

function addLog(mcp: McpServer, { types }: Sdk1Server): void {
  let isVerbose = true
  mcp.server.setRequestHandler(types.SetLevelRequestSchema, ({ params }) => {
    isVerbose = params.level === 'debug'
    return {}
  })
  mcp.tool('log', async ({ sendNotification }) => {
    const notify = notifierOf(mcp, sendNotification)
    const method = 'notifications/message'
    if (isVerbose) await notify({ method, params: { level: 'debug', data: 'small' } })
    await notify({ method, params: { level: 'warning', data: { size: 'large' } } })
    return text('logged')
  })
}

function addWaits(mcp: McpServer, waits: Waits): void {
  const key = z.string()
  mcp.tool('wait', { key }, async ({ key }, { signal }) => text(await waits.wait(key, signal)))
  mcp.tool('started', { key }, async ({ key }) => text(await waits.started(key)))
  mcp.tool('cancelled', { key }, async ({ key }) => text(await waits.cancelled(key)))
}

function addAnnounce(mcp: McpServer, { types }: Sdk1Server): void {
  const subscriptions = new Set<string>()
  mcp.server.setRequestHandler(types.SubscribeRequestSchema, ({ params }) => {
    subscriptions.add(params.uri)
    return {}
  })
  mcp.server.setRequestHandler(types.UnsubscribeRequestSchema, ({ params }) => {
    subscriptions.delete(params.uri)
    return {}
  })
  const what = z.enum(['tools', 'prompts', 'resources', 'note'])
  mcp.tool('announce', { what }, async ({ what }) => {
    if (what === 'tools') await mcp.server.sendToolListChanged()
    if (what === 'prompts') await mcp.server.sendPromptListChanged()
    if (what === 'resources') await mcp.server.sendResourceListChanged()
    if (what === 'note') for (const uri of subscriptions) await mcp.server.sendResourceUpdated({ uri })
    return text(`announced ${what}`)
  })
}

function addResources(mcp: McpServer, { ResourceTemplate }: Sdk1Server): void {
  const mimeType = 'text/plain'
  mcp.resource('today', 'note://today', { mimeType }, ({ href }) => ({
    contents: [{ uri: href, mimeType, text: 'Water' }],
  }))
  mcp.resource('dot', 'note://dot', { mimeType: 'image/png' }, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: 'AAH/' }],
  }))
  const complete = { name: (typed: string) => ['milk', 'mint', 'tea'].filter((name) => name.startsWith(typed)) }
  const template = new ResourceTemplate('note://by-name/{name}', { list: undefined, complete })
  mcp.resource('named', template, { mimeType }, ({ href }, { name }) => ({
    contents: [{ uri: href, mimeType, text: `Note ${name}` }],
  }))
}

function addPrompts(mcp: McpServer, { completable }: Sdk1Server): void {
  const city = completable(z.string(), (typed) => ['Oslo', 'Osaka'].filter((city) => city.startsWith(typed)))
  mcp.prompt('visit', 'Plans a visit', { country: z.string(), city }, ({ country, city }) => ({
    messages: [
      { role: 'user', content: { type: 'text', text: `Visit ${city} in ${country}` } },
      { role: 'assistant', content: { type: 'text', text: 'With pleasure.' } },
    ],
  }))
}
