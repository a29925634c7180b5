import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import process from 'node:process'
import type { Io } from './io.js'

/** The folder for what can be made again: `omniport`, in the platform's folder for caches. */
export function cacheFolder(env: Io['env']): string {
  return join(platformFolder(env), 'omniport')
}

/** Empty and relative variables are ignored. spec: XDG Base Directory Specification */
function platformFolder({ XDG_CACHE_HOME: cache = '', LOCALAPPDATA: data = '' }: Io['env']): string {
  if (isAbsolute(cache)) return cache
  if (process.platform === 'win32') return data === '' ? join(homedir(), 'AppData', 'Local') : data
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches')
  return join(homedir(), '.cache')
}
