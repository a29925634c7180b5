import { createFileAuthStore } from '../../entries/node.js'
import { splitTarget } from '../command-line/split-target.js'
import type { VerbLine } from '../command-line/verb.js'
import { CliError } from '../errors/cli-error.js'
import { formatLine } from '../output/format-line.js'
import { writeResult } from '../output/write-result.js'
import type { Io } from '../process/io.js'
import { addressOf } from './address-of.js'
import type { LogoutFlags } from './logout-flags.js'

/** `logout <target>` forgets the stored tokens of a server, and `logout --all` those of all. The authorization server is not told. */
export async function logoutCommand(
  { words, command, options, flags }: VerbLine<LogoutFlags>,
  io: Io,
): Promise<number> {
  const store = createFileAuthStore({ onError: ({ message }) => io.warn(message) })
  const isAll = flags.all === true
  if (isAll && (words.length > 0 || command !== undefined))
    throw new CliError('usage', 'logout: give a target or --all, not both')
  if (!isAll && words.length === 0 && command === undefined) throw missing(await store.servers())
  const split = isAll ? undefined : splitTarget(words, command)
  if (split !== undefined && split.words.length > 0)
    throw new CliError('usage', `logout takes one target, got "${split.words[0]}" as well`)
  const forgotten = await store.forget(split && (await addressOf('logout', { ...split, options }, io)))
  const list = forgotten.map(formatLine).join(', ')
  const text = forgotten.length === 0 ? 'There was nothing to forget.' : `Forgot the tokens of ${list}.`
  await writeResult({ value: { forgotten }, toText: () => text }, options, io)
  return 0
}

function missing(servers: readonly string[]): CliError {
  const list = servers.length === 0 ? 'there are tokens of none' : `there are tokens of ${servers.join(', ')}`
  return new CliError('usage', `logout: give a URL, the name of a server, or --all; ${list}`)
}
