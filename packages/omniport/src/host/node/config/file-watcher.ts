import { existsSync, realpathSync, watch as watchFolder } from 'node:fs'
import { basename, dirname, relative, sep } from 'node:path'
import type { Runtime } from '../../../async/runtime/runtime.js'

export type WatchFolder = (
  folder: string,
  listener: (event: string, name: string | null) => void,
) => { close(): void; on(event: 'error', listener: () => void): unknown }

interface Watched {
  readonly close: () => void
  names: ReadonlySet<string>
}

/**
 * Reports when files change, appear or disappear. It watches folders, because editors replace files; where that is impossible,
 * it reports a change at intervals. The creator closes it.
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

  /** Watches exactly these files. Newly watched ones count as changed. */
  watch(paths: readonly string[]): void {
    const wanted = new Map<string, Set<string>>()
    for (const path of paths.flatMap(withTarget)) {
      const [folder, name] = nearestFolder(path)
      wanted.set(folder, (wanted.get(folder) ?? new Set()).add(name))
    }
    for (const folder of this.#watched.keys()) if (!wanted.has(folder)) this.#drop(folder)
    for (const [folder, names] of wanted) {
      const watched = this.#watched.get(folder)
      if (watched === undefined) this.#open(folder, names)
      else watched.names = names
    }
  }

  /** Forgets changes so far. */
  start(): void {
    this.#isChanged = false
  }

  /** Waits for a change followed by a quiet moment. False if the signal aborts. */
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

  /** A removed folder reports its own name; another one may take its place. */
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

/** The quiet time after a change; editors save in several steps. */
const quietMs = 50
/** Limit of waits for a quiet moment. */
const maxRounds = 20
const pollMs = 2_000

/** The path and the target of a link, whose changes do not touch the link. */
function withTarget(path: string): readonly string[] {
  try {
    const target = realpathSync(path)
    return target === path ? [path] : [path, target]
  } catch {
    return [path]
  }
}

/** The innermost existing folder of a path, and the next name in it. */
function nearestFolder(path: string): readonly [folder: string, name: string] {
  let folder = dirname(path)
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  const [name = ''] = relative(folder, path).split(sep)
  return [folder, name]
}
