import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { connect, textOf } from 'omniport/client'
import { expect, test } from 'vitest'
import { verifiesIn } from '../requirements/verifies.js'
import { root } from '../support/root.js'
import { isRecord } from '../wire/is-record.js'
import { type Revision, revisions } from '../wire/revisions.js'

/** A server in JavaScript without a library, whose tool gives all that has arrived at its stdin. */
const listener = `
let received = ''
const answer = ({ id, method, params }) => {
  if (id === undefined) return
  const serverInfo = { name: 'listener', version: '1' }
  const common = { resultType: 'complete', ttlMs: 0, cacheScope: 'private', capabilities: { tools: {} } }
  const results = {
    'server/discover': () => ({ ...common, supportedVersions: ['2026-07-28'] }),
    initialize: () => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo }),
    'tools/call': () => ({ resultType: 'complete', content: [{ type: 'text', text: received }] }),
  }
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method]() }))
}
let rest = ''
process.stdin.setEncoding('utf8').on('data', (text) => {
  received += text
  const lines = (rest + text).split('\\n')
  rest = lines.pop()
  for (const line of lines) answer(JSON.parse(line))
})`

const twoLines = 'a\nb\r\nc\u2028d'

test.each(revisions)(
  '%s: a client writes nothing to the stdin of a server but messages, one a line',
  async (revision) => {
    verifiesIn(revision, 'STDIO-02', 'STDIO-04')
    const client = await connect({ command: process.execPath, args: ['-e', listener] }, { revision })
    expect(client.revision).toBe(revision)
    const received = textOf(await client.callTool('received', { text: twoLines }))
    await client.close()
    const lines = received.split('\n')
    expect(lines.pop()).toBe('')
    const messages = lines.map((line) => JSON.parse(line))
    expect(messages.map((message) => [message.jsonrpc, message.method])).toEqual(
      methodsOf(revision).map((method) => ['2.0', method]),
    )
    expect(messages.at(-1).params.arguments).toEqual({ text: twoLines })
  },
)

function methodsOf(revision: Revision): readonly string[] {
  const opening = revision === '2026-07-28' ? ['server/discover'] : ['initialize', 'notifications/initialized']
  return [...opening, 'tools/call']
}

/** A server whose tool writes to stdout by itself. */
const writer = `
import { createServer, tool } from 'omniport'
import { serveStdio } from 'omniport/stdio'
const run = ({ text }) => {
  console.log('a line of a tool')
  process.stdout.write('and some ')
  console.info({ more: text })
  return text
}
const input = { type: 'object', properties: { text: { type: 'string' } } }
await serveStdio(createServer({ name: 'writer', version: '1', tools: { write: tool({ input, run }) } }))`

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

test.each(revisions)('%s: a server writes nothing to stdout but messages, one a line', async (revision) => {
  verifiesIn(revision, 'STDIO-02', 'STDIO-03')
  const isModern = revision === '2026-07-28'
  const child = spawn(process.execPath, ['--input-type=module', '-e', writer], { cwd: `${root}/test`, stdio: 'pipe' })
  const written = { stdout: '', stderr: '' }
  child.stdout.on('data', (text) => (written.stdout += text))
  child.stderr.on('data', (text) => (written.stderr += text))
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const hello = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'c', version: '1' } }
  if (!isModern) send({ id: 'hello', method: 'initialize', params: hello })
  if (!isModern) send({ method: 'notifications/initialized' })
  const call = { name: 'write', arguments: { text: twoLines } }
  send({ id: 'call', method: 'tools/call', params: { ...call, ...(isModern && { _meta: modern }) } })
  child.stdin.end()
  expect(await once(child, 'close')).toEqual([0, null])
  const lines = written.stdout.split('\n')
  expect(lines.pop()).toBe('')
  const messages = lines.map((line) => JSON.parse(line))
  expect(messages.map((message) => [isRecord(message), message.jsonrpc, message.id])).toEqual(
    (isModern ? ['call'] : ['hello', 'call']).map((id) => [true, '2.0', id]),
  )
  expect(messages.at(-1).result.content).toEqual([{ type: 'text', text: twoLines }])
  expect(written.stderr).toContain('a line of a tool\nand some ')
})
