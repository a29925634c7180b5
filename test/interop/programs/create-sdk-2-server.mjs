import { completable, McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { cities, dot, names, startsWith } from './data.mjs'
import { Waits } from './waits.mjs'

const text = (value) => ({ content: [{ type: 'text', text: value }] })

/** What the scenarios are played against, for one connection or one request. `notify` says what changed to those who listen. */
export function createSdk2Server({ waits = new Waits(), notify } = {}) {
  const listChanged = true
  const resources = { subscribe: true, listChanged }
  const capabilities = { logging: {}, tools: { listChanged }, prompts: { listChanged }, resources }
  const mcp = new McpServer({ name: 'interop', version: '1.0.0' }, { capabilities, instructions: 'Ask for today.' })
  addTools(mcp)
  addLog(mcp)
  addCount(mcp, waits)
  addWaits(mcp, waits)
  addAnnounce(mcp, notify ?? notifierOf(mcp))
  addResources(mcp)
  addPrompts(mcp)
  return mcp
}

function addTools(mcp) {
  const add = {
    description: 'Adds two numbers',
    inputSchema: z.object({ a: z.number(), b: z.number() }),
    outputSchema: z.object({ sum: z.number() }),
    annotations: { readOnlyHint: true },
  }
  mcp.registerTool('add', add, ({ a, b }) => {
    return { ...text(JSON.stringify({ sum: a + b })), structuredContent: { sum: a + b } }
  })
  mcp.registerTool('picture', { description: 'Shows a dot' }, () => ({
    content: [
      { type: 'text', text: 'A dot', annotations: { audience: ['user'], priority: 0.5 } },
      { type: 'image', data: dot, mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'note://today', mimeType: 'text/plain', text: 'Water' } },
    ],
  }))
  mcp.registerTool('newer', { description: 'Shows what came later' }, () => ({
    content: [
      { type: 'audio', data: dot, mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'note://today', name: 'today' },
    ],
  }))
  mcp.registerTool('fail', { description: 'Fails' }, () => {
    throw new Error('It broke')
  })
}

const keyed = z.object({ key: z.string() })

function addCount(mcp, waits) {
  const count = { description: 'Counts', inputSchema: keyed.extend({ to: z.number() }) }
  mcp.registerTool('count', count, async ({ key, to }, { mcpReq: { _meta = {}, notify } }) => {
    const { progressToken } = _meta
    for (let progress = 1; progress <= to && progressToken !== undefined; progress += 1) {
      const params = { progressToken, progress, total: to, message: `at ${progress}` }
      await notify({ method: 'notifications/progress', params })
    }
    return text(await waits.counted(to, key))
  })
  const received = { description: 'Lets count go on', inputSchema: keyed }
  mcp.registerTool('received', received, ({ key }) => text(waits.received(key)))
}

function addLog(mcp) {
  mcp.registerTool('log', { description: 'Logs' }, async ({ mcpReq }) => {
    await mcpReq.log('debug', 'small')
    await mcpReq.log('warning', { size: 'large' })
    return text('logged')
  })
}

function addWaits(mcp, waits) {
  const inputSchema = keyed
  const wait = { description: 'Waits until it is cancelled', inputSchema }
  mcp.registerTool('wait', wait, async ({ key }, { mcpReq: { signal } }) => text(await waits.wait(signal, key)))
  const started = { description: 'Answers when wait is running', inputSchema }
  mcp.registerTool('started', started, async ({ key }) => text(await waits.started(key)))
  const cancelled = { description: 'Answers when wait was cancelled', inputSchema }
  mcp.registerTool('cancelled', cancelled, async ({ key }) => text(await waits.cancelled(key)))
}

function addAnnounce(mcp, notify) {
  const inputSchema = z.object({ what: z.enum(['tools', 'prompts', 'resources', 'note']) })
  mcp.registerTool('announce', { description: 'Announces a change', inputSchema }, async ({ what }) => {
    if (what === 'tools') notify.toolsChanged()
    if (what === 'prompts') notify.promptsChanged()
    if (what === 'resources') notify.resourcesChanged()
    if (what === 'note') await notify.resourceUpdated('note://today')
    return text(`announced ${what}`)
  })
}

function notifierOf(mcp) {
  return {
    toolsChanged: () => mcp.sendToolListChanged(),
    promptsChanged: () => mcp.sendPromptListChanged(),
    resourcesChanged: () => mcp.sendResourceListChanged(),
    resourceUpdated: (uri) => mcp.server.sendResourceUpdated({ uri }),
  }
}

function addResources(mcp) {
  const mimeType = 'text/plain'
  mcp.registerResource('today', 'note://today', { description: 'What is due', mimeType }, ({ href }) => ({
    contents: [{ uri: href, mimeType, text: 'Water' }],
  }))
  mcp.registerResource('dot', 'note://dot', { mimeType: 'image/png' }, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: dot }],
  }))
  const complete = { name: (typed) => names.filter(startsWith(typed)) }
  const template = new ResourceTemplate('note://by-name/{name}', { list: undefined, complete })
  mcp.registerResource('named', template, { description: 'Notes by name', mimeType }, ({ href }, { name }) => ({
    contents: [{ uri: href, mimeType, text: `Note ${name}` }],
  }))
}

function addPrompts(mcp) {
  const suggest = (typed, context) => cities(context?.arguments?.['country']).filter(startsWith(typed))
  const city = completable(z.string(), suggest).optional()
  const visit = { description: 'Plans a visit', argsSchema: z.object({ country: z.string(), city }) }
  mcp.registerPrompt('visit', visit, ({ country, city }) => ({
    messages: [
      { role: 'user', content: { type: 'text', text: `Visit ${city ?? 'any city'} in ${country}` } },
      { role: 'assistant', content: { type: 'text', text: 'With pleasure.' } },
    ],
  }))
}
