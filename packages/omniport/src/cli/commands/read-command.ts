import { withClient } from '../client/with-client.js'
import type { Invocation } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { writeJson } from '../output/write-json.js'
import type { Io } from '../process/io.js'

/** `read <target> <uri>` prints the contents of a resource. */
export async function readCommand(invocation: Invocation, io: Io): Promise<number> {
  const [uri, ...rest] = invocation.words
  if (uri === undefined)
    throw new CliError('usage', 'read: say which URI; "omniport list <target> resources" shows them')
  if (rest.length > 0) throw new CliError('usage', `read takes one URI, got "${rest[0]}" as well`)
  await withClient(invocation, io, async (client, limits) =>
    writeJson(await client.readResource(uri, limits), invocation.options, io),
  )
  return 0
}
