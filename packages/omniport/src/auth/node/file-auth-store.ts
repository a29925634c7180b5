import { join, resolve } from 'node:path'
import { withFileLock } from '../../node/file-lock.js'
import { lockFolder } from '../../node/lock-folder.js'
import { removeStaleTemporaryFiles } from '../../node/remove-stale-temporary-files.js'
import { readSecrets, updateSecrets } from '../../node/secret-file.js'
import { settingsFolder } from '../../node/settings-folder.js'
import type { AuthStore } from '../auth-store.js'

/** Where a client keeps its tokens between runs. */
export interface FileAuthStoreOptions {
  /**
   * Default: `omniport/auth.json` where this platform has the settings of its user: `$XDG_CONFIG_HOME`, `~/.config`,
   * `~/Library/Application Support` or `%LOCALAPPDATA%`.
   */
  readonly path?: string | undefined
  /** Gets what was wrong with the file where that does not matter: one that is no JSON is kept aside. Default: ignored. */
  readonly onError?: ((error: Error) => void) | undefined
}

/**
 * Creates a store in a file, which any number of processes may share. They are the secrets of one person: only that person's
 * user may read them, as far as the platform can see to that (nothing is encrypted). Rights of others are taken away; a symbolic
 * link, or a file of another user, is refused with OmniportError `unauthorized`. Beside the file there is a folder `….locks`
 * with empty files.
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
