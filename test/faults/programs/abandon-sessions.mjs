// Opens sessions of 2025-11-25 that nobody uses any more, and says what they cost, in bytes each, while they live and after.
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { createServer, tool } from 'omniport'
import { createFetchHandler } from 'omniport/http'
import { defaultRuntime } from 'omniport/protocol'

const [, , wanted] = process.argv
const timers = new Set()
let now = Date.now()
/** Time that passes when it is notified to. */
const runtime = {
  ...defaultRuntime,
  now: () => now,
  after: (ms, fn) => {
    const timer = { at: now + ms, fn }
    timers.add(timer)
    return () => timers.delete(timer)
  },
}
const pass = (ms) => {
  now += ms
  for (const timer of [...timers]) {
    if (timer.at > now || !timers.delete(timer)) continue
    timer.fn()
  }
}
const server = createServer({ name: 's', version: '1', runtime, tools: { echo: tool({ run: () => 'x' }) } })
const handle = createFetchHandler(server, { limits: { sessions: 20_000 } })
const clientInfo = { name: 'abandons', version: '1' }
const params = { protocolVersion: '2025-11-25', capabilities: { roots: {}, sampling: {} }, clientInfo }
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', host: 'localhost' }

async function open(count) {
  for (let opened = 0; opened < count; opened += 1) {
    const response = await handle(new Request('http://localhost/mcp', { method: 'POST', headers, body }))
    await response.text()
    if (response.status !== 200) throw new Error(`${response.status}`)
    const more = { ...headers, 'mcp-session-id': response.headers.get('mcp-session-id') }
    const notified = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })
    await handle(new Request('http://localhost/mcp', { method: 'POST', headers: more, body: notified }))
  }
}

async function used() {
  for (let round = 0; round < 3; round += 1) {
    await wait(0)
    globalThis.gc()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

await open(1_000) // what is made once is there
pass(3_600_000)
const before = await used()
await open(Number(wanted))
const alive = await used()
const timersAlive = timers.size
pass(3_600_000)
const after = await used()
const each = (bytes) => Math.round(bytes / Number(wanted))
process.stdout.write(
  `${JSON.stringify({ alive: each(alive - before), after: each(after - before), timersAlive, timers: timers.size })}\n`,
)
await handle.close()
await server.close()
