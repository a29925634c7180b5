import type { Config } from '../../config/config.js'
import { toConfigEnvironment } from './config-environment.js'
import type { LoadConfigOptions } from './config-options.js'
import { ConfigReader } from './config-reader.js'

/**
 * Reads the servers of a config file, as any host writes it, for `createHost({ ...(await loadConfig('mcp.json')) })`. Without
 * a path those of all files that `discoverConfigs` finds.
 *
 * An entry that is wrong has a `problem` that names the file, the line and the field; the others work. Rejects with
 * OmniportError `invalid_config` for a file that cannot be read; of files that were found, `problems` tells.
 */
export async function loadConfig(path?: string, options: LoadConfigOptions = {}): Promise<Config> {
  const { config } = await new ConfigReader(path, toConfigEnvironment('loadConfig', options)).read()
  return config
}
