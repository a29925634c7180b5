import { withFileLock } from '../../node/file-lock.js'
import { lockFolder } from '../../node/lock-folder.js'
import { createSecretFile } from '../../node/secret-file.js'
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
export function createFileAuthStore({ path, onError }: FileAuthStoreOptions = {}): AuthStore {
  const file = createSecretFile({ path, name: 'auth.json', contents: 'tokens', errorCode: 'unauthorized', onError })
  return {
    get: async (key) => (await file.read()).get(key),
    async set(key, value) {
      const text: string | undefined = JSON.stringify(value)
      if (text === undefined) throw new TypeError('AuthStore.set: value must be JSON')
      await file.change((values) => values.set(key, JSON.parse(text)))
    },
    delete: (key) => file.change((values) => values.delete(key)),
    exclusive: (key, fn, signal) => withFileLock(lockFolder(file.path, `key ${key}`), fn, { signal }),
  }
}
