import { z } from 'zod/v3'
import { cities, dot, names, startsWith } from './data.mjs'
import { Waits } from './waits.mjs'

const text = (value) => ({ content: [{ type: 'text', text: value }] })

/** What the scenarios are played against, made with a release of the first major version of the SDK, for one connection. */
export function createSdk1Server({ McpServer, ResourceTemplate, completable, types }, waits = new Waits()) {
  const listChanged = true
  const resources = { subscribe: true, listChanged }
  const capabilities = { logging: {}, tools: { listChanged }, prompts: { listChanged }, resources }
  const mcp = new McpServer({ name: 'interop', version: '1.0.0' }, { capabilities, instructions: 'Ask for today.' })
  addTools(mcp, types)
  addLog(mcp, types)
  addCount(mcp, waits)
  addWaits(mcp, waits)
  addAnnounce(mcp, types)
  addResources(mcp, ResourceTemplate)
  addPrompts(mcp, completable)
  return mcp
}

function addTools(mcp, types) {
  addAdd(mcp, types)
  mcp.tool('picture', 'Shows a dot', () => ({
    content: [
      { type: 'text', text: 'A dot', annotations: { audience: ['user'], priority: 0.5 } },
      { type: 'image', data: dot, mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'note://today', mimeType: 'text/plain', text: 'Water' } },
    ],
  }))
  mcp.tool('newer', 'Shows what came later', () => ({
    content: [
      { type: 'audio', data: dot, mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'note://today', name: 'today' },
    ],
  }))
  mcp.tool('fail', 'Fails', () => {
    throw new Error('It broke')
  })
}

/** As an author does it whose clients speak the revision that the release is of. */
function addAdd(mcp, { LATEST_PROTOCOL_VERSION }) {
  const inputSchema = { a: z.number(), b: z.number() }
  const description = 'Adds two numbers'
  const annotations = { readOnlyHint: true }
  const run = ({ a, b }) => text(JSON.stringify({ sum: a + b }))
  if (LATEST_PROTOCOL_VERSION >= '2025-06-18') {
    const outputSchema = { sum: z.number() }
    const runBoth = ({ a, b }) => ({ ...run({ a, b }), structuredContent: { sum: a + b } })
    mcp.registerTool('add', { description, inputSchema, outputSchema, annotations }, runBoth)
  } else if (LATEST_PROTOCOL_VERSION >= '2025-03-26') mcp.tool('add', description, inputSchema, annotations, run)
  else mcp.tool('add', description, inputSchema, run)
}

/** What a tool sends goes with its answer; the oldest release has but one stream for everything. */
function notifierOf(mcp, { sendNotification }) {
  return sendNotification ?? ((notification) => mcp.server.notification(notification))
}

function addLog(mcp, { SetLevelRequestSchema }) {
  let isVerbose = true
  mcp.server.setRequestHandler(SetLevelRequestSchema, ({ params }) => {
    isVerbose = params.level === 'debug'
    return {}
  })
  mcp.tool('log', 'Logs', async (extra) => {
    const notify = notifierOf(mcp, extra)
    const method = 'notifications/message'
    if (isVerbose) await notify({ method, params: { level: 'debug', data: 'small' } })
    await notify({ method, params: { level: 'warning', data: { size: 'large' } } })
    return text('logged')
  })
}

/** The oldest release does not tell tools of their progress token. */
function addCount(mcp, waits) {
  mcp.tool('count', 'Counts', { key: z.string(), to: z.number() }, async ({ key, to }, extra) => {
    const notify = notifierOf(mcp, extra)
    const progressToken = extra._meta?.progressToken
    if (progressToken === undefined) return text(`counted to ${to}`)
    for (let progress = 1; progress <= to; progress += 1) {
      const params = { progressToken, progress, total: to, message: `at ${progress}` }
      await notify({ method: 'notifications/progress', params })
    }
    return text(await waits.counted(to, key))
  })
  mcp.tool('received', 'Lets count go on', { key: z.string() }, ({ key }) => text(waits.received(key)))
}

function addWaits(mcp, waits) {
  const key = z.string()
  const wait = async ({ key }, { signal }) => text(await waits.wait(signal, key))
  mcp.tool('wait', 'Waits until it is cancelled', { key }, wait)
  const started = async ({ key }) => text(await waits.started(key))
  mcp.tool('started', 'Answers when wait is running', { key }, started)
  const cancelled = async ({ key }) => text(await waits.cancelled(key))
  mcp.tool('cancelled', 'Answers when wait was cancelled', { key }, cancelled)
}

function addAnnounce(mcp, { SubscribeRequestSchema, UnsubscribeRequestSchema }) {
  const subscriptions = new Set()
  mcp.server.setRequestHandler(SubscribeRequestSchema, ({ params }) => {
    subscriptions.add(params.uri)
    return {}
  })
  mcp.server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
    subscriptions.delete(params.uri)
    return {}
  })
  const what = z.enum(['tools', 'prompts', 'resources', 'note'])
  mcp.tool('announce', 'Announces a change', { what }, async ({ what }) => {
    if (what === 'tools') await mcp.server.sendToolListChanged()
    if (what === 'prompts') await mcp.server.sendPromptListChanged()
    if (what === 'resources') await mcp.server.sendResourceListChanged()
    if (what === 'note') for (const uri of subscriptions) await mcp.server.sendResourceUpdated({ uri })
    return text(`announced ${what}`)
  })
}

function addResources(mcp, ResourceTemplate) {
  const mimeType = 'text/plain'
  mcp.resource('today', 'note://today', { description: 'What is due', mimeType }, ({ href }) => ({
    contents: [{ uri: href, mimeType, text: 'Water' }],
  }))
  mcp.resource('dot', 'note://dot', { mimeType: 'image/png' }, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: dot }],
  }))
  const complete = { name: (typed) => names.filter(startsWith(typed)) }
  const template = new ResourceTemplate('note://by-name/{name}', { list: undefined, complete })
  mcp.resource('named', template, { description: 'Notes by name', mimeType }, ({ href }, { name }) => ({
    contents: [{ uri: href, mimeType, text: `Note ${name}` }],
  }))
}

function addPrompts(mcp, completable) {
  const city = completable(z.string().optional(), (typed, context) =>
    cities(context?.arguments?.['country']).filter(startsWith(typed ?? '')),
  )
  mcp.prompt('visit', 'Plans a visit', { country: z.string(), city }, ({ country, city }) => ({
    messages: [
      { role: 'user', content: { type: 'text', text: `Visit ${city ?? 'any city'} in ${country}` } },
      { role: 'assistant', content: { type: 'text', text: 'With pleasure.' } },
    ],
  }))
}
