import { execFile } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { createServer, tool } from 'omniport'
import { connect } from 'omniport/client'
import { serveHttp } from 'omniport/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Revision, revisions } from '../../wire/revisions.js'

const run = promisify(execFile)

/** Where `npm run debian` has put the peers that Debian packages. */
const system = process.env['OMNIPORT_DEBIAN'] ?? ''
const hasSystem = existsSync(join(system, 'usr/bin/perl'))
if (!hasSystem) console.warn('OMNIPORT_DEBIAN names no folder that `npm run debian` made: its peers are not tried.')

type Peer = readonly [name: string, program: string, ending: string, known: readonly Revision[], newest: Revision]

const peers: readonly Peer[] = [
  ['Python', 'python3', 'py', ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'], '2025-11-25'],
  ['Ruby', 'ruby', 'rb', revisions, '2026-07-28'],
  ['Perl', 'perl', 'pl', revisions, '2026-07-28'],
]

describe.skipIf(!hasSystem)('with what Debian packages', () => {
  beforeAll(() => {
    cpSync(join(import.meta.dirname, 'programs'), join(system, 'peers'), { recursive: true })
  })

  const servers = peers.flatMap(([name, program, ending, known]) =>
    known.map((revision) => [name, revision, program, ending] as const),
  )

  test.each(servers)('our client calls a server of the SDK for %s at %s', async (_name, revision, program, ending) => {
    const target = { command: 'chroot', args: [system, program, `/peers/server.${ending}`] }
    const client = await connect(target, { revision, timeoutMs: 60_000 })
    expect(client.revision).toBe(revision)
    expect((await client.listTools()).map(({ name, inputSchema }) => [name, inputSchema.required])).toEqual([
      ['add', ['a', 'b']],
    ])
    expect((await client.callTool('add', { a: 2, b: 3 })).content).toEqual([{ type: 'text', text: '5' }])
    await client.close()
  })

  test.each(peers)('a client of the SDK for %s calls our server', async (_name, program, ending, _known, newest) => {
    const input = { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } } as const
    const add = tool({ input, run: ({ a = 0, b = 0 }) => String(a + b) })
    const server = createServer({ name: 'sums', version: '1.0.0', tools: { add } })
    const { url, close } = await serveHttp(server, { port: 0 })
    const { stdout } = await run('chroot', [system, program, `/peers/client.${ending}`, url], { timeout: 60_000 })
    expect(JSON.parse(stdout)).toEqual({ revision: newest, tools: ['add'], text: '5' })
    await close()
  })
})
