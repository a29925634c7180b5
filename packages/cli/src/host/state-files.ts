import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

/** Where a session keeps what is of its user. */
export interface StateFiles {
  /** What they said that is remembered; all sessions share it. */
  readonly decisions: string
  /** What happened: a file of this session, as one process at a time writes to one. */
  readonly audit: string
}

/** Beside what the library keeps of the same user. */
export function stateFiles(env: Environment): StateFiles {
  const folder = join(platformFolder(env), 'omniport')
  const time = new Date().toISOString().replaceAll(':', '-')
  return { decisions: join(folder, 'decisions.json'), audit: join(folder, 'audit', `${time}-${process.pid}.jsonl`) }
}

type Environment = Readonly<Record<string, string | undefined>>

/** An empty variable counts as none, and a relative one is ignored. spec: XDG Base Directory Specification */
function platformFolder({ XDG_CONFIG_HOME: config = '', LOCALAPPDATA: data = '' }: Environment): string {
  if (config.startsWith('/')) return config
  if (process.platform === 'win32') return data === '' ? join(homedir(), 'AppData', 'Local') : data
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  return join(homedir(), '.config')
}
