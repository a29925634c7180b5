import type { Client } from '../../entries/client.js'
import { nearest } from '../../values/text/nearest.js'
import { listEverything } from '../client/list-everything.js'
import { type CallLimits, withClient } from '../client/with-client.js'
import type { Invocation } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { writeJson } from '../output/write-json.js'
import type { Io } from '../process/io.js'

/** `list <target> [kind]` prints `{ [kind]: […] }`, or all lists with the server's identity. */
export async function listCommand(invocation: Invocation, io: Io): Promise<number> {
  const [kind, ...rest] = invocation.words
  if (rest.length > 0) throw new CliError('usage', `list takes one kind, got "${rest[0]}" as well`)
  const list = kind === undefined ? listEverything : kinds.get(kind)
  if (list === undefined) {
    const names = [...kinds.keys()]
    const ofCommand = invocation.target.type === 'command' ? '; the target is the command after "--"' : ''
    const close = nearest(kind ?? '', names)
    const advice = close === undefined ? ofCommand : `; did you mean "${close}"?`
    throw new CliError('usage', `list: the kind must be ${names.join(', ')}; got "${kind}"${advice}`)
  }
  await withClient(invocation, io, async (client, limits) =>
    writeJson(await list(client, limits), invocation.options, io),
  )
  return 0
}

type List = (client: Client, limits: CallLimits) => Promise<object>

const kinds: ReadonlyMap<string, List> = new Map<string, List>([
  ['tools', async (client, limits) => ({ tools: await client.listTools(limits) })],
  ['resources', async (client, limits) => ({ resources: await client.listResources(limits) })],
  ['templates', async (client, limits) => ({ resourceTemplates: await client.listResourceTemplates(limits) })],
  ['prompts', async (client, limits) => ({ prompts: await client.listPrompts(limits) })],
])
