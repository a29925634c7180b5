import { defaultRuntime, type Runtime } from '../../../async/runtime/runtime.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { canonicalJson } from '../../../values/json/canonical-json.js'
import type { Config } from '../../config/config.js'
import { toConfigEnvironment } from './config-environment.js'
import type { LoadConfigOptions } from './config-options.js'
import { ConfigReader } from './config-reader.js'
import { FileWatcher } from './file-watcher.js'

/** Options for watching config files. */
export interface WatchConfigOptions extends LoadConfigOptions {
  /** Ends the iteration. Default: it ends when the caller stops iterating. */
  readonly signal?: AbortSignal | undefined
  /** Receives OmniportError `invalid_config` when a file becomes unreadable, once per content. Default: ignored. */
  readonly onError?: ((error: Error) => void) | undefined
  /** Replaces the clock, for tests. */
  readonly runtime?: Runtime | undefined
}

/**
 * Yields the config that `loadConfig` reads, and again after each change that makes a difference. A file that becomes
 * unreadable keeps its last content. Inputs are requested once. Iterate it once; it watches until the iteration ends.
 *
 * The first read rejects as `loadConfig` does.
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
      // The config may name more files, and folders may have appeared.
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

/** Compares as JSON: settings from files are plain data. */
function stateOf({ servers, files, problems }: Config): string {
  return canonicalJson({ servers: Object.entries(servers), files, problems })
}
