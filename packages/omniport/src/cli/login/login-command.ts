import { withClient } from '../client/with-client.js'
import type { Invocation } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { formatLine } from '../output/format-line.js'
import { writeResult } from '../output/write-result.js'
import type { Io } from '../process/io.js'
import { formatTarget } from '../target/format-target.js'
import { addressOf } from './address-of.js'

/** `login <target>` signs in to a server over HTTP where it asks for that; the tokens are stored for later calls. */
export async function loginCommand(invocation: Invocation, io: Io): Promise<number> {
  const { target, words, options } = invocation
  if (words.length > 0) throw new CliError('usage', `login takes one target, got "${words[0]}" as well`)
  const url = await addressOf('login', invocation, io)
  const before = await hasTokens(url)
  // Lists may need a token where connecting does not.
  await withClient({ target, words, options: { ...options, auth: true } }, io, async (client, limits) => {
    if (client.capabilities['tools'] !== undefined) await client.listTools(limits)
  })
  const isSignedIn = await hasTokens(url)
  const value = { url, isSignedIn }
  const name = formatLine(formatTarget(target))
  const text = before
    ? `Already signed in to ${name}.`
    : `Signed in to ${name}. Other verbs use it from now on; "omniport logout ${name}" forgets it.`
  await writeResult({ value, toText: () => (isSignedIn ? text : `${name} asks for no sign-in.`) }, options, io)
  return 0
}

async function hasTokens(url: string): Promise<boolean> {
  const { createFileAuthStore } = await import('../../entries/node.js')
  return (await createFileAuthStore().servers()).includes(new URL(url).href)
}
