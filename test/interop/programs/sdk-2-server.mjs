import { completable, McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'
import { cities, dot, names, startsWith } from './data.mjs'
import { Waits } from './waits.mjs'

const text = (value) => ({ content: [{ type: 'text', text: value }] })

function createServer() {
  const waits = new Waits()
  const listChanged = true
  const resources = { subscribe: true, listChanged }
  const capabilities = { logging: {}, tools: { listChanged }, prompts: { listChanged }, resources }
  const mcp = new McpServer({ name: 'interop', version: '1.0.0' }, { capabilities, instructions: 'Ask for today.' })
  addTools(mcp)
  addLog(mcp)
  addCount(mcp, waits)
  addWaits(mcp, waits)
  addAnnounce(mcp)
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

function addCount(mcp, waits) {
  const count = { description: 'Counts', inputSchema: z.object({ to: z.number() }) }
  mcp.registerTool('count', count, async ({ to }, { mcpReq: { _meta = {}, notify } }) => {
    const { progressToken } = _meta
    for (let progress = 1; progress <= to; progress += 1) {
      const params = { progressToken, progress, total: to, message: `at ${progress}` }
      await notify({ method: 'notifications/progress', params })
    }
    return text(await waits.counted(to))
  })
  mcp.registerTool('heard', { description: 'Lets count go on' }, () => text(waits.heard()))
}

function addLog(mcp) {
  mcp.registerTool('log', { description: 'Logs' }, async ({ mcpReq }) => {
    await mcpReq.log('debug', 'small')
    await mcpReq.log('warning', { size: 'large' })
    return text('logged')
  })
}

function addWaits(mcp, waits) {
  const wait = { description: 'Waits until it is cancelled' }
  mcp.registerTool('wait', wait, async ({ mcpReq: { signal } }) => text(await waits.wait(signal)))
  const started = { description: 'Answers when wait is running' }
  mcp.registerTool('started', started, async () => text(await waits.started()))
  const cancelled = { description: 'Answers when wait was cancelled' }
  mcp.registerTool('cancelled', cancelled, async () => text(await waits.cancelled()))
}

function addAnnounce(mcp) {
  const inputSchema = z.object({ what: z.enum(['tools', 'prompts', 'resources', 'note']) })
  mcp.registerTool('announce', { description: 'Announces a change', inputSchema }, async ({ what }) => {
    if (what === 'tools') mcp.sendToolListChanged()
    if (what === 'prompts') mcp.sendPromptListChanged()
    if (what === 'resources') mcp.sendResourceListChanged()
    if (what === 'note') await mcp.server.sendResourceUpdated({ uri: 'note://today' })
    return text(`announced ${what}`)
  })
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

serveStdio(createServer)
