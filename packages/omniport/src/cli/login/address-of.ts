import type { Invocation } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import type { Io } from '../process/io.js'
import { resolveTarget } from '../target/resolve-target.js'

/** The URL of a target. Rejects with CliError `usage` for a server that is no URL: nobody signs in to a program. */
export async function addressOf(verb: string, invocation: Invocation, io: Io): Promise<string> {
  const isProgram = invocation.target.type === 'command' || /[\\/].*\.[cm]?[jt]s$/.test(invocation.target.word)
  const target = isProgram ? undefined : await resolveTarget(invocation, io)
  if (target?.type === 'url') return target.address.url
  throw new CliError(
    'usage',
    `${verb}: only a server at a URL has a sign-in; programs get their credentials with -e NAME=value`,
  )
}
