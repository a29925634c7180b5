import { existsSync, realpathSync, watch as watchFolder } from 'node:fs'
import { basename, dirname, relative, sep } from 'node:path'
import type { Runtime } from '../../../async/runtime/runtime.js'

/** What tells of changes in a folder, as `fs.watch` does. */
export type WatchFolder = (
  folder: string,
  listener: (event: string, name: string | null) => void,
) => { close(): void; on(event: 'error', listener: () => void): unknown }

/** A folder that is watched, and which names in it matter. */
interface Watched {
  readonly close: () => void
  names: ReadonlySet<string>
}

/**
 * Tells when files change, come or go. Folders are watched, as editors put another file in the place of one; where that is
 * not possible, time passes for a change. Whoever creates it closes it.
 */
export class FileWatcher {
  readonly #runtime: Runtime
  readonly #watch: WatchFolder
  readonly #watched = new Map<string, Watched>()
  #isChanged = false
  #wake = () => {}
  #stopPolling: (() => void) | undefined

  constructor(runtime: Runtime, watch: WatchFolder = watchFolder) {
    this.#runtime = runtime
    this.#watch = watch
  }

  /** Watches these files and no others. What is watched for the first time may have changed before. */
  watch(paths: readonly string[]): void {
    const wanted = new Map<string, Set<string>>()
    for (const path of paths.flatMap(withTarget)) {
      const [folder, name] = nearest(path)
      wanted.set(folder, (wanted.get(folder) ?? new Set()).add(name))
    }
    for (const folder of this.#watched.keys()) if (!wanted.has(folder)) this.#drop(folder)
    for (const [folder, names] of wanted) {
      const watched = this.#watched.get(folder)
      if (watched === undefined) this.#open(folder, names)
      else watched.names = names
    }
  }

  /** From here on changes count. */
  start(): void {
    this.#isChanged = false
  }

  /** True when something has changed, and then nothing for a moment; false when the signal aborts. */
  async next(signal: AbortSignal | undefined): Promise<boolean> {
    await this.#change(signal)
    for (let round = 0; round < maxRounds && this.#isChanged && signal?.aborted !== true; round += 1) {
      this.#isChanged = false
      await new Promise<void>((resolve) => this.#runtime.after(quietMs, resolve))
    }
    return signal?.aborted !== true
  }

  close(): void {
    this.#stopPolling?.()
    this.#stopPolling = undefined
    for (const folder of [...this.#watched.keys()]) this.#drop(folder)
  }

  #change(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isChanged || signal?.aborted === true) return resolve()
      this.#wake = () => {
        signal?.removeEventListener('abort', this.#wake)
        this.#wake = () => {}
        resolve()
      }
      signal?.addEventListener('abort', this.#wake, { once: true })
    })
  }

  #open(folder: string, names: ReadonlySet<string>): void {
    this.#isChanged = true
    try {
      const watcher = this.#watch(folder, (event, name) => this.#onFolderEvent(folder, event, name))
      watcher.on('error', () => {
        this.#drop(folder)
        this.#poll()
      })
      this.#watched.set(folder, { close: () => watcher.close(), names })
    } catch {
      this.#watched.set(folder, { close: () => {}, names })
      this.#poll()
    }
  }

  /** A folder that is gone is told by its own name: another one may come in its place. */
  #onFolderEvent(folder: string, event: string, name: string | null): void {
    const isGone = event === 'rename' && name === basename(folder)
    if (isGone) this.#drop(folder)
    if (isGone || name === null || this.#watched.get(folder)?.names.has(name) === true) this.#mark()
  }

  #mark(): void {
    this.#isChanged = true
    this.#wake()
  }

  #drop(folder: string): void {
    this.#watched.get(folder)?.close()
    this.#watched.delete(folder)
  }

  #poll(): void {
    this.#stopPolling ??= this.#runtime.after(pollMs, () => {
      this.#stopPolling = undefined
      this.#mark()
      this.#poll()
    })
  }
}

/** After the last change: an editor takes several for one. */
const quietMs = 50
/** What never stops changing is looked at all the same. */
const maxRounds = 20
const pollMs = 2_000

/** A link stays as it is when what it leads to changes. */
function withTarget(path: string): readonly string[] {
  try {
    const target = realpathSync(path)
    return target === path ? [path] : [path, target]
  } catch {
    return [path]
  }
}

/** The innermost folder of a path that is there, and what comes next in it. */
function nearest(path: string): readonly [folder: string, name: string] {
  let folder = dirname(path)
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  const [name = ''] = relative(folder, path).split(sep)
  return [folder, name]
}
