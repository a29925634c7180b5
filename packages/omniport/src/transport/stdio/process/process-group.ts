import { spawnSync } from 'node:child_process'
import process from 'node:process'

/**
 * A child process that leads its own process group, and everything it started that did not leave the group. While it is not
 * released, it is killed when this process exits.
 */
export class ProcessGroup {
  readonly #pid: number

  constructor(pid: number) {
    this.#pid = pid
    if (alive.size === 0) process.on('exit', killAll)
    alive.add(this)
  }

  /** Sends a signal to all of the group. It may be gone already. */
  signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    if (process.platform === 'win32') terminateTree(this.#pid, signal)
    else ignoreGone(() => process.kill(-this.#pid, signal))
  }

  /** Kills what is left of the group and forgets it: the number may soon be another's. */
  release(): void {
    if (!alive.delete(this)) return
    if (alive.size === 0) process.off('exit', killAll)
    this.signal('SIGKILL')
  }
}

const alive = new Set<ProcessGroup>()

function killAll(): void {
  for (const group of alive) group.signal('SIGKILL')
}

/** Windows has no signals: only what has a window can be asked, everything else must be ended. */
function terminateTree(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  const force = signal === 'SIGKILL' ? ['/F'] : []
  spawnSync('taskkill', ['/PID', String(pid), '/T', ...force], { stdio: 'ignore', windowsHide: true })
}

function ignoreGone(kill: () => void): void {
  try {
    kill()
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException // process.kill throws nothing else
    if (code !== 'ESRCH' && code !== 'EPERM') throw problem
  }
}
