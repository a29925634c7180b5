import type { Revision } from '../../wire/revisions.js'
import type { Driver, DriverFilter } from '../drivers/driver.js'
import type { JsonObject } from '../json.js'

/** Something that a client does, and what must come of it. */
export interface Scenario {
  /** A sentence. */
  readonly name: string
  /** What it takes besides answers. Default: nothing. */
  readonly needs?: Need
  /** `key` is of this player only. */
  readonly play: (driver: Driver, key: string) => Promise<unknown>
  /** What must come of it, exactly. */
  readonly expected: (peer: Peer) => unknown
}

/** Log messages or progress before an answer, or a server that knows its client again. */
export type Need = 'log' | 'progress' | 'session'

/** Who plays with what is ours. */
export interface Peer {
  readonly name: string
  /** What is spoken with it. */
  readonly revision: Revision
}

/** What every client can do with every server, and what both must agree on. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'the server says who it is',
    play: async ({ server }) => server,
    expected: () => ({ name: 'interop', version: '1.0.0', instructions: 'Ask for today.' }),
  },
  {
    name: 'tools are listed',
    play: async (driver) => namesOf(await driver.listTools()),
    expected: () => ['add', 'announce', 'cancelled', 'count', 'fail', 'heard', 'log', 'started', 'wait'],
  },
  {
    name: 'a tool answers with content and data',
    play: async (driver) => resultOf(await driver.callTool('add', { a: 1, b: 2 })),
    expected: ({ revision }) => ({
      content: [{ type: 'text', text: '{"sum":3}' }],
      ...(revision >= '2025-06-18' && { structuredContent: { sum: 3 } }),
    }),
  },
  {
    name: 'a tool that fails says so in its result',
    play: async (driver) => resultOf(await driver.callTool('fail')),
    expected: () => ({ content: [{ type: 'text', text: 'It broke' }], isError: true }),
  },
  {
    needs: 'progress',
    name: 'progress comes before the result, in order',
    play: async (driver, key) => {
      const events: unknown[] = []
      let heard: unknown
      const onProgress = (progress: JsonObject) => {
        events.push(progress)
        if (progress['done'] === 3) heard = driver.callTool('heard', { key })
      }
      const result = await driver.callTool('count', { key, to: 3 }, { onProgress })
      await heard
      return [...events, textOf(result)]
    },
    expected: ({ revision }) => [...[1, 2, 3].map((done) => progressAt(done, revision)), 'counted to 3'],
  },
  {
    needs: 'log',
    name: 'log messages come from the level that was set',
    play: async (driver) => {
      await driver.setLogLevel('warning')
      const before = driver.logs.length
      const result = await driver.callTool('log')
      return [...driver.logs.slice(before), textOf(result)]
    },
    expected: () => [{ level: 'warning', data: { size: 'large' } }, 'logged'],
  },
  {
    name: 'resources and templates are listed',
    play: async (driver) => [namesOf(await driver.listResources()), namesOf(await driver.listResourceTemplates())],
    expected: () => [['dot', 'today'], ['named']],
  },
  {
    name: 'text is read',
    play: (driver) => contentsOf(driver.readResource('note://today')),
    expected: () => [{ uri: 'note://today', mimeType: 'text/plain', text: 'Water' }],
  },
  {
    name: 'bytes are read',
    play: (driver) => contentsOf(driver.readResource('note://dot')),
    expected: () => [{ uri: 'note://dot', mimeType: 'image/png', blob: 'AAH/' }],
  },
  {
    name: 'a template is read',
    play: (driver) => contentsOf(driver.readResource('note://by-name/milk')),
    expected: () => [{ uri: 'note://by-name/milk', mimeType: 'text/plain', text: 'Note milk' }],
  },
  {
    name: 'a prompt is filled in',
    play: async (driver) => (await driver.getPrompt('visit', { country: 'Norway', city: 'Oslo' }))['messages'],
    expected: () => [
      { role: 'user', content: { type: 'text', text: 'Visit Oslo in Norway' } },
      { role: 'assistant', content: { type: 'text', text: 'With pleasure.' } },
    ],
  },
  {
    name: 'an argument of a template is completed',
    play: (driver) => {
      const ref = { type: 'ref/resource', uri: 'note://by-name/{name}' } as const
      return driver.complete({ ref, argument: { name: 'name', value: 'mi' } })
    },
    expected: () => ['milk', 'mint'],
  },
  {
    needs: 'session',
    name: 'a call that is cancelled ends on both sides',
    play: async (driver, key) => {
      const controller = new AbortController()
      const waiting = driver.callTool('wait', { key }, { signal: controller.signal })
      const rejected = waiting.then(textOf, () => 'rejected')
      const started = textOf(await driver.callTool('started', { key }))
      controller.abort(new Error('enough'))
      return [started, await rejected, textOf(await driver.callTool('cancelled', { key }))]
    },
    expected: () => ['started', 'rejected', 'cancelled'],
  },
  { name: 'it is alive', play: (driver) => driver.ping(), expected: () => undefined },
  ...(['tools', 'prompts', 'resources'] as const).map((type) => changes({ type }, type)),
  changes({ type: 'resource', uri: 'note://today' }, 'note'),
]

/** The scenarios that can be played where something is lacking. */
export function withoutNeed(played: readonly Scenario[], lacks: readonly Need[] = []): readonly Scenario[] {
  return played.filter(({ needs }) => needs === undefined || !lacks.includes(needs))
}

