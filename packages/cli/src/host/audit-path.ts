import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

/** Where this session keeps its audit log: a file of its own, as one process at a time can write to one. */
export function auditPath(env: Environment): string {
  const time = new Date().toISOString().replaceAll(':', '-')
  return join(settingsFolder(env), 'audit', `${time}-${process.pid}.jsonl`)
}

/** Where the library keeps what the person allowed, too. */
function settingsFolder({ XDG_CONFIG_HOME: config = '', LOCALAPPDATA: data = '' }: Environment): string {
  if (config.startsWith('/')) return join(config, 'omniport')
  if (process.platform === 'win32') return join(data === '' ? join(homedir(), 'AppData', 'Local') : data, 'omniport')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'omniport')
  return join(homedir(), '.config', 'omniport')
}

type Environment = Readonly<Record<string, string | undefined>>
