import type { Runtime } from '../async/runtime/runtime.js'
import type { Root } from '../protocol/model/roots.js'
import { OmniportError } from '../values/errors/omniport-error.js'

export interface HostRootsOptions {
  readonly roots: readonly Root[]
  /** Default: on Node, a folder or file that exists; elsewhere every root. */
  readonly exists?: ((root: Root) => boolean | Promise<boolean>) | undefined
  readonly runtime: Runtime
  readonly report: (reason: unknown) => void
}

/**
 * The roots of a host. Servers get only those that are there. From the first time that they are asked for until `close`,
 * they are watched. spec: client/roots#security-considerations
 */
export class HostRoots {
  readonly #options: HostRootsOptions
  readonly #exists: (root: Root) => boolean | Promise<boolean>
  #current: readonly Root[]
  /** The URIs of the roots that were there when they were last looked at; undefined: nobody asked for them yet. */
  #seen: ReadonlySet<string> | undefined
  #stop: (() => void) | undefined
  #notify: () => void = () => {}
  #isClosed = false

  constructor(options: HostRootsOptions) {
    this.#options = options
    this.#exists = options.exists ?? fileExists
    this.#current = copyOf(options.roots)
  }

  /** Calls `listener` when the roots are replaced, and when one is gone or there again. There is one listener. */
  onChange(listener: () => void): void {
    this.#notify = listener
  }

  /** Replaces the roots. They were checked, and are copied. */
  set(roots: readonly Root[]): void {
    this.#current = copyOf(roots)
    this.#seen = undefined
    this.#notify()
  }

  /** Gets the roots that are there now. A root whose check throws is not; the error is reported. */
  async available(): Promise<readonly Root[]> {
    const current = this.#current
    const found = await Promise.all(current.map((root) => this.#isThere(root)))
    const available = current.filter((_root, index) => found[index])
    const missing = current.filter((_root, index) => found[index] === false)
    if (current === this.#current) this.#update(available, missing)
    if (!this.#isClosed) this.#stop ??= this.#options.runtime.after(pollMs, this.#look, { background: true })
    return available
  }

  close(): void {
    this.#isClosed = true
    this.#stop?.()
  }

  readonly #look = (): void => {
    this.#stop = undefined
    void this.available()
  }

  /** Tells of what changed since the roots were last looked at. */
  #update(available: readonly Root[], missing: readonly Root[]): void {
    const before = this.#seen
    const now = new Set(available.map(({ uri }) => uri))
    this.#seen = now
    if (this.#isClosed) return
    if (before === undefined) {
      for (const { uri } of missing) this.#report(uri, 'is not there')
      return
    }
    const gone = [...before].filter((uri) => !now.has(uri))
    for (const uri of gone) this.#report(uri, 'is gone')
    if (gone.length > 0 || now.size !== before.size) this.#notify()
  }

  #report(uri: string, problem: string): void {
    this.#options.report(new OmniportError('not_found', `The root ${uri} ${problem}`))
  }

  /** Settles with undefined if the check fails, which is reported. */
  async #isThere(root: Root): Promise<boolean | undefined> {
    try {
      return await this.#exists(root)
    } catch (reason) {
      this.#options.report(reason)
      return undefined
    }
  }
}

async function fileExists({ uri }: Root): Promise<boolean> {
  let exists: (uri: string) => Promise<boolean>
  try {
    exists = (await import('../node/file-uri-exists.js')).fileUriExists
  } catch {
    return true // there are no files here
  }
  return exists(uri)
}

function copyOf(roots: readonly Root[]): readonly Root[] {
  return roots.map((root) => ({ ...root }))
}

/** How often roots are looked at that servers may know. */
const pollMs = 5_000
