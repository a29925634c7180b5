import type { Config } from '../../config/config.js'
import { toConfigEnvironment } from './config-environment.js'
import type { LoadConfigOptions } from './config-options.js'
import { ConfigReader } from './config-reader.js'

/**
 * Reads the servers of a config file of any known host, for `createHost({ ...(await loadConfig('mcp.json')) })`. Without a
 * path, it reads all files that `discoverConfigs` finds.
 *
 * An invalid entry has a `problem` with file, line and field; the others work. Rejects with OmniportError `invalid_config` if
 * the given file cannot be read; discovered files that cannot be read are listed in `problems`.
 */
export async function loadConfig(path?: string, options: LoadConfigOptions = {}): Promise<Config> {
  const { config } = await new ConfigReader(path, toConfigEnvironment('loadConfig', options)).read()
  return config
}
