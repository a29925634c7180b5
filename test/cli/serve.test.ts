import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cli, runProgram } from './run-program.js'

const notes = fileURLToPath(new URL('../../examples/notes/dist/server.js', import.meta.url))

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cli-serve-'))
})

afterEach(() => rm(directory, { recursive: true }))

/** The status of a GET that names this host. */
async function statusOf(url: string, host: string): Promise<number | undefined> {
  const request = get(url, { headers: { host, accept: 'text/event-stream' } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

test('serve serves a module over HTTP until it is interrupted, and other verbs reach it', async () => {
  const env = { ...process.env, NOTES_DIR: directory }
  const server = spawn(process.execPath, [cli, 'serve', notes, '--port', '0'], { env })
  const [line] = await once(server.stdout, 'data')
  const { url } = JSON.parse(String(line))
  const added = await runProgram([process.execPath, cli, 'call', url, 'add_note', 'title=Milk', 'text=Two.'])
  expect([added.code, added.stderr]).toEqual([0, ''])
  const read = await runProgram([process.execPath, cli, 'read', url, 'notes://milk', '--protocol', '2025-06-18'])
  expect(JSON.parse(read.stdout)).toEqual({
    contents: [{ uri: 'notes://milk', mimeType: 'text/markdown', text: '# Milk\n\nTwo.\n' }],
  })
  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
})

test('serve refuses an address that other machines reach', async () => {
  const argv = [process.execPath, cli, 'serve', notes, '--host', '0.0.0.0', '--port', '0']
  const { code, stdout, stderr } = await runProgram(argv)
  expect([code, stdout]).toEqual([1, ''])
  expect(JSON.parse(stderr).error.code).toBe('usage')
  expect(JSON.parse(stderr).error.message).toBe(
    'hostname "0.0.0.0" is reachable from other machines, and serve lets everyone in: use "omniport gateway --token-env", a proxy that knows its callers, or serveHttp with auth in a program',
  )
})

test('serve answers to the names that a proxy calls it by, and says which it refuses', async () => {
  const env = { ...process.env, NOTES_DIR: directory }
  const args = [cli, 'serve', notes, '--port', '0', '--allowed-host', 'mcp.example.com', '--allowed-host', 'other:8443']
  const server = spawn(process.execPath, args, { env })
  const [line] = await once(server.stdout, 'data')
  const { url } = JSON.parse(String(line))
  const refused = once(server.stderr, 'data')
  const hosts = ['localhost', 'MCP.example.com:443', 'other:8443', 'other:1']
  // A GET without a session is refused too, but not for the host.
  expect(await Promise.all(hosts.map((host) => statusOf(url, host)))).toEqual([405, 405, 405, 403])
  expect(String(await refused)).toMatch(/Requests to the host "other:1" are refused; see allowedHosts/)
  server.kill('SIGTERM')
  await once(server, 'exit')
})

test('a name that is none is refused', async () => {
  const argv = [process.execPath, cli, 'serve', notes, '--allowed-host', 'https://mcp.example.com']
  const { code, stderr } = await runProgram(argv)
  expect([code, JSON.parse(stderr).error.message]).toEqual([
    1,
    expect.stringContaining('It must be a name as in the header Host, such as mcp.example.com.'),
  ])
})
