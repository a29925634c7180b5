import { McpServer, ResourceTemplate, type ServerNotifier } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Waits } from '../waits.js'

/** What outlives the requests that are served. */
export interface Shared {
  readonly waits: Waits
  /** Says what changed to those who listen. */
  readonly notify: ServerNotifier
}

/** What the scenarios are played against, for one request. */
export function createSdk2Server({ waits, notify }: Shared): McpServer {
  const listChanged = true
  const resources = { subscribe: true, listChanged }
  const capabilities = { logging: {}, tools: { listChanged }, prompts: { listChanged }, resources }
  const mcp = new McpServer({ name: 'interop', version: '1.0.0' }, { capabilities, instructions: 'Ask for today.' })
  addTools(mcp)
  addMessages(mcp, waits)
  addWaits(mcp, waits)
  addAnnounce(mcp, notify)
  addResources(mcp)
  addPrompt(mcp)
  return mcp
}

const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] })
const keyed = z.object({ key: z.string() })

function addTools(mcp: McpServer): void {
  const inputSchema = z.object({ a: z.number(), b: z.number() })
  mcp.registerTool('add', { inputSchema, outputSchema: z.object({ sum: z.number() }) }, ({ a, b }) => {
    const structuredContent = { sum: a + b }
    return { ...text(JSON.stringify(structuredContent)), structuredContent }
  })
  mcp.registerTool('fail', {}, () => {
    throw new Error('It broke')
  })
}

function addMessages(mcp: McpServer, waits: Waits): void {
  const inputSchema = keyed.extend({ to: z.number() })
  mcp.registerTool('count', { inputSchema }, async ({ key, to }, { mcpReq: { _meta, notify } }) => {
    const { progressToken } = _meta ?? {}
    for (let progress = 1; progress <= to && progressToken !== undefined; progress += 1) {
      const params = { progressToken, progress, total: to, message: `at ${progress}` }
      await notify({ method: 'notifications/progress', params })
    }
    return text(await waits.counted(key, to))
  })
  mcp.registerTool('heard', { inputSchema: keyed }, ({ key }) => text(waits.heard(key)))
  mcp.registerTool('log', {}, async ({ mcpReq }) => {
    await mcpReq.log('debug', 'small')
    await mcpReq.log('warning', { size: 'large' })
    return text('logged')
  })
}

function addWaits(mcp: McpServer, waits: Waits): void {
  const inputSchema = keyed
  mcp.registerTool('wait', { inputSchema }, async ({ key }, { mcpReq }) => text(await waits.wait(key, mcpReq.signal)))
  mcp.registerTool('started', { inputSchema }, async ({ key }) => text(await waits.started(key)))
  mcp.registerTool('cancelled', { inputSchema }, async ({ key }) => text(await waits.cancelled(key)))
}

function addAnnounce(mcp: McpServer, notify: ServerNotifier): void {
  const inputSchema = z.object({ what: z.enum(['tools', 'prompts', 'resources', 'note']) })
  mcp.registerTool('announce', { inputSchema }, ({ what }) => {
    if (what === 'tools') notify.toolsChanged()
    if (what === 'prompts') notify.promptsChanged()
    if (what === 'resources') notify.resourcesChanged()
    if (what === 'note') notify.resourceUpdated('note://today')
    return text(`announced ${what}`)
  })
}

function addResources(mcp: McpServer): void {
  const mimeType = 'text/plain'
  mcp.registerResource('today', 'note://today', { mimeType }, ({ href }) => ({
    contents: [{ uri: href, mimeType, text: 'Water' }],
  }))
  mcp.registerResource('dot', 'note://dot', { mimeType: 'image/png' }, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: 'AAH/' }],
  }))
  const complete = { name: (typed: string) => ['milk', 'mint', 'tea'].filter((name) => name.startsWith(typed)) }
  const template = new ResourceTemplate('note://by-name/{name}', { list: undefined, complete })
  mcp.registerResource('named', template, { mimeType }, ({ href }, { name }) => ({
    contents: [{ uri: href, mimeType, text: `Note ${name}` }],
  }))
}

function addPrompt(mcp: McpServer): void {
  const argsSchema = z.object({ country: z.string(), city: z.string().optional() })
  mcp.registerPrompt('visit', { description: 'Plans a visit', argsSchema }, ({ country, city }) => ({
    messages: [
      { role: 'user', content: { type: 'text', text: `Visit ${city ?? 'any city'} in ${country}` } },
      { role: 'assistant', content: { type: 'text', text: 'With pleasure.' } },
    ],
  }))
}
