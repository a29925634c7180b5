import { stat } from 'node:fs/promises'
import { booleanValue } from '../../../protocol/options/option-checks.js'
import { type ConfigLocation, configLocations } from '../../config/find/config-locations.js'
import { toConfigEnvironment } from './config-environment.js'
import type { DiscoverConfigsOptions } from './config-options.js'

/**
 * Finds the config files of all known hosts, without reading them: files of the project first, then those of the user. If several
 * files have a server of the same name, the first one counts. Files that do not exist are left out, unless `includeMissing` is
 * set. Rejects with TypeError for an invalid option.
 */
export async function discoverConfigs(options: DiscoverConfigsOptions = {}): Promise<readonly ConfigLocation[]> {
  const { includeMissing = false, ...search } = options
  booleanValue('discoverConfigs: includeMissing', includeMissing)
  const all = configLocations(toConfigEnvironment('discoverConfigs', search))
  if (includeMissing) return all
  const areThere = await Promise.all(all.map(({ file }) => isThere(file)))
  return all.filter((_, at) => areThere[at] === true)
}

/** Folders are left out. Files that cannot be examined are kept, so that reading them reports why. */
async function isThere(file: string): Promise<boolean> {
  try {
    return !(await stat(file)).isDirectory()
  } catch (reason) {
    const { code } = reason as NodeJS.ErrnoException // `stat` throws errors of this type
    return code !== 'ENOENT' && code !== 'ENOTDIR'
  }
}
