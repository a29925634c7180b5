import { readFile, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { parseUrl } from '../../../values/text/parse-url.js'
import type { RunOptions } from '../../command-line/invocation.js'
import { CliError } from '../../errors/cli-error.js'
import type { Io } from '../../process/io.js'
import type { ServerLaunch } from './install-hosts.js'

/** What the command line says of a server. */
export interface LaunchWords {
  /** `add` or `install`, for messages. */
  readonly action: string
  readonly url: string | undefined
  readonly command: readonly string[] | undefined
}

/** How a server is reached, from the words. @throws CliError `usage` unless they are a URL or a command. */
export function parseLaunch({ action, url, command }: LaunchWords, { env, header }: RunOptions): ServerLaunch {
  const fail = (problem: string) => new CliError('usage', `config ${action}: ${problem}`)
  if ((url === undefined) === (command === undefined)) throw fail('give a URL or "-- command args…", one of them')
  if (url !== undefined) {
    if (!/^https?:\/\//i.test(url) || parseUrl(url) === undefined)
      throw fail('the URL must start with http:// or https://')
    if (env.length > 0) throw fail('--env is for a command; a URL has --header')
    return { url, headers: toPairs(header, ':') }
  }
  const [program = '', ...args] = command ?? []
  if (program === '') throw new CliError('usage', 'There is no command after "--"')
  if (header.length > 0) throw fail('--header is for a URL; a command has --env')
  return { command: program, args, env: toPairs(env, '=') }
}

function toPairs(given: readonly string[], separator: string): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf(separator)
      return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
    }),
  )
}

/** With the full paths of files that are named: a host starts programs in a folder of its own. */
export async function withFullPaths(launch: ServerLaunch, cwd: string): Promise<ServerLaunch> {
  if ('url' in launch) return launch
  const full = async (word: string) => ((await isFile(resolve(cwd, word))) ? resolve(cwd, word) : word)
  // A program without a slash is looked up by its name, even if there is such a file here.
  const command = /[\\/]/.test(launch.command) ? await full(launch.command) : launch.command
  return { ...launch, command, args: await Promise.all(launch.args.map(full)) }
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}

/**
 * The name of the entry: the given one, or else the host of the URL, or else the name in the `package.json` of this folder, or that
 * of the folder. @throws CliError `usage` for a name that not all hosts take.
 */
export async function entryName(
  launch: ServerLaunch,
  given: string | undefined,
  { cwd }: Pick<Io, 'cwd'>,
): Promise<string> {
  if (given !== undefined) {
    if (namePattern.test(given)) return given
    throw new CliError('usage', `config install: --name must be letters, digits, _ and -, got "${given}"`)
  }
  const found = 'url' in launch ? new URL(launch.url).hostname : ((await packageName(cwd)) ?? basename(cwd))
  const name = found.replaceAll(/[^\w-]+/g, '-').replaceAll(/^[-_]+|[-_]+$/g, '')
  if (namePattern.test(name)) return name
  throw new CliError('usage', 'config install: this folder has no name to call the server by; give one with --name')
}

const namePattern = /^[A-Za-z0-9][\w-]{0,63}$/

async function packageName(cwd: string): Promise<string | undefined> {
  try {
    const { name } = JSON.parse(await readFile(resolve(cwd, 'package.json'), 'utf8'))
    return typeof name === 'string' ? name : undefined
  } catch {
    return undefined // no package, or a broken one: the folder has a name, too
  }
}
