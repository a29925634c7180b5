import { spawnSync } from 'node:child_process'
import process from 'node:process'

/**
 * The process group of a child process: the child and every process it started that did not leave the group. Until it is
 * released, the group is killed when this process exits.
 */
export class ProcessGroup {
  readonly #pid: number

  constructor(pid: number) {
    this.#pid = pid
    if (alive.size === 0) process.on('exit', killAll)
    alive.add(this)
  }

  /** Sends a signal to the whole group, which may have ended already. */
  signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    if (process.platform === 'win32') terminateTree(this.#pid, signal)
    else ignoreGone(() => process.kill(-this.#pid, signal))
  }

  /** Kills the rest of the group and forgets its id, which may soon be reused. */
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

/** Windows has no signals: a process with a window can be asked to close, any other must be ended. */
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
