import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { install, link, pack } from '../support/install-package.js'
import { root } from '../support/root.js'
import { runProgram } from '../support/run-program.js'
import { diffTranscripts } from './servers/diff-transcripts.js'
import { officialServers } from './servers/official-servers.js'
import { type ClientName, callsIn, openSession } from './servers/open-session.js'
import type { HttpStart, PublishedServer } from './servers/published-server.js'
import { type Transcript, toTranscript } from './tour/normalise.js'
import { takeTour } from './tour/take-tour.js'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** The published servers that this workspace has, as they are and with the SDK replaced. */
const servers = officialServers.filter(({ spec }) => spec.endsWith('@2026.8.31'))

let after = ''
let works = ''
beforeAll(() => {
  works = mkdtempSync(join(tmpdir(), 'work-'))
  after = mkdtempSync(join(tmpdir(), 'override-'))
  mkdirSync(join(after, 'packed'))
  const packed = pack('@omniport/sdk', join(after, 'packed'))
  install('@omniport/sdk', packed, after)
  mkdirSync(join(after, 'node_modules/@modelcontextprotocol'))
  cpSync(join(after, 'node_modules/@omniport/sdk'), join(after, 'node_modules/@modelcontextprotocol/sdk'), {
    recursive: true,
  })
  writeFileSync(join(after, 'package.json'), '{}')
  for (const { program } of servers) copyServer(program.split('/').slice(0, 2).join('/'))
})
afterAll(() => {
  for (const folder of [after, works]) rmSync(folder, { recursive: true })
})

/** A copy finds its packages from where it is, a link from where it leads to. */
function copyServer(name: string): void {
  const home = dirname(createRequire(join(root, 'package.json')).resolve(`${name}/package.json`))
  cpSync(home, join(after, 'node_modules', name), {
    recursive: true,
    filter: (path) => !path.slice(home.length).includes('node_modules'),
  })
  const { dependencies = {} } = createRequire(import.meta.url)(join(home, 'package.json')) as { dependencies?: object }
  for (const dependency of Object.keys(dependencies)) link(dependency, after, home)
}

const cells = servers.flatMap((server) =>
  [undefined, ...(server.http ?? [])].map((http) => ({
    server,
    name: server.name,
    way: http?.transport ?? 'stdio',
    http,
  })),
)

describe.each(cells)('$name over $way, with the SDK replaced', ({ server, http }) => {
  test('answers the official client as before', async () => {
    const before = await tour(server, { home: root, http, client: 'official' })
    const again = await tour(server, { home: root, http, client: 'official' })
    const now = await tour(server, { home: after, http, client: 'official' })
    const tours = { before: [before, again] as const, after: now, release: null }
    const { steps, unknown } = diffTranscripts(tours, server.differences ?? [])
    expect([unknown, steps > 10]).toEqual([[], true])
  })
})

describe.each(cells.filter(({ way }) => way !== 'sse'))(
  '$name over $way, with the SDK replaced',
  ({ server, http }) => {
    test('answers a client of 2026-07-28', async () => {
      const { greeting, steps } = await tour(server, { home: after, http, client: 'modern' })
      expect(greeting).toMatchObject({ protocolVersion: '2026-07-28' })
      const calls = steps.filter(({ name }) => /^tools\/call .* 0$/.test(name))
      expect(calls.length).toBeGreaterThan(0)
      expect(calls.filter(({ outcome }) => !('result' in (outcome as object)))).toEqual([])
    })
  },
)

test.each([
  ['mjs', (name: string, path: string) => `import { ${name} } from '@modelcontextprotocol/sdk/${path}'`],
  ['cjs', (name: string, path: string) => `const { ${name} } = require('@modelcontextprotocol/sdk/${path}')`],
] as const)('a client as %s reaches a server that speaks only 2026-07-28', (extension, load) => {
  const server = join(root, 'test/sdk/programs/modern-only-server.mjs')
  const source = `
    ${load('Client', 'client/index.js')}
    ${load('StdioClientTransport', 'client/stdio.js')}
    const transport = new StdioClientTransport({ command: process.execPath, args: ['${server}', 'ours', 'stdio'] })
    const client = new Client({ name: 'c', version: '1' })
    const run = async () => {
      await client.connect(transport)
      const { structuredContent } = await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })
      console.log(structuredContent.sum)
      await client.close()
    }
    run()`
  const file = join(after, `client.${extension}`)
  writeFileSync(file, source)
  expect(runProgram(file, [], after)).toEqual({ status: 0, stdout: '3\n', stderr: '' })
})

interface TourOf {
  readonly home: string
  readonly http: HttpStart | undefined
  readonly client: ClientName
}

async function tour(server: PublishedServer, { home, http, client: name }: TourOf): Promise<Transcript> {
  const work = join(works, server.name.replaceAll(' ', '-'))
  const { client, stop } = await openSession(server, { home, work, http, client: name })
  try {
    const steps = await takeTour(client, { calls: callsIn(server, work) })
    return toTranscript(client, steps, [...(server.volatile ?? []), [new RegExp(`${home}/`, 'g'), '<home>/']])
  } finally {
    await stop()
  }
}
