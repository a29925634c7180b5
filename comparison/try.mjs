// Tries one server: `node try.mjs fastmcp` prints what it does over stdio and over HTTP, in each revision that it agrees to.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import process from 'node:process'
import { revisions } from 'omniport'
import { connect, textOf } from 'omniport/client'

const [name = 'omniport'] = process.argv.slice(2)
const file = new URL(`servers/${name}.mjs`, import.meta.url).pathname
const signalOf = (ms) => AbortSignal.timeout(ms)

const port = await freePort()
const served = spawn(process.execPath, [file, String(port)], { stdio: ['ignore', 'inherit', 'ignore'] })
const url = `http://127.0.0.1:${port}/mcp`
await untilOpen(port)

const found = {}
found['stdio'] = await revisionsOf({ command: process.execPath, args: [file, 'stdio'] })
found['http'] = await revisionsOf(url)
found['asks over stdio'] = await asksOverStdio(found.stdio)
for (const revision of found.http) Object.assign(found, { [revision]: await tryRevision(revision) })
found['pages of other sites'] = await post({ origin: 'https://evil.example' })
found['a foreign Host'] = await postWithHost()
found['the SSE endpoint of 2024-11-05'] = await statusOf(new URL('/sse', url))
console.log(name, JSON.stringify(found, null, 2))
served.kill()
process.exit()

async function revisionsOf(target) {
  const spoken = []
  for (const revision of revisions) {
    try {
      const client = await connect(target, { revision, timeoutMs: 10_000 })
      await client.callTool('add', { a: 1, b: 2 }, { timeoutMs: 10_000 })
      await client.close()
      spoken.push(revision)
    } catch {}
  }
  return spoken
}

/** The revisions in which a question over stdio is answered. */
async function asksOverStdio(spoken) {
  const answered = []
  for (const revision of spoken) {
    const options = { revision, timeoutMs: 10_000, elicit: () => ({ action: 'accept', content: { size: 'M' } }) }
    const client = await connect({ command: process.execPath, args: [file, 'stdio'] }, options)
    const result = await client.callTool('ask', {}).catch(() => undefined)
    if (result !== undefined && textOf(result) === 'size M') answered.push(revision)
    await client.close()
  }
  return answered
}

/** What works in a revision: each of these is tried, and what it came to is told. */
async function tryRevision(revision) {
  const elicit = () => ({ action: 'accept', content: { size: 'M' } })
  const client = await connect(url, { revision, elicit, timeoutMs: 10_000 })
  const tell = async (work) => {
    try {
      return await work()
    } catch (error) {
      return `${error.name}: ${error.message} ${error.data === undefined ? '' : JSON.stringify(error.data)}`.slice(
        0,
        160,
      )
    }
  }
  const told = {
    structured: await tell(async () => (await client.callTool('add', { a: 1, b: 2 })).structuredContent),
    asks: await tell(async () => textOf(await client.callTool('ask', {}, { timeoutMs: 10_000 }))),
    error: await tell(async () => textOf(await client.callTool('fail', {}))),
    progress: await tell(async () => {
      let reports = 0
      await client.callTool('steps', {}, { onProgress: () => (reports += 1) })
      return reports
    }),
    template: await tell(async () => (await client.readResource('note://a')).contents[0].text),
    completion: await tell(async () => {
      return (await client.complete({ type: 'ref/prompt', name: 'greet' }, { name: 'name', value: 'Al' })).values
    }),
    cancelled: await tell(async () => {
      await client.callTool('wait', {}, { signal: signalOf(1000) }).catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 1000))
      return textOf(await client.callTool('stopped', {}))
    }),
  }
  await client.close().catch(() => {})
  return told
}

async function post(headers) {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
  return statusOf(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  })
}

/** `fetch` does not send a Host of its own, so this is written by hand. */
async function postWithHost() {
  const { request } = await import('node:http')
  return new Promise((resolve) => {
    const headers = {
      host: 'evil.example',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const call = request(url, { method: 'POST', headers, agent: false }, (response) => {
      resolve(response.statusCode)
      response.destroy()
    })
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
    call.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }))
  })
}

async function statusOf(address, init) {
  try {
    const response = await fetch(address, { ...init, signal: signalOf(10_000) })
    await response.body?.cancel()
    return response.status
  } catch (error) {
    return String(error.cause?.code ?? error.name)
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

async function untilOpen(port) {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if ((await statusOf(`http://127.0.0.1:${port}/`)) !== 'ECONNREFUSED') return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
