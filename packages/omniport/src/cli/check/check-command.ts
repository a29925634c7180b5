import type { VerbLine } from '../command-line/verb.js'
import { CliError } from '../errors/cli-error.js'
import type { Io } from '../process/io.js'
import type { CheckFlags } from './check-flags.js'

/** `check` checks one of three: a server, a recording (`--schema`), or the SDK of a project (`--sdk`). */
export async function checkCommand(line: VerbLine<CheckFlags>, io: Io): Promise<number> {
  const { words, command, flags, options } = line
  const { schema, sdk } = flags
  const hasTarget = words.length > 0 || command !== undefined
  const given = [hasTarget, schema !== undefined, sdk !== undefined].filter((each) => each)
  if (given.length === 0)
    throw new CliError('usage', 'check: say what to check: a <target>, --schema <file>, or --sdk [folder]')
  if (given.length > 1) throw new CliError('usage', 'check: give a target, --schema or --sdk, not two of them')
  if (!hasTarget) refuseServerOptions(line)
  if (schema !== undefined) {
    const { checkRecording } = await import('./check-recording.js')
    return checkRecording(schema, options, io)
  }
  if (sdk !== undefined) {
    const { checkSdk } = await import('./check-sdk.js')
    return checkSdk(sdk === true ? undefined : sdk, options, io)
  }
  const { checkServerCommand } = await import('./server/check-server-command.js')
  return checkServerCommand(line, io)
}

/** What is for the connection to a server means nothing to a file. */
function refuseServerOptions({ options, flags }: VerbLine<CheckFlags>): void {
  const { timeout, env, header, auth, bearerEnv, config } = options
  const given = { '--timeout': timeout, '--env': env[0], '--header': header[0], '--auth': auth }
  const protocol = flags.sdk === undefined ? undefined : options.protocol
  const all = {
    ...given,
    '--bearer-env': bearerEnv,
    '--config': config,
    '--protocol': protocol,
    '--junit': flags.junit,
    '--tool': flags.tool,
  }
  const [name] = Object.entries(all).find(([, value]) => value !== undefined) ?? []
  const what = flags.sdk === undefined ? '--schema' : '--sdk'
  if (name !== undefined) throw new CliError('usage', `check: ${name} does not apply to ${what}`)
}
