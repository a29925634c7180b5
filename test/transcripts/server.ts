import type { Runtime } from '../../packages/omniport/src/async/runtime/runtime.js'
import { createServer } from '../../packages/omniport/src/server/create-server.js'
import { prompt } from '../../packages/omniport/src/server/prompts/prompt.js'
import { resource } from '../../packages/omniport/src/server/resources/resource.js'
import type { Server } from '../../packages/omniport/src/server/server.js'
import { tool } from '../../packages/omniport/src/server/tools/tool.js'
import type { Stores } from '../../packages/omniport/src/store/stores.js'
import { createAskingDefinitions } from './fixture/asking-tools.js'
import { contentTools } from './fixture/content-tools.js'
import { prompts } from './fixture/prompts.js'
import { resources } from './fixture/resources.js'
import { createTimedTools, type StopLog } from './fixture/timed-tools.js'
import { valueTools } from './fixture/value-tools.js'

/** The server that transcripts talk to, and what a transcript can make happen at it. */
export interface Fixture {
  readonly server: Server
  /** By the sentence that stands in transcripts. */
  readonly events: ReadonlyMap<string, () => void>
}

/** What a server shares with other nodes, and its time. */
export interface FixtureOptions {
  /** Default: real time. */
  readonly runtime?: Runtime | undefined
  readonly stores?: Stores | undefined
  readonly secrets?: readonly string[] | undefined
  /** Default: that of this server. */
  readonly stopped?: StopLog | undefined
}

/** Creates a server of a variant, of which the transcripts tell by name. Whoever created it closes it. */
export function createFixture(variant: string, { stopped, ...environment }: FixtureOptions = {}): Fixture {
  const timed = createTimedTools(stopped)
  const { page, ...asking } = createAskingDefinitions()
  const all = { tools: { ...valueTools, ...contentTools, ...timed.tools }, resources, prompts }
  const options = variants(all)
    .set('asking', { ...asking, limits: { questionMs: 10_000 } })
    .set('polling', { tools: timed.polling })
    .get(variant)
  if (options === undefined) throw new TypeError(`there is no server "${variant}"`)
  const logger = { error: () => {}, warn: () => {} }
  const server: Server = createServer({ name: 'fixture', version: '1.0.0', logger, ...environment, ...options })
  const isDone = ['the person is done on the page', () => server.elicitationComplete(page())] as const
  return { server, events: new Map([...timed.events, ...changes(server), isDone]) }
}

type Options = Partial<Parameters<typeof createServer>[0]>

function variants(all: Options): Map<string, Options> {
  const extra = tool({ run: () => 'extra' })
  return new Map<string, Options>([
    ['full', all],
    ['described', { ...described, ...all }],
    ['plain', { tools: plainTools, resources: { logo }, prompts: { simple } }],
    ['paged', paged],
    ['kept', { cacheScope: 'public', ttlMs: 60_000, tools: { extra }, ...stored }],
    ['bare', {}],
    ['empty', { tools: {}, resources: {}, prompts: {} }],
    ['modern', { revisions: ['2026-07-28'], tools: { extra } }],
    ['legacy', { revisions: ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'], tools: { extra } }],
    [
      'extended',
      {
        tools: { extra },
        extensions: { 'com.example/notes': { settings: { depth: 2 } } },
        experimental: { dream: {} },
      },
    ],
  ])
}

/** None that can go on as a task. */
const { echo: _echo, ...plainTools } = valueTools

const described: Options = {
  title: 'The fixture',
  description: 'Answers transcripts',
  instructions: 'Read the list of tools first.',
  websiteUrl: 'https://example.com/fixture',
  icons: [{ src: 'https://example.com/fixture.svg', mimeType: 'image/svg+xml', sizes: ['any'] }],
}

const names = ['one', 'two', 'three', 'four', 'five']
const named = <T>(define: (name: string) => T) => Object.fromEntries(names.map((name) => [name, define(name)]))

const logo = resource({ uri: 'notes://logo', read: () => 'logo' })
const simple = prompt({ get: () => 'Hello' })

const paged: Options = {
  pageSize: 2,
  cacheScope: 'public',
  ttlMs: 60_000,
  tools: named((name) => tool({ run: () => name })),
  resources: {
    ...named((name) => resource({ uri: `notes://${name}`, read: () => name })),
    ...Object.fromEntries(
      names.map((name) => [`in_${name}`, resource({ uri: `notes://${name}/{x}`, read: () => name })]),
    ),
  },
  prompts: named((name) => prompt({ get: () => name })),
}

const stored: Options = {
  resources: {
    logo,
    short: resource({ uri: 'notes://short', ttlMs: 1_000, cacheScope: 'private', read: () => 'short' }),
    past: resource({
      uri: 'notes://past',
      read: () => ({ contents: [{ uri: 'notes://past', text: 'past' }], ttlMs: -1 }),
    }),
    never: resource({
      uri: 'notes://never',
      read: () => ({ contents: [{ uri: 'notes://never', text: 'never' }], ttlMs: Number.POSITIVE_INFINITY }),
    }),
    other: resource({ uri: 'notes://{name}', complete: { name: () => ['any'] }, read: () => undefined }),
  },
  prompts: { simple },
}

function changes(server: Server): [string, () => void][] {
  return [
    ['the tool "extra" is added', () => server.tools.set('extra', tool({ run: () => 'extra' }))],
    ['the tool "one" is removed', () => void server.tools.delete('one')],
    ['the tool "add" is removed', () => void server.tools.delete('add')],
    ['the tool "extra" is added and removed', () => addAndRemove(server)],
    ['the prompt "simple" is removed', () => void server.prompts.delete('simple')],
    ['the resource "logo" is removed', () => void server.resources.delete('logo')],
    ['notes://today changes', () => server.resources.updated('notes://today')],
    ['notes://work/plan changes', () => server.resources.updated('notes://work/plan')],
    ['the server closes', () => void server.close()],
  ]
}

function addAndRemove(server: Server): void {
  server.tools.set('extra', tool({ run: () => 'extra' }))
  server.tools.delete('extra')
}
