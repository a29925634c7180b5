import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, tool } from 'omniport'
import { serveHttp } from 'omniport/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { run } from '../../packages/omniport/src/cli/run.js'
import { createMemoryIo } from '../cli/memory-io.js'

const header = '{"format":"omniport-recording","version":1,"started":"2026-01-01","target":{"command":"a","args":[]}}'
const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
}
const server = createServer({
  name: 'sql',
  version: '1',
  resources: { note: { uri: 'notes://milk', read: () => 'Milk' } },
  tools: {
    query: tool({
      input: z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }), text: z.string() }),
      run: ({ region, text }) => `${text} in ${region}`,
    }),
  },
})

let cwd = ''
let served: Awaited<ReturnType<typeof serveHttp>>
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'replay-'))
  served = await serveHttp(server, { port: 0 })
})
afterAll(async () => {
  await served.close()
  rmSync(cwd, { recursive: true })
})

/** Replays the requests of a client over stdio, and gives what was sent now, and the answers. */
async function replay(...requests: readonly { readonly method: string; readonly params: object }[]) {
  const lines = requests.map(({ method, params }, at) =>
    JSON.stringify({
      ...{ ms: at, transport: 'stdio', connection: 1, from: 'client' },
      message: { jsonrpc: '2.0', id: at + 1, method, params: { _meta, ...params } },
    }),
  )
  writeFileSync(join(cwd, 'old.jsonl'), [header, ...lines, ''].join('\n'))
  rmSync(join(cwd, 'now.jsonl'), { force: true })
  const { io } = createMemoryIo({ cwd, env: { HOME: cwd } })
  await run(['replay', 'old.jsonl', served.url, '--output', 'now.jsonl'], io)
  const recorded = readFileSync(join(cwd, 'now.jsonl'), 'utf8').trim().split('\n').slice(1)
  const now = recorded.map((text) => JSON.parse(text))
  const sent = now.filter(({ from, message }) => from === 'client' && message !== undefined)
  return {
    headers: sent.map(({ headers = {} }) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => /^mcp-(name|method|param)/.test(name))),
    ),
    answers: now
      .filter(({ from, message }) => from === 'server' && message?.id !== undefined)
      .map((each) => each.message),
  }
}

const call = { method: 'tools/call', params: { name: 'query', arguments: { region: 'Zürich', text: 'all' } } }
const callHeaders = { 'mcp-method': 'tools/call', 'mcp-name': 'query', 'mcp-param-region': '=?base64?WsO8cmljaA==?=' }

test('a call that was recorded over stdio has its marked arguments as headers, though nothing lists the tools', async () => {
  const { headers, answers } = await replay(call)
  expect([headers, answers[0].result?.content]).toEqual([[callHeaders], [{ type: 'text', text: 'all in Zürich' }]])
})

test('tools that the recording lists are not listed again', async () => {
  const { headers, answers } = await replay({ method: 'tools/list', params: {} }, call)
  expect([headers, answers[1].result?.content]).toEqual([
    [{ 'mcp-method': 'tools/list' }, callHeaders],
    [{ type: 'text', text: 'all in Zürich' }],
  ])
})

test('a resource is named in a header', async () => {
  const { headers, answers } = await replay({ method: 'resources/read', params: { uri: 'notes://milk' } })
  expect([headers, answers[0].result?.contents?.[0]?.text]).toEqual([
    [{ 'mcp-method': 'resources/read', 'mcp-name': 'notes://milk' }],
    'Milk',
  ])
})
