import { stat } from 'node:fs/promises'
import { type ConfigLocation, configLocations } from '../../config/find/config-locations.js'
import { toConfigEnvironment } from './config-environment.js'
import type { DiscoverConfigsOptions } from './config-options.js'

/**
 * The config files of all known hosts that are there, those of the project before those of the user; of each name the first
 * file that has it counts. Nothing is read. Rejects with TypeError for an option that is none.
 */
export async function discoverConfigs(options: DiscoverConfigsOptions = {}): Promise<readonly ConfigLocation[]> {
  const all = configLocations(toConfigEnvironment('discoverConfigs', options))
  const areThere = await Promise.all(all.map(({ file }) => isThere(file)))
  return all.filter((_, at) => areThere[at] === true)
}

/** A folder of that name is no config, and what cannot be looked at is told when it is read. */
async function isThere(file: string): Promise<boolean> {
  try {
    return !(await stat(file)).isDirectory()
  } catch (reason) {
    const { code } = reason as NodeJS.ErrnoException // what `stat` throws
    return code !== 'ENOENT' && code !== 'ENOTDIR'
  }
}
