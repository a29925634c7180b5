// Takes published servers on a tour, with the official SDK and with `@omniport/sdk` in its place, and compares what they answer.
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pack } from '../../support/install-package.js'
import { notOffered } from '../tour/inspector-client.js'
import { type Transcript, toTranscript } from '../tour/normalise.js'
import { takeTour } from '../tour/take-tour.js'
import { diffTranscripts } from './diff-transcripts.js'
import { gatewayServers } from './gateway-servers.js'
import { installServer } from './install-server.js'
import { officialServers } from './official-servers.js'
import { type ClientName, callsIn, openSession } from './open-session.js'
import { popularServers } from './popular-servers.js'
import type { HttpStart, PublishedServer } from './published-server.js'
import { renderServers } from './render-servers.js'

const folder = process.env['SDK_SERVERS_FOLDER'] ?? join(tmpdir(), 'sdk-proof')
/** Words of the names of servers; by default all servers run. */
const wanted = process.env['SDK_SERVERS']?.split(',') ?? ['']
/** `before` records the official SDK only. */
const isBeforeOnly = process.env['SDK_SERVERS_MODE'] === 'before'
const minutes = 60_000

const inspector = join(folder, 'inspector')
let override = ''
beforeAll(() => {
  mkdirSync(folder, { recursive: true })
  installServer('@modelcontextprotocol/inspector-cli@1.0.3', inspector)
  if (isBeforeOnly) return
  const { tarball } = pack('@omniport/sdk', folder)
  const digest = createHash('sha256').update(readFileSync(tarball)).digest('hex').slice(0, 12)
  override = join(folder, `sdk-${digest}.tgz`)
  if (!existsSync(override)) copyFileSync(tarball, override)
  override = `file:${override}`
})

const all = [...officialServers, ...popularServers, ...gatewayServers]
const folderOf = ({ name }: PublishedServer) => join(folder, name.replaceAll(' ', '-'))

/** The table is written when all servers ran. */
afterAll(() => {
  if (isBeforeOnly || process.env['SDK_SERVERS'] !== undefined) return
  const document = new URL('../../../docs/sdk.md', import.meta.url)
  const text = readFileSync(document, 'utf8')
  const block = /(?<=<!-- servers -->\n).*(?=<!-- \/servers -->)/s
  writeFileSync(
    document,
    text.replace(block, () => `\n${renderServers(all, folderOf)}\n\n`),
  )
})

const servers = all.filter(({ name }) => wanted.some((word) => name.includes(word)))

