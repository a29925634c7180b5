import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where this library keeps what is of one user: `omniport`, where the platform has the settings of its programs. */
export function settingsFolder(): string {
  return join(platformFolder(), 'omniport')
}

/** An empty variable counts as none, and a relative one is ignored. spec: XDG Base Directory Specification */
function platformFolder(): string {
  const { XDG_CONFIG_HOME: config = '', LOCALAPPDATA: data = '' } = process.env
  if (config.startsWith('/')) return config
  if (process.platform === 'win32') return data === '' ? join(homedir(), 'AppData', 'Local') : data
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  return join(homedir(), '.config')
}
