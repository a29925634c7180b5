import { tmpdir } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { createRecorder, type RecordedLine } from '../../../entries/protocol.js'
import type { Listening } from '../../doctor/fixtures/listen.js'
import { losingAuth, openTokenServer } from '../../fixtures/token-server.js'
import { recordTarget } from './record-target.js'

let server: Listening | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

function open() {
  const lines: RecordedLine[] = []
  let written = ''
  const recorder = createRecorder({
    target: { command: 'x', args: [] },
    write: (line) => {
      written += line
    },
    onLine: (line) => lines.push(line),
  })
  return { recorder, lines, written: () => written }
}

test('a client at the address needs no credentials, and what is wrong with theirs is warned of', async () => {
  server = await openTokenServer()
  const { origin } = server
  const { io, stderr } = createMemoryIo({ cwd: tmpdir() })
  const { recorder, lines, written } = open()
  const target = { type: 'url', address: { url: `${origin}/mcp`, headers: {} } } as const
  const recorded = await recordTarget(target, { recorder, auth: losingAuth, io })
  const url = String(recorded.target)
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
  const request = { jsonrpc: '2.0', id: 7, method: 'x/y' }
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(request) })
  expect([answer.status, await answer.json()]).toEqual([200, { jsonrpc: '2.0', id: 7, result: {} }])
  expect(stderr()).toContain(`[warning] OmniportError: The tokens for ${origin}/mcp could not be stored`)
  await recorded.close()
  expect(lines.map(({ from, message }) => [from, message])).toContainEqual(['client', request])
  expect(written()).not.toContain('token-1234567')
  await expect(fetch(url)).rejects.toThrow(new TypeError('fetch failed'))
})

test('a server in this process is spoken to by streams', async () => {
  const { io } = createMemoryIo({ cwd: tmpdir() })
  const { recorder, lines } = open()
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const request = { jsonrpc: '2.0', id: 1, method: 'x/y', params: { _meta } }
  const served: unknown[] = []
  const module = {
    serve: async (message: { readonly id?: unknown }) => {
      served.push(message)
      return { jsonrpc: '2.0', id: message.id, result: { a: 1 } }
    },
  } as never
  const recorded = await recordTarget({ type: 'module', server: module }, { recorder, auth: undefined, io })
  const { readable, writable } = recorded.target as {
    readonly readable: ReadableStream<unknown>
    readonly writable: WritableStream<unknown>
  }
  const reader = readable.getReader()
  await writable.getWriter().write(request)
  expect((await reader.read()).value).toMatchObject({ id: 1, result: { a: 1 } })
  expect(served).toHaveLength(1)
  await recorded.close()
  expect(lines).toMatchObject([
    { from: 'client', message: request },
    { from: 'server', message: { id: 1 } },
  ])
})
