import { type FSWatcher, watch } from 'node:fs'
import type { Clock } from '../../async/runtime/clock.js'

export interface WatchOptions {
  /** Called once for changes that come together. */
  readonly onChange: () => void
  /** Called if the folder cannot be watched any more. */
  readonly onError: (error: unknown) => void
  readonly clock: Clock
}

/** Changes that come within this time are one. */
const settleMs = 100

/** Watches a folder and all below, until the returned function is called. Does not keep the process running. */
export function watchFolder(folder: string, { onChange, onError, clock }: WatchOptions): () => void {
  let stopTimer: (() => void) | undefined
  let watcher: FSWatcher | undefined
  const stop = () => {
    stopTimer?.()
    watcher?.close()
  }
  const onEvent = () => {
    stopTimer?.()
    stopTimer = clock.after(settleMs, onChange, { background: true })
  }
  try {
    watcher = watch(folder, { recursive: true, persistent: false }, onEvent)
    watcher.on('error', onError)
  } catch (reason) {
    onError(reason)
  }
  return stop
}
