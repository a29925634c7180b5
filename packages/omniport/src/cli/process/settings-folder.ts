import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { Io } from './io.js'

/** The folder of a user's settings: `omniport`, in the platform's folder for settings. */
export function settingsFolder(env: Io['env']): string {
  return join(platformFolder(env), 'omniport')
}

/** Empty and relative variables are ignored. spec: XDG Base Directory Specification */
function platformFolder({ XDG_CONFIG_HOME: config = '', LOCALAPPDATA: data = '' }: Io['env']): string {
  if (config.startsWith('/')) return config
  if (process.platform === 'win32') return data === '' ? join(homedir(), 'AppData', 'Local') : data
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  return join(homedir(), '.config')
}
