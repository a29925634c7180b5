import { join, resolve } from 'node:path'
import { withFileLock } from '../../node/file-lock.js'
import { lockFolder } from '../../node/lock-folder.js'
import { removeStaleTemporaryFiles } from '../../node/remove-stale-temporary-files.js'
import { readSecrets, updateSecrets } from '../../node/secret-file.js'
import { settingsFolder } from '../../node/settings-folder.js'
import type { AuthStore } from '../auth-store.js'

/** Options of `createFileAuthStore`. */
export interface FileAuthStoreOptions {
  /**
   * Default: `omniport/auth.json` in the settings folder of the user: `$XDG_CONFIG_HOME`, `~/.config`, `~/Library/Application
   * Support` or `%LOCALAPPDATA%`.
   */
  readonly path?: string | undefined
  /** Receives recoverable errors of the file: one that is not JSON is set aside. Default: ignored. */
  readonly onError?: ((error: Error) => void) | undefined
}

/**
 * Creates a store in a file that several processes may share. The risk: it is not encrypted. Only its user may read it, as far
 * as the platform allows. Permissions of others are removed; a symbolic link, or a file of another user, is refused with
 * OmniportError `unauthorized`. A folder `….locks` with empty files is next to it.
 *
 * spec: basic/authorization/security-considerations#token-theft
 */
export function createFileAuthStore({ path: given, onError }: FileAuthStoreOptions = {}): AuthStore {
  const path = resolve(given ?? join(settingsFolder(), 'auth.json'))
  const file = { path, onError, contents: 'tokens', isPrivateFolder: given === undefined } as const
  let swept: Promise<void> | undefined
  const change = (edit: (values: Map<string, unknown>) => void): Promise<void> =>
    withFileLock(lockFolder(path, 'file'), async () => {
      swept ??= removeStaleTemporaryFiles(path)
      await swept
      await updateSecrets(file, edit)
    })
  return {
    get: async (key) => (await readSecrets(file)).get(key),
    async set(key, value) {
      const text: string | undefined = JSON.stringify(value)
      if (text === undefined) throw new TypeError('AuthStore.set: value must be JSON')
      await change((values) => values.set(key, JSON.parse(text)))
    },
    delete: (key) => change((values) => values.delete(key)),
    exclusive: (key, fn, signal) => withFileLock(lockFolder(path, `key ${key}`), fn, { signal }),
  }
}