describe.each(servers)('$name', (server) => {
  const home = folderOf(server)
  beforeAll(() => {
    installServer(server.spec, join(home, 'before'))
    if (!isBeforeOnly) installServer(server.spec, join(home, 'after'), override)
  }, 10 * minutes)

  const ways: readonly (HttpStart | undefined)[] = [undefined, ...(server.http ?? [])]
  const cells = ways.flatMap((http) =>
    clientsOf(http).map((client) => ({ way: http?.transport ?? 'stdio', client, http })),
  )

  test.each(cells)('$way, $client', { timeout: 60 * minutes }, async ({ way, client, http }) => {
    const file = join(home, `${way}.${client}`)
    const of = { home, http, client }
    const first = await recorded(`${file}.before.json`, () => tour(server, { ...of, state: 'before' }))
    expect(Object.values(answered(first)).filter(Boolean).length).toBeGreaterThan(0)
    if (isBeforeOnly) return
    const after = await tour(server, { ...of, state: 'after' })
    writeFileSync(`${file}.after.json`, JSON.stringify(after, null, 1))
    let comparison = diffTranscripts({ before: [first, first], after, release: null }, [])
    // Where all is equal, a second tour and one with the newest release would tell nothing.
    if (comparison.equal < comparison.steps) {
      const second = await recorded(`${file}.again.json`, () => tour(server, { ...of, state: 'before' }))
      const release = await recorded(`${file}.release.json`, () => tourOfRelease(server, of))
      comparison = diffTranscripts({ before: [first, second], after, release }, server.differences ?? [])
    }
    writeFileSync(`${file}.comparison.json`, JSON.stringify(comparison, null, 1))
    const { steps, equal, unstable, known, unknown } = comparison
    console.log(
      `${server.name}, ${way}, ${client}: ${equal} of ${steps} equal, ${known.length} known, ${unknown.length} not, ${unstable.length} unstable`,
    )
    expect(unknown.map(({ step, before: was, after: is }) => [step, was?.slice(0, 400), is?.slice(0, 400)])).toEqual([])
  })

  const modern = ways.filter((http) => http?.transport !== 'sse')
  test.skipIf(isBeforeOnly).each(modern.map((http) => ({ way: http?.transport ?? 'stdio', http })))(
    '$way, 2026-07-28',
    { timeout: 10 * minutes },
    async ({ way, http }) => {
      const took = tour(server, { home, state: 'after', http, client: 'modern' })
      if ((http ?? server).refuses !== undefined) {
        const reason = await took.then(() => 'it was served', String)
        console.log(`${server.name}, ${way}, 2026-07-28: ${reason}`)
        expect(reason).not.toBe('it was served')
        return
      }
      const transcript = await took
      writeFileSync(join(home, `${way}.modern.json`), JSON.stringify(transcript, null, 1))
      expect(transcript.greeting).toMatchObject({ protocolVersion: '2026-07-28' })
      const legacy = answered(await tour(server, { home, state: 'after', http, client: 'ours' }))
      const now = answered(transcript)
      const differing = Object.keys(now).filter((name) => now[name] !== legacy[name])
      expect(differing.map((name) => [name, transcript.steps.find((step) => step.name === name)?.outcome])).toEqual([])
    },
  )
})

/** The Inspector starts a process for each request, which takes long: it does not ask over HTTP+SSE again. */
function clientsOf(http: HttpStart | undefined): readonly ClientName[] {
  return http?.transport === 'sse' ? ['official', 'ours'] : ['official', 'ours', 'inspector']
}

/** The steps of a tour and whether each was answered with a result. */
function answered({ steps }: Transcript): Readonly<Record<string, boolean>> {
  return Object.fromEntries(steps.map(({ name, outcome }) => [name, 'result' in (outcome as object)]))
}

/** Null: the server has the release that is compared with already. */
async function tourOfRelease(server: PublishedServer, options: Omit<TourOf, 'state'>): Promise<Transcript | null> {
  const installed = join(options.home, 'before/node_modules/@modelcontextprotocol/sdk/package.json')
  const { version } = JSON.parse(readFileSync(installed, 'utf8')) as { readonly version: string }
  if (version === release) return null
  installServer(server.spec, join(options.home, 'release'), release)
  return tour(server, { ...options, state: 'release' })
}

/** The release of the official SDK that is replaced. */
const release = '1.32.2'

interface TourOf {
  readonly home: string
  /** As it is published, with the release that is replaced, and with what replaces it. */
  readonly state: 'before' | 'release' | 'after'
  readonly http: HttpStart | undefined
  readonly client: ClientName
}

async function tour(server: PublishedServer, { home, state, http, client: name }: TourOf): Promise<Transcript> {
  const work = join(home, 'work')
  const { client, stop } = await openSession(server, {
    home: join(home, state),
    work,
    http,
    client: name,
    inspector: join(inspector, 'node_modules/@modelcontextprotocol/inspector-cli/build/index.js'),
  })
  try {
    const tour = await takeTour(client, { calls: callsIn(server, work) })
    const steps = tour.filter(({ outcome }) => outcome !== notOffered)
    return toTranscript(client, steps, [
      ...(server.volatile ?? []),
      [new RegExp(`${join(home, state)}/`, 'g'), '<home>/'],
    ])
  } finally {
    await stop()
  }
}

async function recorded<T>(file: string, record: () => Promise<T>): Promise<T> {
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(await record(), null, 1))
  return JSON.parse(readFileSync(file, 'utf8')) as T
}
