import { didYouMean } from '../../../values/text/nearest.js'
import { CliError } from '../../errors/cli-error.js'
import { listNames } from '../../errors/name-advice.js'

/** How a server is reached: a program to start, or a URL. */
export type ServerLaunch =
  | { readonly command: string; readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> }
  | { readonly url: string; readonly headers: Readonly<Record<string, string>> }

/** The fields of an entry, as a host reads them. */
export type HostEntry = Readonly<Record<string, string | readonly string[] | Readonly<Record<string, string>>>>

/** A host whose config file the command can change. */
export interface InstallHost {
  /** Its name in the list of config files. */
  readonly name: string
  /** The field that holds its servers. */
  readonly root: string
  readonly toEntry: (launch: ServerLaunch) => HostEntry
}

const hosts: readonly InstallHost[] = [
  { name: 'Claude Desktop', root: 'mcpServers', toEntry: toProgramEntry },
  { name: 'Claude Code', root: 'mcpServers', toEntry: toTypedEntry },
  { name: 'Cursor', root: 'mcpServers', toEntry: toPlainEntry },
  { name: 'VS Code', root: 'servers', toEntry: toTypedEntry },
  { name: 'Windsurf', root: 'mcpServers', toEntry: (launch) => renameField(toPlainEntry(launch), 'url', 'serverUrl') },
  { name: 'Zed', root: 'context_servers', toEntry: toPlainEntry },
  {
    name: 'Codex',
    root: 'mcp_servers',
    toEntry: (launch) => renameField(toPlainEntry(launch), 'headers', 'http_headers'),
  },
]

/** `vscode`, `VS Code` and `vs-code` are one host. @throws CliError `usage` if there is none of that name. */
export function findInstallHost(word: string): InstallHost {
  const found = hosts.find(({ name }) => toKey(name) === toKey(word))
  if (found !== undefined) return found
  const names = hosts.map(({ name }) => name.toLowerCase().replaceAll(' ', '-'))
  throw new CliError('usage', `config: there is no host "${word}"${didYouMean(word, names)} Give ${listNames(names)}`)
}

function toKey(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

function toPlainEntry(launch: ServerLaunch): HostEntry {
  if ('url' in launch) return { url: launch.url, ...(isFilled(launch.headers) && { headers: launch.headers }) }
  const { command, args, env } = launch
  return { command, args, ...(isFilled(env) && { env }) }
}

function toTypedEntry(launch: ServerLaunch): HostEntry {
  return { type: 'url' in launch ? 'http' : 'stdio', ...toPlainEntry(launch) }
}

function toProgramEntry(launch: ServerLaunch): HostEntry {
  if (!('url' in launch)) return toPlainEntry(launch)
  const advice = `let it start a program that connects: -- npx omniport bridge ${launch.url}`
  throw new CliError('usage', `config install: the file of Claude Desktop has no URLs; ${advice}`)
}

function renameField(entry: HostEntry, from: string, to: string): HostEntry {
  return Object.fromEntries(Object.entries(entry).map(([name, value]) => [name === from ? to : name, value]))
}

function isFilled(record: object): boolean {
  return Object.keys(record).length > 0
}
