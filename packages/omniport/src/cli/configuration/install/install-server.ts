import { existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { discoverConfigs } from '../../../entries/host.js'
import type { VerbLine } from '../../command-line/verb.js'
import { CliError } from '../../errors/cli-error.js'
import { formatLine } from '../../output/format-line.js'
import { writeResult } from '../../output/write-result.js'
import type { Io } from '../../process/io.js'
import { backUp, changeConfigFile, createConfigFile, readConfigFile } from '../config-file.js'
import type { ConfigFlags } from '../config-flags.js'
import { shortPath } from '../configured-server.js'
import { editEntry, readEntry } from './config-text.js'
import { findInstallHost, type HostEntry, type InstallHost } from './install-hosts.js'
import { entryName, parseLaunch, withFullPaths } from './launch.js'

type Line = VerbLine<ConfigFlags>

/** `config install <host> <url>` or `config install <host> -- <command>` puts a server into the config file of a host. */
export async function installServer(line: Line, io: Io): Promise<number> {
  const { words, flags } = line
  const [word, url, extra] = words
  if (word === undefined) {
    throw new CliError(
      'usage',
      'config install: give a host, and a URL or "-- command args…", such as: cursor -- node server.js',
    )
  }
  if (extra !== undefined) {
    const message = `config install takes a host and a URL, got "${extra}" as well; a program to start comes after "--"`
    throw new CliError('usage', message)
  }
  const host = findInstallHost(word)
  const launch = parseLaunch({ action: 'install', url, command: line.command }, line.options)
  const name = await entryName(launch, flags.name, io)
  const file = await fileOf(host, flags, io)
  return change({ line, host, name, file, entry: host.toEntry(await withFullPaths(launch, io.cwd)) }, io)
}

/** `config uninstall <host> <name>` takes a server out of the config file of a host. */
export async function uninstallServer(line: Line, io: Io): Promise<number> {
  const [word, name, extra] = line.words
  if (word === undefined || name === undefined) {
    throw new CliError('usage', 'config uninstall: give a host and the name of a server, such as: cursor notes')
  }
  if (extra !== undefined) {
    throw new CliError('usage', `config uninstall takes a host and a name, got "${extra}" as well`)
  }
  const host = findInstallHost(word)
  const file = await fileOf(host, line.flags, io)
  return change({ line, host, name, file, entry: undefined }, io)
}

/** The file of the user, or of the project. The first one that counts is created if there is none. */
async function fileOf({ name }: InstallHost, { project }: ConfigFlags, { cwd, env }: Io): Promise<string> {
  const all = (await discoverConfigs({ cwd, env, includeMissing: true })).filter(({ host }) => host === name)
  const scope = project === true ? 'project' : 'user'
  const found = all.find((location) => location.scope === scope)
  // In the home folder one file is that of the project and of the user, and it is listed once.
  const file = (found ?? (scope === 'user' ? all[0] : undefined))?.file
  if (file !== undefined) return file
  throw new CliError('usage', `config: ${name} has no config file in a ${scope}; leave --project out`)
}

interface Change {
  readonly line: Line
  readonly host: InstallHost
  readonly name: string
  readonly file: string
  /** Undefined: the entry is removed. */
  readonly entry: HostEntry | undefined
}

async function change(given: Change, io: Io): Promise<number> {
  const { line, host, name, file, entry } = given
  const isNew = !existsSync(file)
  const before = isNew ? '' : await readConfigFile(file)
  const after = await edit(given, before)
  const isDry = line.flags.dryRun === true
  const isChanged = after !== before
  const backup = isChanged && !isDry ? await write(given, { before, after, isNew }) : undefined
  const diff = isDry ? diffLines(before, after) : undefined
  const value = {
    host: host.name,
    name,
    file,
    changed: isChanged && !isDry,
    ...(entry && { entry: withoutValues(entry) }),
  }
  const toText = () => (diff === undefined ? toSentence(given, { isChanged, backup }) : toDiffText(file, diff))
  await writeResult({ value: { ...value, ...(backup && { backup }), ...(diff && { diff }) }, toText }, line.options, io)
  return 0
}

/** The text with the change. Rejects with CliError if the entry is not what it should be. */
async function edit({ line, host, name, file, entry }: Change, text: string): Promise<string> {
  const position = { file: shortPath(file), text, root: host.root, name }
  const there = await readEntry(position)
  if (entry === undefined && there === undefined) {
    throw new CliError('not_found', `config uninstall: there is no server "${name}" in ${shortPath(file)}`)
  }
  if (entry !== undefined && there !== undefined) {
    if (isDeepStrictEqual(JSON.parse(JSON.stringify(there)), entry)) return text
    if (line.flags.force !== true) {
      const what = `${shortPath(file)} has another server "${name}"`
      throw new CliError(
        'usage',
        `config install: ${what}; --force replaces it, and --name gives this one another name`,
      )
    }
  }
  return editEntry(position, entry)
}

interface Texts {
  readonly before: string
  readonly after: string
  readonly isNew: boolean
}

/** Resolves with the path of the backup, if there was a file. */
async function write({ file }: Change, { before, after, isNew }: Texts): Promise<string | undefined> {
  if (isNew) {
    await createConfigFile(file, after)
    return undefined
  }
  const backup = await backUp(file, 'before-omniport')
  await changeConfigFile(file, (text) => {
    if (text === before) return after
    throw new CliError(
      'invalid_config',
      `${shortPath(file)} was changed by another program; nothing was written, try again`,
    )
  })
  return backup
}

/** Values may be secrets: their names are enough. */
function withoutValues(entry: HostEntry): object {
  const names = (value: HostEntry[string]) =>
    typeof value === 'string' || Array.isArray(value) ? value : Object.keys(value)
  return Object.fromEntries(Object.entries(entry).map(([field, value]) => [field, names(value)]))
}

function toSentence(
  { host, name, file, entry }: Change,
  { isChanged, backup }: { readonly isChanged: boolean; readonly backup: string | undefined },
): string {
  const place = formatLine(shortPath(file))
  if (!isChanged) return `${place} has ${name} already; nothing was changed.`
  const what = entry === undefined ? `Removed ${name} from ${place}.` : `Added ${name} to ${place}.`
  const saved = backup === undefined ? '' : ` The file as it was: ${formatLine(shortPath(backup))}.`
  return `${what}${saved} ${host.name} reads it when it starts.`
}

function toDiffText(file: string, diff: readonly string[]): string {
  const place = formatLine(shortPath(file))
  return diff.length === 0 ? `${place} would not change.` : [place, ...diff.map((line) => formatLine(line))].join('\n')
}

/**
 * The lines that differ between two texts, as `- old` and `+ new`, after a line that says where: `@@ line 3 @@`. What is between
 * the first and the last line that differ counts as changed. Empty for equal texts.
 */
function diffLines(before: string, after: string): readonly string[] {
  if (before === after) return []
  const [old, changed] = [toLines(before), toLines(after)]
  const most = Math.min(old.length, changed.length)
  let start = 0
  while (start < most && old[start] === changed[start]) start += 1
  let end = 0
  while (end < most - start && old.at(-1 - end) === changed.at(-1 - end)) end += 1
  return [
    `@@ line ${start + 1} @@`,
    ...old.slice(start, old.length - end).map((line) => `- ${line}`),
    ...changed.slice(start, changed.length - end).map((line) => `+ ${line}`),
  ]
}

/** A line end at the end of the text begins no line. */
function toLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
