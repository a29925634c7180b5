import { homedir } from 'node:os'
import { join } from 'node:path'

/** The folder of a user's settings: `omniport`, in the platform's folder for settings. */
export function settingsFolder(): string {
  return join(platformFolder(), 'omniport')
}

/** An empty or relative variable is ignored. spec: XDG Base Directory Specification */
function platformFolder(): string {
  const { XDG_CONFIG_HOME: config, LOCALAPPDATA: data } = process.env
  if (config?.startsWith('/') === true) return config
  if (process.platform === 'win32') return data || join(homedir(), 'AppData', 'Local')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  return join(homedir(), '.config')
}
