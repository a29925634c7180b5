import { withClient } from '../client/with-client.js'
import type { Invocation } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import type { Page } from '../output/style.js'
import { writeResult } from '../output/write-result.js'
import type { Io } from '../process/io.js'
import { formatContents } from '../render/format-content.js'
import { saveFiles } from '../render/save-files.js'
import type { SaveFlags } from '../render/save-flags.js'

/** `read <target> <uri>` prints the contents of a resource. */
export async function readCommand(invocation: Invocation<SaveFlags>, io: Io): Promise<number> {
  const { words, flags, options } = invocation
  const [uri, ...rest] = words
  if (uri === undefined)
    throw new CliError('usage', 'read: say which URI; "omniport list <target> resources" shows them')
  if (rest.length > 0) throw new CliError('usage', `read takes one URI, got "${rest[0]}" as well`)
  if (!/^[a-z][a-z\d+.-]*:/i.test(uri))
    throw new CliError('usage', `read: "${uri}" is no URI; "omniport list <target> resources" shows them`)
  await withClient(invocation, io, async (client, limits) => {
    const value = await client.readResource(uri, limits)
    const saved = await saveFiles(value.contents, { ...flags, withText: true }, io)
    const toText = (page: Page) => value.contents.map((contents) => formatContents(contents, page, saved)).join('\n\n')
    await writeResult({ value, toText }, options, io)
  })
  return 0
}
