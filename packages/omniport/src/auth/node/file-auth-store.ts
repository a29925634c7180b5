import { withFileLock } from '../../node/file-lock.js'
import { lockFolder } from '../../node/lock-folder.js'
import { createSecretFile } from '../../node/secret-file.js'
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

/** An `AuthStore` in a file, which knows what is in it. */
export interface FileAuthStore extends AuthStore {
  /** The URLs of the MCP servers that there are tokens for. */
  servers(): Promise<readonly string[]>
  /**
   * Removes the tokens and registrations for one MCP server, or for all. Resolves with the URLs of the servers that there were
   * tokens for. The authorization server is not told. Rejects with TypeError for what is no URL.
   */
  forget(serverUrl?: string): Promise<readonly string[]>
}

/**
 * Creates a store in a file that several processes may share. The risk: it is not encrypted. Only its user may read it, as far
 * as the platform allows. Permissions of others are removed; a symbolic link, or a file of another user, is refused with
 * OmniportError `unauthorized`. A folder `….locks` with empty files is next to it.
 *
 * spec: basic/authorization/security-considerations#token-theft
 */
export function createFileAuthStore({ path, onError }: FileAuthStoreOptions = {}): FileAuthStore {
  const file = createSecretFile({ path, name: 'auth.json', contents: 'tokens', errorCode: 'unauthorized', onError })
  return {
    get: async (key) => (await file.read()).get(key),
    async set(key, value) {
      const text: string | undefined = JSON.stringify(value)
      if (text === undefined) throw new TypeError('AuthStore.set: value must be JSON')
      await file.change((values) => values.set(key, JSON.parse(text)))
    },
    delete: (key) => file.change((values) => values.delete(key)),
    async servers() {
      const { forgetServers } = await import('../client/tokens/forget-servers.js')
      return forgetServers(await file.read())
    },
    async forget(serverUrl) {
      const href = serverUrl === undefined ? undefined : new URL(serverUrl).href
      const { forgetServers } = await import('../client/tokens/forget-servers.js')
      let forgotten: readonly string[] = []
      await file.change((values) => {
        forgotten = forgetServers(values, href)
      })
      return forgotten
    },
    exclusive: (key, fn, signal) => withFileLock(lockFolder(file.path, `key ${key}`), fn, { signal }),
  }
}
