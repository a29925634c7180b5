import type { Change, Client, Filter, Listening } from '../../entries/client.js'
import { withClient } from '../client/with-client.js'
import type { Invocation } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { formatLine } from '../output/format-line.js'
import { writeResult } from '../output/write-result.js'
import type { Io } from '../process/io.js'
import { unlessAborted } from '../process/unless-aborted.js'
import type { ListenFlags } from './listen-flags.js'

/**
 * `listen <target> [uri…]` prints a line for each change of the lists, and of the resources that are named, until it is
 * interrupted or `--count` is reached.
 */
export async function listenCommand(invocation: Invocation<ListenFlags>, io: Io): Promise<number> {
  const { words: uris, flags, options } = invocation
  const { count = Number.POSITIVE_INFINITY } = flags ?? {}
  await withClient(invocation, io, async (client) => {
    const listening = await unlessAborted(client.listen(toFilter(client, uris), { signal: io.signal }), io.signal)
    report(listening, uris, io)
    let left = count
    const changes = listening[Symbol.asyncIterator]()
    while (left > 0) {
      const { done, value } = await unlessAborted(changes.next(), io.signal)
      // An interrupt ends the subscription as well.
      if (done === true) io.signal.throwIfAborted()
      if (done === true) throw new CliError('closed', 'listen: the server has ended the subscription')
      await writeResult({ value, toText: () => formatChange(value) }, options, io)
      left -= 1
    }
  })
  return 0
}

/** The lists that the server has; it says which of their changes it announces. */
function toFilter({ capabilities }: Client, uris: readonly string[]): Filter {
  const has = (name: string) => capabilities[name] !== undefined
  return { tools: has('tools'), prompts: has('prompts'), resources: has('resources'), ...(uris.length > 0 && { uris }) }
}

/** @throws CliError `unsupported` if nothing would ever come. */
function report({ filter }: Listening, uris: readonly string[], io: Io): void {
  const { tools, prompts, resources, uris: granted = [] } = filter
  const lists = Object.entries({ tools, prompts, resources }).flatMap(([name, isOn]) => (isOn === true ? name : []))
  if (lists.length === 0 && granted.length === 0)
    throw new CliError('unsupported', 'listen: the server announces no changes of these')
  for (const uri of uris.filter((each) => !granted.includes(each))) io.warn(`no updates of ${uri} are announced`)
  io.stderr(formatLine(`Listening for changes of ${[...lists, ...granted].join(', ')}; Ctrl-C ends it`))
}

function formatChange(change: Change): string {
  return formatLine(change.type === 'resource' ? `updated ${change.uri}` : `changed: the list of ${change.type}`)
}
