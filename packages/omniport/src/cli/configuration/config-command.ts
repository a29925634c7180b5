import { resolve } from 'node:path'
import { discoverConfigs, loadConfig } from '../../entries/host.js'
import { didYouMean } from '../../values/text/nearest.js'
import type { VerbLine } from '../command-line/verb.js'
import { CliError } from '../errors/cli-error.js'
import { formatLine } from '../output/format-line.js'
import { formatTable } from '../output/format-table.js'
import type { Page } from '../output/style.js'
import { writeResult } from '../output/write-result.js'
import type { Io } from '../process/io.js'
import { addServer, removeServer } from './change-servers.js'
import { type ConfigAction, configActions } from './config-actions.js'
import type { ConfigFlags } from './config-flags.js'
import { describeServer, shortPath } from './configured-server.js'
import { installServer, uninstallServer } from './install/install-server.js'
import { listServersCommand } from './list-servers-command.js'

type Line = VerbLine<ConfigFlags>

/** `config <show | path | check | add | remove | install | uninstall>` shows, checks and changes the configured servers. */
export async function configCommand(line: Line, io: Io): Promise<number> {
  const [action, ...words] = line.words
  const known = configActions.find((name) => name === action)
  if (known === undefined) {
    const problem = `there is no "${action}"${didYouMean(action ?? '', configActions)} Give`
    const what = action === undefined ? 'say what to do:' : problem
    throw new CliError('usage', `config: ${what} ${configActions.join(', ')}`)
  }
  refuseOptionsOfOthers(known, line)
  return runs[known]({ ...line, words }, io)
}

const runs: Readonly<Record<ConfigAction, (line: Line, io: Io) => Promise<number>>> = {
  show: showConfig,
  path: showPaths,
  check: checkConfig,
  add: addServer,
  remove: removeServer,
  install: installServer,
  uninstall: uninstallServer,
}

function refuseOptionsOfOthers(action: ConfigAction, { command, flags, options }: Line): void {
  const given = {
    '--replace': flags.replace,
    '--name': flags.name,
    '--project': flags.project,
    '--force': flags.force,
    '--dry-run': flags.dryRun,
    '--env': options.env[0],
    '--header': options.header[0],
    '--config': options.config,
    '"--"': command,
  }
  for (const [name, value] of Object.entries(given)) {
    const takers = takersOf.get(name) ?? []
    if (value === undefined || takers.includes(action)) continue
    throw new CliError('usage', `config ${action}: ${name} is for config ${takers.join(', ')}`)
  }
}

/** The actions that take an option. */
const takersOf: ReadonlyMap<string, readonly ConfigAction[]> = new Map<string, readonly ConfigAction[]>([
  ['--replace', ['add']],
  ['--name', ['install']],
  ['--project', ['install', 'uninstall']],
  ['--force', ['install']],
  ['--dry-run', ['install', 'uninstall']],
  ['--env', ['add', 'install']],
  ['--header', ['add', 'install']],
  ['--config', ['show', 'path', 'check', 'add', 'remove']],
  ['"--"', ['add', 'install']],
])

async function showConfig({ words, options }: Line, io: Io): Promise<number> {
  const [name, extra] = words
  if (extra !== undefined) throw new CliError('usage', `config show takes one name, got "${extra}" as well`)
  if (name === undefined) return listServersCommand(options, io)
  const { servers } = await load(options.config, io)
  const settings = servers[name]
  if (settings === undefined) {
    const names = Object.keys(servers)
    throw new CliError(
      'not_found',
      `There is no server "${name}"${didYouMean(name, names)} The servers are ${names.join(', ') || 'none'}`,
    )
  }
  const value = describeServer(name, settings)
  const toText = ({ style }: Page) =>
    Object.entries(value)
      .filter(([, text]) => text !== undefined)
      .map(([key, text]) => `${style.name(key)}: ${formatLine(String(text))}`)
      .join('\n')
  await writeResult({ value, toText }, options, io)
  return 0
}

/** The files that are there, those of the project first: the first one that has a name counts. */
async function showPaths({ words, options }: Line, io: Io): Promise<number> {
  if (words.length > 0) throw new CliError('usage', `config path takes no words, got "${words[0]}"`)
  const found = await discoverConfigs({ cwd: io.cwd, env: io.env })
  const value = { files: found.map(({ file, host }) => ({ file, host })), new: newFile(options.config, io) }
  const rows = value.files.map(({ file, host }) => [formatLine(host), formatLine(shortPath(file))])
  const toText = (page: Page) =>
    rows.length === 0
      ? `There is no config file yet; "omniport config add" makes ${shortPath(value.new)}`
      : formatTable([['host', 'file'], ...rows], page)
  await writeResult({ value, toText }, options, io)
  return 0
}

/** Rejects with CliError `invalid_config` if a file or an entry cannot be used. */
async function checkConfig({ words, options }: Line, io: Io): Promise<number> {
  if (words.length > 0) throw new CliError('usage', `config check takes no words, got "${words[0]}"`)
  const { servers, problems, files } = await load(options.config, io)
  const ofEntries = Object.entries(servers).flatMap(([name, { problem }]) =>
    problem === undefined ? [] : [{ server: name, message: problem }],
  )
  const found = [...problems.map(({ message }) => ({ message })), ...ofEntries]
  const count = Object.keys(servers).length
  const value = { files, servers: count, problems: found }
  const toText = ({ style }: Page) =>
    [
      ...found.map(({ message }) => `${style.bad('✗')} ${formatLine(message)}`),
      `${count} servers in ${files.length} files, ${found.length} problems`,
    ].join('\n')
  await writeResult({ value, toText }, options, io)
  if (found.length === 0) return 0
  throw new CliError(
    'invalid_config',
    `${found.length === 1 ? '1 problem' : `${found.length} problems`}; each names its file and field`,
  )
}

function load(only: string | undefined, { cwd, env }: Io) {
  return loadConfig(only === undefined ? undefined : resolve(cwd, only), { cwd, env })
}

/** The file that `add` writes: that of the project, which most hosts read. */
function newFile(only: string | undefined, { cwd }: Pick<Io, 'cwd'>): string {
  return resolve(cwd, only ?? '.mcp.json')
}
