import { unlink } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import process from 'node:process'
import { discoverConfigs } from '../../../entries/host.js'
import { didYouMean } from '../../../values/text/nearest.js'
import type { RunOptions } from '../../command-line/invocation.js'
import { backUp, changeConfigFile, readConfigFile } from '../../configuration/config-file.js'
import { CliError } from '../../errors/cli-error.js'
import { listNames } from '../../errors/name-advice.js'
import { writeValue } from '../../output/write-value.js'
import type { Io } from '../../process/io.js'
import type { TapFlags } from '../tap-flags.js'
import { type ConfigEntryNode, findServers } from './config-entry.js'
import { installTap, uninstallTap } from './edit-entry.js'

export interface InstallInvocation {
  /** The host and the server. */
  readonly words: readonly string[]
  /** The words after `--`. */
  readonly command: readonly string[] | undefined
  readonly options: RunOptions
}

/**
 * `tap --install <host> <server>` lets a host start a server through tap, and `--uninstall` undoes it. Prints
 * `{"file":…,"server":…,"changed":…}`, with `backup` where there is one.
 */
export async function installCommand(
  { words, command, options }: InstallInvocation,
  flags: TapFlags,
  io: Io,
): Promise<number> {
  const [host, server, ...others] = words
  const isInstall = flags.install === true
  if (isInstall && flags.uninstall === true) throw new CliError('usage', 'tap: give --install or --uninstall, not both')
  if (host === undefined || server === undefined || others.length > 0 || command !== undefined) {
    const verb = isInstall ? '--install' : '--uninstall'
    throw new CliError('usage', `tap ${verb}: give a host and the name of a server, such as: tap ${verb} cursor notes`)
  }
  const file = await findFile(host, server, io)
  const edit = (text: string) =>
    withoutMark(text, (rest) => {
      const entry = entryOf(rest, { file, server, project: io.cwd })
      return isInstall ? installTap(rest, entry, tapLine(flags, io)) : uninstallTap(rest, entry)
    })
  // An entry that cannot be changed needs no backup.
  edit(await readConfigFile(file))
  const backup = isInstall ? await backUp(file, 'before-tap') : undefined
  const changed = await changeConfigFile(file, edit)
  if (!changed && backup !== undefined) await unlink(backup)
  await writeValue({ file, server, changed, ...(changed && backup !== undefined && { backup }) }, options, io)
  return 0
}

/** The line that starts tap: this program, as it runs now. */
function tapLine({ output, quiet, redact }: TapFlags, { cwd }: Io): readonly string[] {
  return [
    process.execPath,
    process.argv[1] ?? 'omniport',
    'tap',
    ...(output === undefined ? [] : ['--output', resolve(cwd, output)]),
    ...(quiet === true ? ['--quiet'] : []),
    ...(redact === true ? ['--redact'] : []),
  ]
}

/** A byte order mark stays in its place. */
function withoutMark(text: string, edit: (text: string) => string): string {
  return text.startsWith('\ufeff') ? `\ufeff${edit(text.slice(1))}` : edit(text)
}

interface EntryLocation {
  readonly file: string
  readonly server: string
  /** The working folder. */
  readonly project: string
}

function entryOf(text: string, { file, server, project }: EntryLocation): ConfigEntryNode {
  const servers = findServers(text, file, project)
  const found = servers.find(({ name }) => name === server)
  if (found !== undefined) return found
  const names = servers.map(({ name }) => name)
  const known =
    names.length === 0
      ? '; the file has no servers'
      : `${didYouMean(server, names)} The servers are ${listNames(names)}`
  throw new CliError('usage', `There is no server "${server}" in ${file}${known}`)
}

/** Finds the file of a host that has the server, those of the project first. A path is that file. */
async function findFile(host: string, server: string, io: Io): Promise<string> {
  if (isAbsolute(host) || /[\\/]|\.jsonc?$/.test(host)) return resolve(io.cwd, host)
  const all = await discoverConfigs({ cwd: io.cwd, env: io.env, ...(io.env['HOME'] && { home: io.env['HOME'] }) })
  const ofHost = all.filter((location) => toKey(location.host) === toKey(host)).map(({ file }) => file)
  const files = ofHost.filter((file) => /\.jsonc?$/.test(file))
  const [first] = files
  if (first === undefined)
    throw noFile(
      host,
      ofHost,
      all.map((location) => location.host),
    )
  for (const file of files) if (await hasServer(file, server, io.cwd)) return file
  return first
}

function noFile(host: string, ofHost: readonly string[], hosts: readonly string[]): CliError {
  const [other] = ofHost
  if (other !== undefined)
    return new CliError('usage', `${other} is not JSON: tap changes JSON files only; edit it by hand`)
  const known = [...new Set(hosts)]
  const there = known.length === 0 ? '' : `${didYouMean(host, known)} There are files of ${listNames(known)}`
  return new CliError('usage', `There is no config file of a host "${host}"; give its path instead${there}`)
}

async function hasServer(file: string, server: string, project: string): Promise<boolean> {
  const text = await readConfigFile(file)
  return findServers(text.replace(/^\ufeff/, ''), file, project).some(({ name }) => name === server)
}

/** `vscode`, `VS Code` and `vs-code` are one host. */
function toKey(host: string): string {
  return host.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
