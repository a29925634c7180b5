import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { createHost, type Host, type HostEvent, loadConfig } from 'omniport/host'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { living } from '../interop/processes.js'
import { verifies } from '../requirements/verifies.js'

const require = createRequire(import.meta.url)
const published = (name: string) => require.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`)
const program = (name: string) => fileURLToPath(new URL(`programs/${name}.mjs`, import.meta.url))

/** What a host of six servers of others tells, from its start to its end. */
class Story {
  readonly #events: HostEvent[] = []
  #isNotified = () => {}

  constructor(events: AsyncIterable<HostEvent>) {
    void this.#follow(events)
  }

  /** All that is told, from now on, up to the first that is wanted; without what servers write. */
  async until(isWanted: (event: HostEvent) => boolean): Promise<readonly string[]> {
    const notified: string[] = []
    for (;;) {
      const event = this.#events.shift()
      if (event === undefined) await new Promise<void>((resolve) => (this.#isNotified = resolve))
      else {
        if (event.type !== 'log' && event.type !== 'stderr') notified.push(report(event))
        if (isWanted(event)) return notified
      }
    }
  }

  /** What was told so far and not yet looked at. */
  rest(): readonly string[] {
    return this.#events
      .splice(0)
      .flatMap((event) => (event.type === 'log' || event.type === 'stderr' ? [] : [report(event)]))
  }

  async #follow(events: AsyncIterable<HostEvent>): Promise<void> {
    for await (const event of events) {
      this.#events.push(event)
      this.#isNotified()
    }
  }
}

function report(event: HostEvent): string {
  switch (event.type) {
    case 'server':
      return `${event.server} is ${event.status.state}`
    case 'tools':
      return `${event.server} +${event.added.length} ~${event.changed.length} -${event.removed.length}`
    case 'pin':
      return `${event.server} ${event.change.change} ${event.change.tool}`
    case 'error':
      return `${event.server} error: ${event.error.message}`
    default:
      return `${event.type} of ${event.server}`
  }
}

const isState = (server: string, state: string) => (event: HostEvent) =>
  event.type === 'server' && event.server === server && event.status.state === state

describe('six servers of others, from one file', () => {
  let folder: string
  let host: Host
  let story: Story
  let pids: readonly number[]
  const statusOf = (name: string) => host.servers.find((server) => server.name === name)
  const pidOf = (name: string) => statusOf(name)?.pid ?? 0

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'six-'))
    const node = (...args: readonly string[]) => ({ command: process.execPath, args })
    const mcpServers = {
      everything: node(published('everything'), 'stdio'),
      files: node(published('filesystem'), folder),
      memory: { ...node(published('memory')), env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') } },
      thinking: node(published('sequential-thinking')),
      old: node(program('two-faced')),
      modern: node(program('growing')),
    }
    await writeFile(join(folder, 'mcp.json'), JSON.stringify({ mcpServers }))
    host = createHost({
      ...(await loadConfig(join(folder, 'mcp.json'))),
      policy: () => 'allow',
      healthMs: 500,
      elicit: () => ({ action: 'decline' }),
      roots: [{ uri: `file://${folder}` }],
    })
    story = new Story(host.events())
  })

  afterAll(async () => {
    await host.close()
    await rm(folder, { recursive: true })
  })

  test('offer their tools as one catalogue, in their order', async () => {
    verifies('HOST-05', 'HOST-08')
    const tools = await host.tools()
    expect(host.servers.map(({ name, state, revision }) => [name, state, revision])).toEqual([
      ['everything', 'ready', '2025-11-25'],
      ['files', 'ready', '2025-11-25'],
      ['memory', 'ready', '2025-11-25'],
      ['thinking', 'ready', '2025-11-25'],
      ['old', 'ready', '2024-11-05'],
      ['modern', 'ready', '2026-07-28'],
    ])
    expect([...new Set(tools.map(({ server }) => server))]).toEqual(host.servers.map(({ name }) => name))
    expect(tools.map(({ server }) => server).filter((server) => server === 'old').length).toBe(2)
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
    expect(tools.every(({ name }) => /^[\w-]{1,64}$/.test(name))).toBe(true)
    expect(host.servers.map(({ tools: count }) => count)).toEqual([expect.any(Number), 14, 9, 1, 2, 1])
    pids = host.servers.map(({ pid = 0 }) => pid)
    expect(living(pids)).toEqual(pids)
    await host.callTool('memory__create_entities', {
      entities: [{ name: 'Ada', entityType: 'person', observations: [] }],
    })
    const read = await host.callTool('files__list_directory', { path: folder })
    expect(read.content).toMatchObject([{ type: 'text', text: expect.stringContaining('mcp.json') }])
    const notified = story.rest()
    expect(notified.filter((line) => line.endsWith('is ready')).length).toBe(6)
    expect(notified.filter((line) => line.includes('error'))).toEqual([])
  })

  test('one that is killed is started again, and the others hear nothing of it', async () => {
    const before = pidOf('everything')
    process.kill(before, 'SIGKILL')
    expect(await story.until(isState('everything', 'ready'))).toEqual([
      'everything is lost',
      'prompts of everything',
      'resources of everything',
      'everything is ready',
    ])
    const echo = await host.callTool('everything__echo', { message: 'again' })
    expect(echo.content).toMatchObject([{ type: 'text', text: expect.stringContaining('again') }])
    expect([pidOf('everything') === before, living([before])]).toEqual([false, []])
    expect(host.servers.slice(1).map(({ pid }) => pid)).toEqual(pids.slice(1))
  })

  test('one that hangs is told, once; the others go on, and it does when it can', async () => {
    process.kill(pidOf('memory'), 'SIGSTOP')
    const call = host.callTool('memory__read_graph', {})
    const notified = await story.until(isState('memory', 'unresponsive'))
    expect(notified.filter((line) => line.startsWith('memory'))).toEqual(['memory is unresponsive'])
    const others = await Promise.all([
      host.callTool('old__weather', {}),
      host.callTool('everything__echo', { message: 'on' }),
      host.tools(),
    ])
    expect(others[2].some(({ server }) => server === 'memory')).toBe(true)
    expect(others[0].content).toEqual([{ type: 'text', text: 'sunny' }])
    process.kill(pidOf('memory'), 'SIGCONT')
    expect((await call).structuredContent).toMatchObject({ entities: [{ name: 'Ada' }] })
    expect(await story.until(isState('memory', 'ready'))).toEqual(['memory is ready'])
  })

  test('one whose tool becomes another is kept from using it, until somebody has seen that', async () => {
    verifies('HOST-07')
    await host.callTool('old__turn', {})
    const notified = await story.until(({ type }) => type === 'pin')
    expect(notified).toEqual(['old +0 ~0 -1', 'old changed weather'])
    await expect(host.callTool('old__weather', {})).rejects.toMatchObject({ code: 'denied' })
    const [change] = host.changedTools
    expect(change?.findings.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['instructions', 'secrets']))
    expect((await host.tools()).filter(({ server }) => server === 'old').map(({ tool }) => tool)).toEqual(['turn'])
    expect(story.rest()).toEqual([])
    await host.approveTool('old', 'weather', change?.definition)
    expect((await host.callTool('old__weather', {})).content).toEqual([{ type: 'text', text: 'sunny' }])
    expect(story.rest()).toEqual(['old +1 ~0 -0'])
  })

  test('one that changes its list is heard, and what is new can be called', async () => {
    verifies('HOST-09')
    await host.callTool('modern__grow', {})
    expect(await story.until(({ type }) => type === 'pin')).toEqual(['modern +1 ~0 -0', 'modern new more'])
    expect((await host.callTool('modern__more', {})).content).toEqual([{ type: 'text', text: 'more' }])
    expect(story.rest()).toEqual([])
  })

  test('none is left when the host is closed, not even one that hangs', async () => {
    const last = host.servers.map(({ pid = 0 }) => pid)
    process.kill(pidOf('files'), 'SIGSTOP')
    await host.close()
    expect(living([...pids, ...last])).toEqual([])
  })
})
