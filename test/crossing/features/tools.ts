import type { RequestResult } from '../crossing-client.js'
import { type Feature, since2025Jun } from '../feature.js'

/** Lists and results. */
export const toolFeatures: readonly Feature[] = [
  {
    name: 'tools',
    play: async (client) => [
      withoutExecution(await client.request('tools/list')),
      await client.callTool('picture'),
      await client.callTool('fail'),
      (await client.callTool('nope')).error?.code,
      await client.request('prompts/list'),
      await client.request('prompts/get', { name: 'visit', arguments: { country: 'Norway' } }),
      await client.request('resources/list'),
      await client.request('resources/read', { uri: 'note://today' }),
    ],
  },
  {
    name: 'structured result',
    revisions: since2025Jun,
    play: async (client) => [
      await client.callTool('add', { a: 1, b: 2 }),
      await client.callTool('add', { a: 'one', b: 2 }),
    ],
  },
  {
    name: 'completion',
    play: async (client) => {
      const prompt = { type: 'ref/prompt', name: 'visit' }
      const template = { type: 'ref/resource', uri: 'note://by-name/{name}' }
      const context = since2025Jun.includes(client.revision) && { context: { arguments: { country: 'Norway' } } }
      return [
        await client.request('completion/complete', { ref: prompt, argument: { name: 'city', value: 'O' } }),
        await client.request('completion/complete', { ref: prompt, argument: { name: 'city', value: '' }, ...context }),
        await client.request('completion/complete', { ref: template, argument: { name: 'name', value: 'mi' } }),
      ]
    },
    less: (direct, upstream) => zip(direct, upstream).map(([own, older]) => withCompletion(own, older)),
  },
  {
    name: 'templates',
    play: async (client) => [
      await client.request('resources/templates/list'),
      await client.request('resources/read', { uri: 'note://by-name/milk' }),
      await client.request('resources/read', { uri: 'note://by-name/nope' }),
    ],
  },
]

/** How tools run as tasks is compared with those. */
function withoutExecution({ result, ...rest }: RequestResult): object {
  const tools = result?.['tools'] as readonly Readonly<Record<string, unknown>>[]
  return { ...rest, result: { ...result, tools: tools.map(({ execution: _, ...tool }) => tool) } }
}

type Json = Readonly<Record<string, Readonly<Record<string, unknown>>>>

function zip(direct: unknown, upstream: unknown): [Json, Json][] {
  return (direct as Json[]).map((own, index) => [own, (upstream as Json[])[index] ?? {}])
}

/** Older revisions have no context, so their servers suggest more. */
function withCompletion(own: Json, { result: older }: Json): Json {
  return { ...own, result: { ...own['result'], completion: older?.['completion'] } }
}
