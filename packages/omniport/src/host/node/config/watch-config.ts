import { defaultRuntime, type Runtime } from '../../../async/runtime/runtime.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { canonicalJson } from '../../../values/json/canonical-json.js'
import type { Config } from '../../config/config.js'
import { toConfigEnvironment } from './config-environment.js'
import type { LoadConfigOptions } from './config-options.js'
import { ConfigReader } from './config-reader.js'
import { FileWatcher } from './file-watcher.js'

/** How config files are watched. */
export interface WatchConfigOptions extends LoadConfigOptions {
  /** Ends the iteration. Default: it ends when nobody iterates any more. */
  readonly signal?: AbortSignal | undefined
  /** Gets OmniportError `invalid_config` for a file that cannot be read any more, once for each content. Default: ignored. */
  readonly onError?: ((error: Error) => void) | undefined
  /** Replaces the clock. */
  readonly runtime?: Runtime | undefined
}

/**
 * The config as `loadConfig` reads it, and again after each change that makes a difference. Of a file that cannot be read any
 * more, what it last held stays. Inputs are not asked for again. To be iterated once; it watches until the iteration ends.
 *
 * Rejects at first as `loadConfig` does.
 */
export async function* watchConfig(
  path?: string,
  options: WatchConfigOptions = {},
): AsyncGenerator<Config, void, undefined> {
  const { signal, onError, runtime = defaultRuntime, ...given } = options
  const reader = new ConfigReader(path, toConfigEnvironment('watchConfig', given))
  const changes = new FileWatcher(runtime)
  try {
    changes.watch(reader.paths)
    changes.start()
    let last: string | undefined
    while (signal?.aborted !== true) {
      const { config, broken } = await reader.read()
      // Among them are files that only the config names, and folders that came.
      changes.watch(reader.paths)
      for (const { message } of broken) onError?.(new OmniportError('invalid_config', message))
      const state = stateOf(config)
      if (state !== last) yield config
      last = state
      if (!(await changes.next(signal))) return
    }
  } finally {
    changes.close()
  }
}

/** Settings from files are data. */
function stateOf({ servers, files, problems }: Config): string {
  return canonicalJson({ servers: Object.entries(servers), files, problems })
}
