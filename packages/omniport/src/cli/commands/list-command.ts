import { type Client, fetchServerCard, serverCardUrl } from '../../entries/client.js'
import { nearest } from '../../values/text/nearest.js'
import { listEverything } from '../client/list-everything.js'
import { type CallLimits, withClient } from '../client/with-client.js'
import type { Invocation, TargetName } from '../command-line/invocation.js'
import { type Offered, rememberNames } from '../completion/name-cache.js'
import { CliError } from '../errors/cli-error.js'
import { type VerbResult, writeResult } from '../output/write-result.js'
import { writeValue } from '../output/write-value.js'
import type { Io } from '../process/io.js'
import {
  formatEverything,
  formatPrompts,
  formatResources,
  formatTemplates,
  formatTools,
} from '../render/format-lists.js'
import { resolveTarget } from '../target/resolve-target.js'

/** `list <target> [kind]` prints `{ [kind]: […] }`, all lists with the server's identity, or the server card of a URL. */
export async function listCommand(invocation: Invocation, io: Io): Promise<number> {
  const [kind, ...rest] = invocation.words
  if (rest.length > 0) throw new CliError('usage', `list takes one kind, got "${rest[0]}" as well`)
  if (kind === 'card') return cardCommand(invocation, io)
  const list = kind === undefined ? everything : kinds.get(kind)
  if (list === undefined) {
    const advice = adviceFor(`${kind}`, invocation.target)
    throw new CliError('usage', `list: the kind must be ${kindNames.join(', ')}; got "${kind}"${advice}`)
  }
  await withClient(invocation, io, async (client, limits) => write(await list(client, limits), invocation, io))
  return 0
}

function adviceFor(kind: string, target: TargetName): string {
  if (kind === 'skills') return '; "omniport skills" lists those'
  const close = nearest(kind, kindNames)
  if (close !== undefined) return `; did you mean "${close}"?`
  if (target.type === 'command') return '; the target is the command after "--"'
  return kindNames.includes(target.word) ? `; the target comes first: "omniport list ${kind} ${target.word}"` : ''
}

async function write(result: ListResult, { target, options }: Invocation, io: Io): Promise<void> {
  await writeResult(result, options, io)
  await rememberNames(target, result.value, io)
}

/** The card is read without a connection, and without the credentials and headers of one. */
async function cardCommand(invocation: Invocation, io: Io): Promise<number> {
  const target = await resolveTarget(invocation, io)
  if (target.type !== 'url') throw new CliError('usage', 'list … card: only the URL of a server has a card')
  const { options } = invocation
  const { url, card } = await fetchServerCard(serverCardUrl(target.address.url), {
    signal: io.signal,
    timeoutMs: options.timeout,
    allowLoopback: true, // the address is typed by the person, or theirs
    allowPrivateNetwork: true,
  })
  await writeValue({ url, card }, options, io)
  return 0
}

interface ListResult extends VerbResult {
  readonly value: Offered
}

type List = (client: Client, limits: CallLimits) => Promise<ListResult>

async function everything(client: Client, limits: CallLimits): Promise<ListResult> {
  const value = await listEverything(client, limits)
  return { value, toText: (page) => formatEverything(value, page) }
}

const kinds: ReadonlyMap<string, List> = new Map<string, List>([
  [
    'tools',
    async (client, limits) => {
      const tools = await client.listTools(limits)
      return { value: { tools }, toText: (page) => formatTools(tools, page) }
    },
  ],
  [
    'resources',
    async (client, limits) => {
      const resources = await client.listResources(limits)
      return { value: { resources }, toText: (page) => formatResources(resources, page) }
    },
  ],
  [
    'templates',
    async (client, limits) => {
      const resourceTemplates = await client.listResourceTemplates(limits)
      return { value: { resourceTemplates }, toText: (page) => formatTemplates(resourceTemplates, page) }
    },
  ],
  [
    'prompts',
    async (client, limits) => {
      const prompts = await client.listPrompts(limits)
      return { value: { prompts }, toText: (page) => formatPrompts(prompts, page) }
    },
  ],
])
const kindNames: readonly string[] = [...kinds.keys(), 'card']