/** What our server refuses, and how. */
export const refusals: readonly Scenario[] = [
  {
    name: 'arguments that do not match are the failure of the tool',
    play: async (driver) => (await driver.callTool('add', { a: 'one', b: 2 }))['isError'],
    expected: () => true,
  },
  {
    name: 'a tool that is not there is an error',
    play: (driver) => codeOf(driver.callTool('nope')),
    expected: () => -32602,
  },
  {
    name: 'a resource that is not there is an error',
    play: (driver) => codeOf(driver.readResource('note://nope')),
    expected: ({ name, revision }) => (revision < '2026-07-28' && !translatesCodes(name) ? -32002 : -32602),
  },
  {
    name: 'a prompt lacking an argument is an error',
    play: (driver) => codeOf(driver.getPrompt('visit', {})),
    expected: () => -32602,
  },
]

/** The newest release tells of errors as the newest revision has them. */
const translatesCodes = (name: string) => name.startsWith('2.')

function changes(wanted: DriverFilter, what: string): Scenario {
  return {
    needs: 'session',
    name: `a change is heard of: ${what}`,
    play: async (driver) => {
      const listening = await driver.listen(wanted)
      const announced = textOf(await driver.callTool('announce', { what }))
      const first = await listening.first
      await listening.close()
      return [announced, first]
    },
    expected: () => [`announced ${what}`, wanted],
  }
}

/** `done` is what the protocol calls `progress`; the oldest revision has no messages. */
function progressAt(done: number, revision: Revision): JsonObject {
  return { done, total: 3, ...(revision > '2024-11-05' && { message: `at ${done}` }) }
}

function namesOf(list: readonly JsonObject[]): readonly string[] {
  return list.map(({ name }) => String(name)).sort()
}

/** What a tool said, without what a revision adds around it. */
function resultOf({ content, structuredContent, isError }: JsonObject): JsonObject {
  return {
    content,
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isError === true && { isError }),
  }
}

/** The text of a result that is nothing else. */
function textOf({ content }: JsonObject): unknown {
  const [{ text }] = content as readonly [JsonObject]
  return text
}

async function codeOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'no error',
    ({ code }) => code,
  )
}

async function contentsOf(result: Promise<JsonObject>): Promise<unknown> {
  return (await result)['contents']
}
