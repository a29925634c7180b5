import { setTimeout as pause } from 'node:timers/promises'
import type { JsonObject } from '../../interop/json.js'
import { sampleValue } from './sample-value.js'
import type { TourAnswer, TourClient } from './tour-client.js'

/** One request of a tour, and what came of it. */
export interface Step {
  readonly name: string
  readonly outcome: TourAnswer
}

export interface TourOptions {
  /** Arguments for tools whose schemas do not say enough to make some up. An empty list: the tool is not called. */
  readonly calls?: Readonly<Record<string, readonly JsonObject[]>> | undefined
}

/** Asks a server for all that it offers, and for what it has to refuse. */
export async function takeTour(client: TourClient, options: TourOptions = {}): Promise<readonly Step[]> {
  const steps: Step[] = []
  const step = async (name: string, method: string, params?: JsonObject): Promise<JsonObject> => {
    const outcome = await client.request(method, params)
    steps.push({ name: name === '' ? method : `${method} ${name}`, outcome })
    return 'result' in outcome ? outcome.result : {}
  }
  const capabilities = (client.greeting['capabilities'] ?? {}) as JsonObject
  if (isLegacy(client)) await step('', 'ping')
  if ('logging' in capabilities && isLegacy(client)) await step('', 'logging/setLevel', { level: 'debug' })
  await visitTools(await listAll('tools', step), step, options)
  await visitPrompts(await listAll('prompts', step), step)
  await visitResources(step, 'resources' in capabilities && isLegacy(client))
  await client.notify('notifications/roots/list_changed')
  await isQuiet(client)
  await step('', 'tour/unknown', { a: 1 })
  if (isLegacy(client)) await step('at the end', 'ping')
  return steps
}

/** Resolves when the server has not said anything on its own for a while: the last tool may go on after its answer. */
async function isQuiet({ pushed }: TourClient): Promise<void> {
  for (let seen = -1; seen !== pushed.length; ) {
    seen = pushed.length
    await pause(quietMs)
  }
}

const quietMs = 400

type TakeStep = (name: string, method: string, params?: JsonObject) => Promise<JsonObject>

function isLegacy({ greeting }: TourClient): boolean {
  return String(greeting['protocolVersion']) < '2026'
}

/** All pages of a list; the second element of a page is asked for by its cursor. */
async function listAll(kind: string, step: TakeStep, method = `${kind}/list`): Promise<readonly JsonObject[]> {
  const items: JsonObject[] = []
  let cursor: unknown
  do {
    const page = await step(
      cursor === undefined ? '' : 'next page',
      method,
      cursor === undefined ? undefined : { cursor },
    )
    items.push(...((page[kind] ?? []) as readonly JsonObject[]))
    cursor = page['nextCursor']
  } while (typeof cursor === 'string' && items.length < 1_000)
  return items
}

async function visitTools(tools: readonly JsonObject[], step: TakeStep, { calls = {} }: TourOptions): Promise<void> {
  for (const { name, inputSchema } of tools) {
    const chosen = calls[String(name)] ?? [sampleValue(inputSchema, 'required'), sampleValue(inputSchema, 'all')]
    for (const [index, args] of chosen.entries())
      await step(`${name} ${index}`, 'tools/call', { name, arguments: args as JsonObject })
    if (chosen.length === 0) continue
    if (needsArguments(inputSchema)) await step(`${name} without what it needs`, 'tools/call', { name, arguments: {} })
    const wrong = misfits(inputSchema)
    if (wrong !== undefined) await step(`${name} with misfits`, 'tools/call', { name, arguments: wrong })
  }
  await step('of no name', 'tools/call', { arguments: {} })
  await step('constructor', 'tools/call', { name: 'constructor', arguments: {} })
}

function needsArguments(schema: unknown): boolean {
  return ((schema as { readonly required?: readonly unknown[] } | undefined)?.required ?? []).length > 0
}

/** Arguments whose types are all wrong; undefined where there are none. */
function misfits(schema: unknown): JsonObject | undefined {
  const properties = Object.keys(((schema as JsonObject | undefined)?.['properties'] ?? {}) as object)
  return properties.length === 0 ? undefined : Object.fromEntries(properties.map((name) => [name, { not: ['fit'] }]))
}

async function visitPrompts(prompts: readonly JsonObject[], step: TakeStep): Promise<void> {
  for (const { name, arguments: args = [] } of prompts as readonly {
    name: string
    arguments?: readonly JsonObject[]
  }[]) {
    const all = Object.fromEntries(args.map((each) => [each['name'], '1']))
    await step(name, 'prompts/get', { name, arguments: all })
    await step(`${name} without arguments`, 'prompts/get', { name })
    for (const argument of args) {
      for (const value of ['', 'a', 'E']) {
        const params = { ref: { type: 'ref/prompt', name }, argument: { name: argument['name'], value } }
        await step(`${name} ${argument['name']} "${value}"`, 'completion/complete', params)
      }
    }
  }
  await step('of no such name', 'prompts/get', { name: 'none' })
  await step('of no such prompt', 'completion/complete', {
    ref: { type: 'ref/prompt', name: 'none' },
    argument: { name: 'a', value: '' },
  })
}

async function visitResources(step: TakeStep, isSubscribed: boolean): Promise<void> {
  const resources = await listAll('resources', step)
  const templates = await listAll('resourceTemplates', step, 'resources/templates/list')
  for (const { uri } of resources.slice(0, 12)) await step(String(uri), 'resources/read', { uri })
  for (const { uriTemplate } of templates) {
    const template = String(uriTemplate)
    for (const value of ['1', 'x'])
      await step(`${template} ${value}`, 'resources/read', { uri: template.replace(/\{[^}]*\}/g, value) })
    for (const [, name = ''] of template.matchAll(/\{[+#./;?&]?(\w+)/g)) {
      const params = { ref: { type: 'ref/resource', uri: template }, argument: { name, value: '1' } }
      await step(`${template} ${name}`, 'completion/complete', params)
    }
  }
  await step('of no such thing', 'resources/read', { uri: 'none://none' })
  if (!isSubscribed) return
  const uri = resources[0]?.['uri'] ?? 'none://none'
  await step('', 'resources/subscribe', { uri })
  await step('', 'resources/unsubscribe', { uri })
}
